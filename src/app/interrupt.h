// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace lucena {

/// While one of these lives, Ctrl-C (SIGINT), SIGTERM and SIGHUP no longer end the program but
/// raise the flag; a second Ctrl-C or SIGTERM ends it the usual way. A second SIGHUP does not: when
/// a terminal goes, the system and the shell send one each. A signal that was ignored before, such
/// as SIGHUP after `nohup`, stays ignored.
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
  /// Whether the flag is raised because the terminal is gone. Nobody reads what is said from now
  /// on, and nobody will answer.
  bool hung_up() const { return interrupted() && signal() == SIGHUP; }
  /// The exit status by which shells know a program that the signal ended: 130 after Ctrl-C.
  int exit_status() const;
  /// The exit status of a command that would end with this one.
  int exit_status(int status) const { return interrupted() ? exit_status() : status; }

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

  std::array<struct sigaction, kSignals.size()> before_;  // what was done about each
};

}  // namespace lucena
