// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <pthread.h>
#include <time.h>

namespace lucena {
namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double process_cpu_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double thread_cpu_seconds() {
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

/// Every thread has a clock of its own, which anybody in the process may read by its number. A
/// thread that has ended has none any more; it counts 0.
double thread_cpu_seconds(std::jthread& thread) {
  clockid_t clock{};
  const bool known = pthread_getcpuclockid(thread.native_handle(), &clock) == 0;
  return known ? seconds_of(clock) : 0;
}

double wall_seconds() {
  return seconds_of(CLOCK_MONOTONIC);
}

}  // namespace lucena
