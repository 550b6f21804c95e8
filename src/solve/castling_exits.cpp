// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_exits.h"

#include <algorithm>
#include <bit>

#include "chess/legal_moves.h"

namespace lucena {

std::array<std::uint64_t, 2> CastlingExits::add_events(std::uint32_t word,
                                                       const std::array<std::uint64_t, 2>& legal,
                                                       Events& events) const {
  std::array<std::uint64_t, 2> without_exit{};
  for (const Color side : kColors) {
    const auto s = static_cast<std::size_t>(side);
    for (std::uint64_t rest = legal[s]; rest != 0; rest &= rest - 1) {
      const std::uint64_t here = rest & -rest;
      const Square black_king(std::countr_zero(rest));
      if (is_known_draw(word, black_king, side)) continue;
      const Worth best = best_exit(table_.position_at(skeleton_, word, black_king, side).value());
      if (!best.exists()) {
        without_exit[s] |= here;
      } else if (!best.is_draw() && best.plies() <= kMaxLevel) {
        // A win further away than that is never the fastest.
        events[s].push_back({here, word, Turn(best.plies(), best.is_win())});
      }
    }
  }
  return without_exit;
}

/// A draw by mate is one by any metric. It has no event; and whether it has an exit does not
/// matter.
bool CastlingExits::is_known_draw(std::uint32_t word, Square black_king, Color side) const {
  if (!scores_) return false;
  const auto bit = static_cast<std::size_t>(black_king.index());
  return scores_->rows(side, skeleton_)[std::size_t{word} * Square::kCount + bit] == kDraw;
}

Worth CastlingExits::best_exit(const Position& position) const {
  Worth best;
  for (const Move move : legal_moves(position)) {
    const bool rights_change = position.after(move).castling() != position.castling();
    if (!rights_change && effect_of(position, move) == MoveEffect::Quiet) continue;
    best = std::max(best, store_.worth_of_move(position, move, metric_).value());
  }
  return best;
}

}  // namespace lucena
