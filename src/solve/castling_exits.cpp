// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_exits.h"

#include <algorithm>
#include <bit>

#include "chess/legal_moves.h"

namespace lucena {

std::array<bool, 2> CastlingExits::best_exits(std::uint32_t word,
                                              const std::array<std::uint64_t, 2>& legal,
                                              std::array<ScoreRow, 2>& scores) const {
  for (const Color side : kColors) {
    const auto s = static_cast<std::size_t>(side);
    for (std::uint64_t rest = legal[s]; rest != 0; rest &= rest - 1) {
      const int black_king = std::countr_zero(rest);
      const auto position = table_.position_at(skeleton_, word, Square(black_king), side);
      scores[s][static_cast<std::size_t>(black_king)] = best_exit(position.value());
    }
  }
  return {true, true};
}

Score CastlingExits::best_exit(const Position& position) const {
  Score best = 0;
  for (const Move move : legal_moves(position)) {
    const Position after = position.after(move);
    const bool pawn_moves = position.piece_at(move.from())->type == PieceType::Pawn;
    const bool captures = after.occupied().count() < position.occupied().count();
    const bool rights_change = after.castling() != position.castling();
    if (!pawn_moves && !captures && !rights_change) continue;
    best = std::max(best, score_before(store_.score(after).value()));
  }
  return best;
}

}  // namespace lucena
