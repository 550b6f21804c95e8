// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

#include <csignal>

namespace lucena {
namespace {

// A signal handler can reach nothing but what outlives every scope.
std::atomic<bool> signal_seen{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note_signal(int signal) {
  signal_seen = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  signal_seen = false;
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& InterruptGuard::interrupted() const {
  return signal_seen;
}

}  // namespace lucena
