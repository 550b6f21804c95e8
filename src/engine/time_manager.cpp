// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/time_manager.h"

#include <algorithm>

namespace lucena {

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
  const double share = static_cast<double>(usable.count()) / moves;
  const double wanted = share + 0.75 * static_cast<double>(clock.increment.count());
  const double most = static_cast<double>(usable.count()) * (moves == 1 ? 0.9 : 0.4);
  const double aim = std::min(wanted, most);
  const double end = std::min(4 * wanted, most);
  const auto milliseconds = [&](double count) {
    return std::max(Milliseconds(static_cast<std::int64_t>(count)), kLeast);
  };
  return {milliseconds(aim), milliseconds(end)};
}

}  // namespace lucena
