// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"

namespace lucena {

enum class MoveKind : std::uint8_t { Ordinary, Promotion, EnPassant, Castling };

/// A move in 16 bits. Castling is written as the king's move, e1 to g1. A move means something only
/// together with its position.
///
///     15 14   13 12             11 ... 6   5 ... 0
///     kind    a pawn becomes    to         from        (knight 0, bishop 1, rook 2, queen 3)
///
/// e2-e4 is 0'0'28'12 or 28 * 64 + 12 = 1804, and e7-e8=Q, a promotion, is 1'3'60'52.
class Move {
 public:
  /// Capturing and stepping are both ordinary: what stands on the target square is the position's
  /// to say.
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::Ordinary)
      : bits_(static_cast<std::uint16_t>(from.index() | to.index() << 6 |
                                         static_cast<int>(kind) << 14)) {}
  /// A promotion to a knight, bishop, rook or queen.
  static constexpr Move promotion(Square from, Square to, PieceType type) {
    Move move(from, to, MoveKind::Promotion);
    const int code = static_cast<int>(type) - static_cast<int>(PieceType::Knight);
    assert(0 <= code && code < 4);
    move.bits_ = static_cast<std::uint16_t>(move.bits_ | code << 12);
    return move;
  }

  constexpr Square from() const { return Square(bits_ & 63); }
  constexpr Square to() const { return Square(bits_ >> 6 & 63); }
  constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14); }
  /// What the pawn becomes; only for promotions.
  constexpr PieceType promoted() const {
    return static_cast<PieceType>((bits_ >> 12 & 3) + static_cast<int>(PieceType::Knight));
  }

  /// The 16 bits, for tables that have no room for more. No move has all of them zero, since that
  /// would lead from a1 to a1.
  constexpr std::uint16_t bits() const { return bits_; }
  /// The move that had these bits.
  static constexpr Move from_bits(std::uint16_t bits) {
    Move move(Square(bits & 63), Square(bits >> 6 & 63));
    move.bits_ = bits;
    return move;
  }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  friend class MoveList;
  Move() = default;  // no move at all: for the unused end of a MoveList only

  std::uint16_t bits_;
};

/// The moves of one position, in the order they were generated. No position that chess can reach
/// has more than 218, so that 256 leave room to spare.
class MoveList {
 public:
  static constexpr std::size_t kCapacity = 256;

  void push_back(Move move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }
  Move operator[](std::size_t i) const {
    assert(i < size_);
    return moves_[i];
  }

 private:
  std::size_t size_ = 0;
  Move moves_[kCapacity];
};

}  // namespace lucena
