// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>

#include <atomic>

namespace lucena {

/// While one of these lives, Ctrl-C (SIGINT) and SIGTERM no longer end the program but raise the
/// flag; a second one ends it the usual way. A signal that was ignored before stays ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  const std::atomic<bool>& interrupted() const;
  /// Lowers the flag: this signal has been dealt with, and the next one counts as the first.
  void rearm();
  /// The last signal that was seen.
  int signal() const;
  /// The exit status by which shells know a program that the signal ended: 130 after Ctrl-C.
  int exit_status() const;

 private:
  struct sigaction before_interrupt_, before_terminate_;
};

}  // namespace lucena
