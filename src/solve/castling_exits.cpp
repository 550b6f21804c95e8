// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_exits.h"

#include <algorithm>

#include "chess/legal_moves.h"

namespace lucena {

void CastlingExits::find(const Problem&, std::uint32_t first_word,
                         std::span<const WordOfBothSides> legal,
                         std::span<WordOfBothSides> without_exit, Events& events) const {
  for (std::size_t i = 0; i < legal.size(); ++i) {
    for (const Color side : kColors) {
      without_exit[i][side] = find_in_word(first_word + i, side, legal[i][side], events[side]);
    }
  }
}

/// Such positions are few, so that each becomes an event of its own.
std::uint64_t CastlingExits::find_in_word(std::uint32_t word, Color side, std::uint64_t legal,
                                          std::vector<ExitEvent>& events) const {
  std::uint64_t without_exit = 0;
  for (const Square black_king : Bitboard(legal)) {
    if (is_known_draw(word, black_king, side)) continue;
    const std::uint64_t here = Bitboard(black_king).bits();
    const Worth best = best_exit(table_.position_at(skeleton_, word, black_king, side).value());
    if (!best.exists()) {
      without_exit |= here;
    } else if (!best.is_draw()) {
      events.push_back({here, word, Turn(best.plies(), best.is_win())});
    }
  }
  return without_exit;
}

/// A draw by mate is one by any metric. It has no event; and whether it has an exit does not
/// matter.
bool CastlingExits::is_known_draw(std::uint32_t word, Square black_king, Color side) const {
  if (!scores_) return false;
  return scores_->value_at(side, skeleton_, word, black_king) == kDraw.byte();
}

/// A capture on a rook's home square can end a right of the opponent; rights_ended_at() of both
/// ends of the move covers that, too.
Worth CastlingExits::best_exit(const Position& position) const {
  Worth best;
  for (const Move move : legal_moves(position)) {
    const CastlingRights ended = rights_ended_at(move.from()) | rights_ended_at(move.to());
    const bool gives_up_a_right = !(position.castling() & ended).empty();
    if (!gives_up_a_right && effect_of(position, move) == MoveEffect::Quiet) continue;
    best = std::max(best, values_.worth_of_move(position, move, metric_).value());
  }
  return best;
}

}  // namespace lucena
