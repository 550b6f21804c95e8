// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/bitboard.h"
#include "chess/position.h"

namespace lucena {

/// The men of a position, perhaps with the colours swapped and the board turned round so that the
/// game is the same: White becomes Black, rank 1 becomes rank 8.
struct Placement {
  Square white_king, black_king;
  ByColor<ByPieceType<Bitboard>> men;

  Bitboard men_of(Piece piece) const { return men[piece.color][piece.type]; }
};

/// A rank is a byte of a set, so to turn the board round is to reverse the order of the bytes.
inline Placement placement_of(const Position& position, bool swap_colors) {
  const auto turned = [&](Square square) { return swap_colors ? square.flip_ranks() : square; };
  const Color white = swap_colors ? Color::Black : Color::White;
  Placement placement{turned(position.king(white)), turned(position.king(opposite(white))), {}};
  for (const Color color : kColors) {
    const Color from = swap_colors ? opposite(color) : color;
    for (const PieceType type : kPieceTypes) {
      const std::uint64_t squares = position.men_of(from, type).bits();
      placement.men[color][type] = Bitboard(swap_colors ? __builtin_bswap64(squares) : squares);
    }
  }
  return placement;
}

/// The same game with White and Black exchanged and the board turned round.
Position with_colors_swapped(const Position& position);

}  // namespace lucena
