// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "chess/castling.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace lucena::zobrist {

/// Random numbers whose exclusive or is a position's key. They are part of no file format.
///
/// A number that is added twice is gone, so whatever changes costs the same two operations: a
/// knight from g1 to f3 is key ^ man(knight, g1) ^ man(knight, f3), and the same again takes it
/// back. Two different positions have the same key with a probability of 2^-64.
///
///     man               2 * 6 * 64 = 768 numbers
///     castling          16, one for each set of rights
///     en passant file   8
///     black to move     1
///
/// Polyglot's key (engine/polyglot_key.h) is another one, and fixed by its file format.
struct Numbers {
  ByColor<ByPieceType<BySquare<std::uint64_t>>> man;
  std::array<std::uint64_t, 16> castling;
  std::array<std::uint64_t, 8> en_passant_file;
  std::uint64_t black_to_move;
};

extern const Numbers kNumbers;

inline std::uint64_t man(Color color, PieceType type, Square square) {
  return kNumbers.man[color][type][square];
}
/// Four bits tell which: KQ is 3, all four are 15, none is 0, whose number is 0.
inline std::uint64_t castling(CastlingRights rights) {
  return kNumbers.castling[rights.bits()];
}
/// By file alone, since the rank is known from the side to move.
inline std::uint64_t en_passant(Square square) {
  return kNumbers.en_passant_file[square.file()];
}

}  // namespace lucena::zobrist
