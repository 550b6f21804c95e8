// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "chess/attacks.h"
#include "endgame/symmetry.h"

namespace lucena {

/// What chess/attacks.h and endgame/symmetry.h know of squares, in one piece of 40 KB that can be
/// copied to where kernels run.
struct BoardTables {
  std::uint64_t knight[64];
  std::uint64_t king[64];
  std::uint64_t pawn[2][64];  // by colour
  attack_tables::Lines lines[64];
  std::uint8_t rank[8][64];
  std::uint64_t between[64][64];
  std::uint8_t reach[64][64];  // the pieces that reach one square from another on an empty board
  /// By square of the white king: the code of the symmetry that takes it into the triangle, and the
  /// slot there.
  std::uint8_t into_triangle[64], triangle_slot[64];

  static BoardTables make();
};

namespace on_device {

/// A bit for each type of piece, as in BoardTables::reach.
LUCENA_DEVICE constexpr std::uint8_t bit_of(PieceType type) {
  return static_cast<std::uint8_t>(1 << static_cast<int>(type));
}

/// As pawn_attacks() and piece_attacks().
LUCENA_DEVICE inline std::uint64_t attacks(const BoardTables& board, Piece piece, int from,
                                           std::uint64_t occupied) {
  if (piece.type == PieceType::Pawn) return board.pawn[static_cast<int>(piece.color)][from];
  if (piece.type == PieceType::Knight) return board.knight[from];
  const Square square(from);
  const Bitboard all(occupied);
  const attack_tables::Lines lines = board.lines[from];
  std::uint64_t attacked = 0;
  if (piece.type != PieceType::Bishop) {
    const int shift = from & 56;
    attacked |= attack_tables::along_line(square, all, lines.file).bits() |
                std::uint64_t{board.rank[from & 7][occupied >> (shift + 1) & 63]} << shift;
  }
  if (piece.type != PieceType::Rook) {
    attacked |= attack_tables::along_line(square, all, lines.diagonal).bits() |
                attack_tables::along_line(square, all, lines.anti_diagonal).bits();
  }
  return attacked;
}

}  // namespace on_device
}  // namespace lucena
