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

/// The squares of the white king and the men besides the kings, as a set, or nothing if two share
/// a square.
inline std::uint64_t occupied_squares(Square white_king, const Squares& squares, std::size_t men) {
  std::uint64_t occupied = std::uint64_t{1} << white_king.index();
  for (std::size_t i = 0; i < men; ++i) {
    const std::uint64_t here = std::uint64_t{1} << squares[i];
    if ((occupied & here) != 0) return 0;
    occupied |= here;
  }
  return occupied;
}

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
  const std::uint64_t possible = ~(occupied | king_attacks(white_king).bits());
  const ByColor<std::uint64_t> legal{possible & ~attacked_by_white, possible & ~white_in_check};
  return {legal, {legal[Color::White] & white_in_check, legal[Color::Black] & attacked_by_white}};
}

}  // namespace lucena
