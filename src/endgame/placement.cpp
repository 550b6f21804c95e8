// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/placement.h"

namespace lucena {

Position with_colors_swapped(const Position& position) {
  const Setup before = position.setup();
  Setup after = before;
  for (const Square square : kAllSquares) {
    std::optional<Piece> piece = before[square.flip_ranks()];
    if (piece) piece->color = opposite(piece->color);
    after[square] = piece;
  }
  after.side_to_move = opposite(before.side_to_move);
  after.castling = before.castling.with_colors_swapped();
  if (before.en_passant) after.en_passant = before.en_passant->flip_ranks();
  return Position::create(after).value();
}

}  // namespace lucena
