// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/time_manager.h"

#include <algorithm>

namespace lucena {

/// All times in milliseconds. With 10 ms of overhead:
///
///     left       increment   moves to go   aim      end
///     60,000     0           not said      3,157    12,629
///     300,000    2,000       not said      17,288   69,155
///     60,000     0           40            1,499    5,999
///     60,000     0           1             53,991   53,991
///     100        0           not said      4        18
///
/// A fixed time for a move has no aim: it is used up.
TimePlan plan_time(const SearchLimits& limits, Milliseconds overhead) {
  constexpr Milliseconds kLeast{1};
  if (limits.move_time) {
    const Milliseconds time = std::max(*limits.move_time - overhead, kLeast);
    return {{}, time};
  }
  if (!limits.clock) return {};
  const ClockTime& clock = *limits.clock;
  const Milliseconds usable = std::max(clock.left - overhead, kLeast);
  // A game without a number of moves goes on for this many, as far as one can tell.
  constexpr unsigned kExpectedMoves = 19;
  const unsigned moves = std::clamp(clock.moves_to_go.value_or(kExpectedMoves), 1u, 50u);
  // With five seconds left and 50 ms a move that is 263 + 37 = 300 ms, or up to 1.2 s for a search
  // that has changed its mind, and never more than 40 % of what is left.
  using RealTime = std::chrono::duration<double, Milliseconds::period>;
  const RealTime wanted = RealTime(usable) / moves + 0.75 * RealTime(clock.increment);
  const RealTime most = RealTime(usable) * (moves == 1 ? 0.9 : 0.4);
  const auto at_most = [&](RealTime time) {
    return std::max(std::chrono::duration_cast<Milliseconds>(std::min(time, most)), kLeast);
  };
  return {at_most(wanted), at_most(4 * wanted)};
}

}  // namespace lucena
