// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

#include "chess/square.h"

namespace lucena {

/// A set of squares: bit i is the square with index i, so a1 is the lowest bit and h8 the highest,
/// and every rank is a byte.
///
///     8   56 57 58 59 60 61 62 63
///     7   48 49 50 51 52 53 54 55
///     .    .  .  .  .  .  .  .  .
///     2    8  9 10 11 12 13 14 15
///     1    0  1  2  3  4  5  6  7
///
///          a  b  c  d  e  f  g  h
class Bitboard {
 public:
  constexpr Bitboard() = default;
  constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
  /// The set of this square alone.
  constexpr explicit Bitboard(Square square) : bits_(std::uint64_t{1} << square.index()) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  /// Brings the square's bit down to the lowest place: in 10100 the bit 2 is set, for 10100 >> 2 is
  /// 101.
  constexpr bool contains(Square square) const { return (bits_ >> square.index() & 1) != 0; }
  constexpr int count() const { return std::popcount(bits_); }
  /// Whether something is left without the lowest bit. Taking 1 away turns that bit off and all
  /// below it on, so that the conjunction loses it: 10100 & 10011 is 10000.
  constexpr bool more_than_one() const { return (bits_ & (bits_ - 1)) != 0; }
  /// The lowest square of a set that is not empty.
  constexpr Square first() const { return Square(std::countr_zero(bits_)); }

  friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ | b.bits_);
  }
  friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ & b.bits_);
  }
  friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ ^ b.bits_);
  }
  /// Set difference.
  friend constexpr Bitboard operator-(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ & ~b.bits_);
  }
  constexpr Bitboard operator~() const { return Bitboard(~bits_); }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
  constexpr Bitboard& operator-=(Bitboard other) { return *this = *this - other; }
  friend constexpr bool operator==(Bitboard, Bitboard) = default;

  /// Visits the squares from a1 to h8, each time without the lowest bit, as in more_than_one().
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Square operator*() const { return Square(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kAllSquares(~std::uint64_t{0});
/// Every second one: 0xaa is b, d, f and h, which are light on rank 1, 0x55 is a, c, e and g.
inline constexpr Bitboard kLightSquares(0x55aa55aa55aa55aa);

/// The a-file, which is the lowest bit of each byte, moved east.
constexpr Bitboard file_squares(int file) {
  return Bitboard(0x0101010101010101u << file);
}
/// A byte of ones, moved up by whole bytes: rank 1 (the second one) is 0xff00.
constexpr Bitboard rank_squares(int rank) {
  return Bitboard(std::uint64_t{0xff} << (8 * rank));
}

/// A step to a neighbour square, as the difference of square indices.
enum class Direction : int {
  North = 8,
  South = -8,
  East = 1,
  West = -1,
  NorthEast = 9,
  NorthWest = 7,
  SouthEast = -7,
  SouthWest = -9,
};

/// What a step adds to the index of a square that it does not take off the board.
constexpr int index_step(Direction direction) {
  return static_cast<int>(direction);
}

/// All squares of the set, one step further; what would leave the board is gone. To the north and
/// south the shift itself drops it. To the east and west it would come back at the other edge,
/// since after h4 (31) comes a5 (32), so that edge is taken away first. {h4, e4} one step to the
/// east is {f4}: h4 is taken out first.
template <Direction direction>
constexpr Bitboard shift(Bitboard set) {
  constexpr int kStep = index_step(direction);
  constexpr bool kEastward = kStep == 1 || kStep == 9 || kStep == -7;
  constexpr bool kWestward = kStep == -1 || kStep == -9 || kStep == 7;
  if constexpr (kEastward) set -= file_squares(7);
  if constexpr (kWestward) set -= file_squares(0);
  return Bitboard(kStep > 0 ? set.bits() << kStep : set.bits() >> -kStep);
}

}  // namespace lucena
