// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

namespace lucena {

/// Questions that take hundreds of megabytes and several threads are answered one at a time, so
/// that any number of askers needs no more memory than one. A few wait for a moment, which is
/// enough for people with two pages open; the others come again.
class HeavyWork {
 public:
  using Turn = std::unique_lock<std::timed_mutex>;

  /// The one of this program.
  static HeavyWork& instance();

  /// It is the caller's turn as long as he keeps this; empty if it does not come soon.
  Turn wait_for_turn();

 private:
  static constexpr int kMostWaiting = 4;
  static constexpr std::chrono::milliseconds kPatience{2'000};

  std::timed_mutex mutex_;
  std::atomic<int> waiting_{0};
};

}  // namespace lucena
