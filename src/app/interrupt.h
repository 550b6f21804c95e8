// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace lucena {

/// While one of these lives, Ctrl-C (SIGINT) and SIGTERM no longer end the program but raise the
/// flag; a second one ends it the usual way.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  const std::atomic<bool>& interrupted() const;
};

/// As shells report a program ended by SIGINT.
inline constexpr int kInterruptedStatus = 130;

}  // namespace lucena
