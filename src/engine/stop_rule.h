// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "engine/search_limits.h"
#include "engine/time_manager.h"

namespace lucena {

/// When the running search has to end. The searching threads ask, another one may stop it or tell
/// that the opponent has made the move that was pondered on. The flags are read at every node, so
/// they are atomic and relaxed: a thread that sees one a little later searches a little longer, and
/// no other data depends on the order.
class StopRule {
 public:
  /// Before the threads start. Each of them may search its share of the nodes.
  void start(const SearchLimits& limits, Milliseconds overhead, unsigned threads) {
    plan_ = plan_time(limits, overhead);
    begin_ = Clock::now();
    node_limit_ = std::numeric_limits<std::uint64_t>::max();
    if (limits.nodes) node_limit_ = (*limits.nodes + threads - 1) / threads;
    open_ended_.store(limits.infinite || limits.ponder, std::memory_order_relaxed);
    clock_began_.store(0, std::memory_order_relaxed);
    ordered_.store(false, std::memory_order_relaxed);
    stopped_.store(false, std::memory_order_relaxed);
  }

  /// A word from outside.
  void order_stop() {
    ordered_.store(true, std::memory_order_relaxed);
    stop();
  }
  /// Whether the answer may be given: not while only a word from outside ends the search.
  bool may_answer() const { return ordered_.load(std::memory_order_relaxed) || !open_ended(); }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  /// From now on our clock runs.
  void start_clock() {
    clock_began_.store((Clock::now() - begin_).count(), std::memory_order_relaxed);
    open_ended_.store(false, std::memory_order_relaxed);
  }
  /// Whether only a word from outside ends the search.
  bool open_ended() const { return open_ended_.load(std::memory_order_relaxed); }

  /// Of each thread.
  std::uint64_t node_limit() const { return node_limit_; }
  /// Stops the search if its time is up.
  void look_at_clock() {
    if (plan_.end && !open_ended() && on_our_clock() >= *plan_.end) stop();
  }
  /// Whether another iteration is not worth starting; `patience` is 1 for an ordinary move.
  bool enough_time_spent(double patience) const {
    if (!plan_.aim || open_ended()) return false;
    const std::chrono::duration<double, std::milli> spent = on_our_clock();
    return spent >= patience * *plan_.aim;
  }
  Milliseconds elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - begin_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// While we ponder, the opponent's clock runs; ours begins with start_clock().
  Clock::duration on_our_clock() const {
    return Clock::now() - begin_ - Clock::duration(clock_began_.load(std::memory_order_relaxed));
  }

  TimePlan plan_;
  Clock::time_point begin_;
  std::uint64_t node_limit_ = 0;
  std::atomic<Clock::duration::rep> clock_began_{0};
  std::atomic<bool> open_ended_{false};
  std::atomic<bool> ordered_{false};
  std::atomic<bool> stopped_{false};
};

}  // namespace lucena
