// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "chess/piece.h"

namespace lucena {

/// Why the stronger side does not win, the 50-move rule ignored. Every position that it does not
/// win belongs to exactly one of these:
///
///     lost                the weaker side wins
///     stalemates          drawn, the side to move has no legal move
///     lost_at_once        drawn, a man is lost at once: the weaker side has a capture that does
///                         not lose, or has one whatever the stronger side plays
///     lost_by_force       drawn, the weaker side can force such a capture later
///     stalemate_traps     drawn, the weaker side can force such a capture or a stalemate, but not
///                         the capture alone
///     other_draws         drawn, the stronger side can avoid all that for good and still not win:
///                         a fortress, perpetual check, or too few men
///
/// A capture by the stronger side that does not lose avoids it too. A promotion that does not win
/// avoids nothing: the new piece counts as lost with the pawn. To lose the game instead of a man
/// does not count as avoiding either.
///
/// In KRvK with Black to move, Ka1, Rc2 and kd3 is lost_at_once: Kxc2 draws. Kc3, Rb2 and ka1 is
/// one of the stalemates: the king is not in check, a2 and b1 are attacked and b2 is guarded.
struct UnwonCounts {
  std::uint64_t lost = 0, stalemates = 0, lost_at_once = 0, lost_by_force = 0;
  std::uint64_t stalemate_traps = 0, other_draws = 0;

  std::uint64_t drawn() const {
    return stalemates + lost_at_once + lost_by_force + stalemate_traps + other_draws;
  }
  std::uint64_t all() const { return lost + drawn(); }
  friend bool operator==(const UnwonCounts&, const UnwonCounts&) = default;
};

/// By side to move.
struct UnwonCensus {
  ByColor<UnwonCounts> unique, placements;
  friend bool operator==(const UnwonCensus&, const UnwonCensus&) = default;
};

}  // namespace lucena
