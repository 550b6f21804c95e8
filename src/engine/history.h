// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "chess/position.h"

namespace lucena {

/// How well a kind of move has done lately, between -kLimit and kLimit. Every change also pulls
/// towards zero, the more the farther away it is, so that old merits fade: a bonus of 1000 makes
/// 1000 of 0, adds 500 at half the limit and nothing at the limit, where a malus counts twice.
class MoveScore {
 public:
  static constexpr int kLimit = 16384;

  int value() const { return value_; }
  void add(int bonus) {
    value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / kLimit);
  }

 private:
  std::int16_t value_ = 0;
};

/// A man and where it went: what the moves of different positions have in common. The index is
/// (6 * colour + type) * 64 + square.
struct ManMove {
  std::uint16_t index;  // colour, type and target square

  static ManMove of(const Position& position, Move move) {
    const auto man = static_cast<unsigned>(position.side_to_move()) * 6 +
                     static_cast<unsigned>(position.type_at(move.from()));
    return {static_cast<std::uint16_t>(man * 64 + move.to().byte())};
  }
  static constexpr std::size_t kCount = 12 * 64;
};

/// What the search has learnt about moves, apart from positions.
class History {
 public:
  History() : follow_ups_(ManMove::kCount * ManMove::kCount) { clear(); }

  void clear() {
    quiet_ = {};
    captures_ = {};
    counter_moves_ = {};
    corrections_ = {};
    std::fill(follow_ups_.begin(), follow_ups_.end(), MoveScore());
  }

  /// By squares alone, which are the lower twelve bits of a move.
  MoveScore& quiet(Color side, Move move) { return quiet_[side][move.bits() & 4095]; }
  /// A quiet move as an answer to what was played one or two plies before.
  MoveScore& follow_up(ManMove before, ManMove now) {
    return follow_ups_[before.index * ManMove::kCount + now.index];
  }
  MoveScore& capture(ManMove now, PieceType victim) { return captures_[now.index][victim]; }
  /// By how much searches have found positions with these pawns better than their evaluation. The
  /// place is a hash of the pawns in 14 bits; structures that share one spoil each other's score a
  /// little, which is cheaper than to find out.
  MoveScore& correction(const Position& position) {
    const std::uint64_t pawns =
        position.men_of(Color::White, PieceType::Pawn).bits() * 0x9e3779b97f4a7c15u ^
        position.men_of(Color::Black, PieceType::Pawn).bits() * 0xc2b2ae3d27d4eb4fu;
    const std::size_t place = (pawns ^ pawns >> 29) * 0x9e3779b97f4a7c15u >> (64 - 14);
    return corrections_[position.side_to_move()][place];
  }
  /// The quiet move that last refuted this one.
  std::optional<Move>& counter_move(ManMove before) { return counter_moves_[before.index]; }

 private:
  ByColor<std::array<MoveScore, 4096>> quiet_;
  std::array<ByPieceType<MoveScore>, ManMove::kCount> captures_;
  std::array<std::optional<Move>, ManMove::kCount> counter_moves_;
  /// 768 * 768 scores of two bytes, about 1.2 MB.
  std::vector<MoveScore> follow_ups_;
  ByColor<std::array<MoveScore, 1 << 14>> corrections_;
};

}  // namespace lucena
