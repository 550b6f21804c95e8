// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "chess/legal_moves.h"
#include "table/position_values.h"

namespace lucena::test {

/// The slow twin of the law about distances under the 50-move rule: a search of positions with
/// their clocks, move by move, by the rules of the game. Tables only tell it where not to look: how
/// far the mate is without the rule, with which it is never nearer, and how far the next capture or
/// pawn move is, without which the rule makes a draw of it.
class ClockTwin {
 public:
  explicit ClockTwin(const PositionValues& values) : values_(values) {}

  /// Whether the side that wins without the rule mates with it in so many plies or fewer, whatever
  /// the other side does and claims. Nothing if that is not known after many positions.
  std::optional<bool> mates_within(const Position& position, unsigned plies) {
    positions_left_ = kMostPositions;
    return mates(position, plies);
  }

 private:
  static constexpr unsigned kMostPositions = 3000;  // a fraction of a second

  /// What is known so far of the plies to mate.
  struct Bounds {
    unsigned mates_not_before = 0;
    unsigned mates = std::numeric_limits<unsigned>::max();
  };

  std::optional<bool> mates(const Position& position, unsigned plies) {
    const Worth mate = values_.worth(position, Metric::Mate).value();
    if (mate.is_draw() || mate.plies() > plies) return false;
    if (mate.plies() == 0) return true;  // on the board, which comes before any claim
    const unsigned clock = position.halfmove_clock();
    if (clock >= kClockLimit) return false;
    if (clock + plies <= kClockLimit) return true;  // nothing can be claimed before
    const unsigned zeroing = values_.worth(position, Metric::Zeroing).value().plies();
    if (clock + zeroing > kClockLimit) return false;
    // Who mates within some plies mates within more.
    Bounds& bounds = known_[{position.key(), clock}];
    if (plies >= bounds.mates) return true;
    if (plies < bounds.mates_not_before) return false;
    if (positions_left_ == 0) return {};
    --positions_left_;
    const auto found = search(position, mate.is_win(), plies);
    if (found && *found) bounds.mates = std::min(bounds.mates, plies);
    if (found && !*found) bounds.mates_not_before = std::max(bounds.mates_not_before, plies + 1);
    return found;
  }

  /// One move is enough for the winner, and enough for the other side to escape. Captures and pawn
  /// moves come first, since they are settled soonest.
  std::optional<bool> search(const Position& position, bool winner_moves, unsigned plies) {
    const MoveList legal = legal_moves(position);
    std::vector<Move> moves(legal.begin(), legal.end());
    std::stable_partition(moves.begin(), moves.end(), [&](Move move) {
      return effect_of(position, move) != MoveEffect::Quiet;
    });
    bool all_known = true;
    for (const Move move : moves) {
      const auto found = mates(position.after(move), plies - 1);
      if (found == winner_moves) return winner_moves;
      all_known &= found.has_value();
    }
    if (!all_known) return {};
    return !winner_moves;
  }

  const PositionValues& values_;
  unsigned positions_left_ = 0;
  std::map<std::pair<std::uint64_t, unsigned>, Bounds> known_;
};

}  // namespace lucena::test
