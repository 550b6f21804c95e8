// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <thread>

namespace lucena {

/// CPU time so far, of all threads together. All of these are in seconds, as real numbers; only
/// differences mean anything.
double process_cpu_seconds();
/// CPU time so far of the calling thread.
double thread_cpu_seconds();
/// CPU time so far of another thread that still runs.
double thread_cpu_seconds(std::jthread& thread);
/// Time that only moves forward, from some start.
double wall_seconds();

}  // namespace lucena
