// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/polyglot_key.h"

namespace lucena {
namespace {

constexpr std::size_t kCastling = 768, kEnPassant = 772, kWhiteToMove = 780;

/// Black pawn 0, white pawn 1, black knight 2 and so on to the white king 11, and 64 squares for
/// each. A white pawn on e2 is number 64 * 1 + 12 = 76.
std::size_t place_of(Piece piece, Square square) {
  const std::size_t kind =
      2 * static_cast<std::size_t>(piece.type) + (piece.color == Color::White ? 1 : 0);
  return 64 * kind + square.byte();
}

}  // namespace

std::uint64_t polyglot_key(const Position& position) {
  const auto& numbers = polyglot::kNumbers;
  std::uint64_t key = 0;
  for (const Square square : position.occupied()) {
    key ^= numbers[place_of(*position.piece_at(square), square)];
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const bool has_right = position.castling().has(kColors[i / 2], kCastlingSides[i % 2]);
    if (has_right) key ^= numbers[kCastling + i];
  }
  const Color mover = position.side_to_move();
  if (const auto square = position.en_passant()) {
    const Bitboard capturers =
        pawn_attacks(opposite(mover), *square) & position.men_of(mover, PieceType::Pawn);
    if (!capturers.empty()) key ^= numbers[kEnPassant + square->file()];
  }
  if (mover == Color::White) key ^= numbers[kWhiteToMove];
  return key;
}

}  // namespace lucena
