// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/position_values.h"

#include <algorithm>

#include "chess/legal_moves.h"

namespace lucena {
Result<Worth, TableFault> PositionValues::worth(const Position& position, Metric metric) const {
  return worth(position, metric, kNoCeiling);
}

Result<Worth, TableFault> PositionValues::worth(const Position& position, Metric metric,
                                                Worth ceiling) const {
  if (position.can_capture_en_passant()) return worth_with_en_passant(position, metric, ceiling);
  return ordinary_worth(position, metric, ceiling);
}

/// What the opponent may have at most for a quiet move of ours to be worth this much.
Worth PositionValues::ceiling_behind(Worth least) {
  if (least.is_draw()) return Worth::draw();
  if (!least.exists() || least.plies() == 0) return kNoCeiling;
  return least.is_win() ? Worth::loss(least.plies() - 1) : Worth::win(least.plies() - 1);
}

/// Tables know nothing of captures in passing: the value is the better of theirs and of these
/// captures. Where those are the only moves, they are forced, which matters if the side to move
/// would be stalemated without.
Result<Worth, TableFault> PositionValues::worth_with_en_passant(const Position& position,
                                                                Metric metric,
                                                                Worth ceiling) const {
  Worth best_capture;
  bool has_other_move = false;
  for (const Move move : legal_moves(position)) {
    if (move.kind() != MoveKind::EnPassant) {
      has_other_move = true;
      continue;
    }
    const auto capture = worth_of_move(position, move, metric);
    if (!capture) return capture;
    best_capture = std::max(best_capture, *capture);
  }
  if (!has_other_move) return best_capture;
  const auto ordinary = ordinary_worth(position, metric, ceiling);
  if (!ordinary) return ordinary;
  return std::max(*ordinary, best_capture);
}

Result<Worth, TableFault> PositionValues::worth_of_move(const Position& position, Move move,
                                                        Metric metric, Worth least) const {
  const MoveEffect effect = effect_of(position, move);
  const Position after = position.after(move);
  // After a conversion it only counts who wins, and an ending need not be solved by conversion for
  // the sake of another. After a zeroing move it also counts whether the win is cursed; where
  // nothing is, the mate table tells all there is to know.
  Metric needed = metric;
  if (metric == Metric::Conversion && effect == MoveEffect::Conversion) needed = Metric::Mate;
  if (metric == Metric::Zeroing && effect != MoveEffect::Quiet) {
    const auto never_cursed = is_never_cursed(after);
    if (!never_cursed) return never_cursed.error();
    if (*never_cursed) needed = Metric::Mate;
  }
  const Worth ceiling = effect == MoveEffect::Quiet ? ceiling_behind(least) : kNoCeiling;
  const auto value = worth(after, needed, ceiling);
  if (!value) return value;
  if (needed == metric || value->is_draw()) return worth_before(*value, metric, effect);
  return value->is_loss() ? Worth::win(1) : Worth::loss(1);
}

/// This is the rule of the game itself: a position is worth its best move, and without one it is
/// mate or stalemate.
Result<Worth, TableFault> worth_from_moves(const Position& position, Metric metric,
                                           const PositionValues& values) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return position.in_check() ? Worth::loss(0) : Worth::draw();
  Worth best;
  for (const Move move : moves) {
    const auto worth = values.worth_of_move(position, move, metric);
    if (!worth) return worth;
    best = std::max(best, *worth);
  }
  return best;
}

Result<bool, TableFault> obeys_moves(const Position& position, Worth worth, Metric metric,
                                     const PositionValues& values) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return worth == (position.in_check() ? Worth::loss(0) : Worth::draw());
  // Once one is worth as much, the others only must not be worth more.
  Worth least = worth;
  for (const Move move : moves) {
    const auto found = values.worth_of_move(position, move, metric, least);
    if (!found) return found.error();
    if (*found > worth) return false;
    if (*found == least) least = worth.next_better();
  }
  return least > worth;
}

}  // namespace lucena
