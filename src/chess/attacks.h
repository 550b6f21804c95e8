// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.h"
#include "chess/bitboard.h"
#include "chess/piece.h"

namespace lucena {

namespace attack_tables {

/// The other squares of the lines through a square: without itself, so that the slider neither
/// blocks nor attacks its own square.
struct Lines {
  std::uint64_t file;
  std::uint64_t diagonal;       // a1-h8 direction
  std::uint64_t anti_diagonal;  // a8-h1 direction
};

using SquareSets = BySquare<Bitboard>;

extern const SquareSets kKnight;
extern const SquareSets kKing;
extern const ByColor<SquareSets> kPawn;
extern const BySquare<Lines> kLines;
/// By file of the slider and the occupancy of the six inner files of its rank.
extern const std::array<std::array<std::uint8_t, 64>, 8> kRank;
extern const BySquare<SquareSets> kBetween;
extern const BySquare<SquareSets> kThrough;

/// Attacks along one line, in both directions at once, by subtraction ("hyperbola quintessence").
/// Looking up the line from the slider s to the blockers o, o - s flips every bit from s to the
/// nearest blocker:
///
///     o        0 0 1 0 1 0 0 0      (s on the right-most bit of this line)
///     s        0 0 0 0 0 0 0 1
///     o - s    0 0 1 0 0 1 1 1      differs from o in the attacked squares and s itself
///
/// Looking down is the same with the byte order of the board reversed. XOR keeps what differs, and
/// the mask takes s itself out again.
///
/// A rook on d4 with men on d2 and d7, the d-file from d8 down to d1:
///
///     o                    0 1 0 0 . 0 1 0
///     o - s                0 0 1 1 1 0 1 0      differs from o on d7, d6, d5, d4
///     the same, reversed   0 1 0 0 1 1 0 0      differs from o on d4, d3, d2
///     XOR of both, masked  0 1 1 1 . 1 1 0
///
/// The borrow also runs through the other squares of the board, from where the mask takes it away.
/// If nobody stands in the way it runs out at the end of the word, and the whole rest of the line
/// differs.
constexpr Bitboard along_line(Square from, Bitboard occupied, std::uint64_t line) {
  const std::uint64_t slider = std::uint64_t{1} << from.index();
  const std::uint64_t upwards = occupied.bits() & line;
  const std::uint64_t downwards = swap_bytes(upwards);
  const std::uint64_t up = upwards - slider;
  const std::uint64_t down = downwards - swap_bytes(slider);
  return Bitboard((up ^ swap_bytes(down)) & line);
}

/// On a rank the byte order says nothing, so that the subtraction looks only one way; a table does
/// it instead. Whether somebody stands on the a- or h-file makes no difference, since the rank ends
/// there anyway: six bits are enough. A rook on the c-file with men on b and f:
///
///     files          h g f e d c b a
///     occupied       0 0 1 0 0 1 1 0
///     inner files      0 1 0 0 1 1           its own square makes no difference either
///     attacked       0 0 1 1 1 0 1 0
inline Bitboard along_rank(Square from, Bitboard occupied) {
  const int shift = from.index() & 56;
  const std::uint64_t inner_files = occupied.bits() >> (shift + 1) & 63;
  return Bitboard(std::uint64_t{kRank[from.file()][inner_files]} << shift);
}

}  // namespace attack_tables

/// Attacks are where a man could capture, own men or enemy ones: the first man in the way is
/// included, whoever it belongs to.
inline Bitboard knight_attacks(Square from) {
  return attack_tables::kKnight[from];
}
inline Bitboard king_attacks(Square from) {
  return attack_tables::kKing[from];
}
/// The squares on which a pawn of this colour would capture.
inline Bitboard pawn_attacks(Color color, Square from) {
  return attack_tables::kPawn[color][from];
}
inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
  const attack_tables::Lines& lines = attack_tables::kLines[from];
  return attack_tables::along_line(from, occupied, lines.diagonal) |
         attack_tables::along_line(from, occupied, lines.anti_diagonal);
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) {
  const attack_tables::Lines& lines = attack_tables::kLines[from];
  return attack_tables::along_line(from, occupied, lines.file) |
         attack_tables::along_rank(from, occupied);
}
/// A queen sees what a rook and a bishop see together.
inline Bitboard queen_attacks(Square from, Bitboard occupied) {
  return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}
/// Attacks of any piece that is not a pawn.
inline Bitboard piece_attacks(PieceType type, Square from, Bitboard occupied) {
  switch (type) {
    case PieceType::Knight:
      return knight_attacks(from);
    case PieceType::Bishop:
      return bishop_attacks(from, occupied);
    case PieceType::Rook:
      return rook_attacks(from, occupied);
    case PieceType::Queen:
      return queen_attacks(from, occupied);
    case PieceType::King:
      return king_attacks(from);
    case PieceType::Pawn:
      break;
  }
  assert(false);
  return {};
}

/// The squares strictly between two squares on one rank, file or diagonal; empty otherwise. Between
/// a1 and d4 are b2 and c3, between a1 and b3 is nothing.
inline Bitboard squares_between(Square a, Square b) {
  return attack_tables::kBetween[a][b];
}
/// The whole rank, file or diagonal through two squares, edge to edge; empty if there is none.
/// Through b2 and d4 goes a1-h8, both ends included.
inline Bitboard line_through(Square a, Square b) {
  return attack_tables::kThrough[a][b];
}

}  // namespace lucena
