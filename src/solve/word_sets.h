// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "chess/attacks.h"
#include "endgame/layout.h"

namespace lucena {

/// What is known of the 64 positions of a word before anything is solved, as sets of squares of
/// the black king.
struct WordSets {
  ByColor<std::uint64_t> legal;     // by side to move
  ByColor<std::uint64_t> in_check;  // by side to move; a part of legal
};

/// The squares of the white king and the men besides the kings, as a set, or nothing if two share a
/// square. The black king is not among them; he is what the bits of a word are about.
inline std::uint64_t occupied_squares(Square white_king, const Squares& squares, std::size_t men) {
  std::uint64_t occupied = std::uint64_t{1} << white_king.index();
  for (std::size_t i = 0; i < men; ++i) {
    const std::uint64_t here = std::uint64_t{1} << squares[i];
    if ((occupied & here) != 0) return 0;
    occupied |= here;
  }
  return occupied;
}

/// A position is legal if the side that is not to move is not in check, no two men share a square
/// and the kings are not neighbours. Ke1 and a black rook on e8, as sets of squares of the black
/// king:
///
///     8   x x x x r x x x      White to move: x and o are legal, since nothing of White's attacks
///     7   x x x x o x x x      the black king; on x White is in check, on o the black king
///     6   x x x x o x x x      shields his rival.
///     5   x x x x o x x x
///     4   x x x x o x x x      Black to move: only o is legal; on x White would be in check while
///     3   x x x x o x x x      it is Black's turn.
///     2   x x x . . . x x
///     1   x x x . K . x x      The dots are next to the white king.
inline WordSets word_sets(Square white_king, std::span<const Piece> men, const Squares& squares) {
  const std::uint64_t occupied = occupied_squares(white_king, squares, men.size());
  if (occupied == 0) return {};
  std::uint64_t attacked_by_white = 0;
  std::uint64_t white_in_check = 0;
  for (std::size_t i = 0; i < men.size(); ++i) {
    const Square from(squares[i]);
    const Bitboard attacks = men[i].type == PieceType::Pawn
                                 ? pawn_attacks(men[i].color, from)
                                 : piece_attacks(men[i].type, from, Bitboard(occupied));
    if (men[i].color == Color::White) {
      attacked_by_white |= attacks.bits();
    } else if (attacks.contains(white_king)) {
      // The black king shields his rival where he stands between.
      white_in_check |= ~squares_between(from, white_king).bits();
    }
  }
  // White's attacks are computed without the black king on the board. That makes no difference to
  // whether his own square is attacked, and nothing else is asked.
  const std::uint64_t possible = ~(occupied | king_attacks(white_king).bits());
  const ByColor<std::uint64_t> legal{possible & ~attacked_by_white, possible & ~white_in_check};
  return {legal, {legal[Color::White] & white_in_check, legal[Color::Black] & attacked_by_white}};
}

}  // namespace lucena
