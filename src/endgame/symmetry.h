// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.h"
#include "chess/square.h"

namespace lucena {

/// One of the eight symmetries of the board: first perhaps a flip of the files, then perhaps of
/// the ranks, then perhaps a reflection in the diagonal a1-h8. The code has a bit for each; b1 goes
/// to
///
///     code    0   1   2   3   4   5   6   7
///     image  b1  g1  b8  g8  a2  a7  h2  h7
class Symmetry {
 public:
  static constexpr int kCount = 8;

  constexpr Symmetry() = default;
  constexpr Symmetry(bool flips_files, bool flips_ranks, bool transposes)
      : code_(static_cast<std::uint8_t>(flips_files + 2 * flips_ranks + 4 * transposes)) {}
  static constexpr Symmetry from_code(int code) {
    return Symmetry((code & 1) != 0, (code & 2) != 0, (code & 4) != 0);
  }

  constexpr int code() const { return code_; }
  constexpr bool is_identity() const { return code_ == 0; }
  constexpr bool flips_files() const { return (code_ & 1) != 0; }
  constexpr bool flips_ranks() const { return (code_ & 2) != 0; }
  constexpr bool transposes() const { return (code_ & 4) != 0; }

  /// To undo "flip the files, then transpose" (5) is to transpose and then flip the files, which is
  /// to flip the ranks and then transpose (6). Everything else is its own inverse.
  constexpr Symmetry inverse() const {
    return transposes() ? Symmetry(flips_ranks(), flips_files(), true) : *this;
  }

  /// Flips turn the three bits of file or rank round; to transpose is to exchange them.
  constexpr Square operator()(Square square) const {
    const int flipped = square.index() ^ (flips_files() ? 7 : 0) ^ (flips_ranks() ? 56 : 0);
    return Square(transposes() ? (flipped >> 3 | (flipped & 7) << 3) : flipped);
  }

  /// The set of the images of a set of squares.
  constexpr std::uint64_t operator()(std::uint64_t squares) const {
    if (flips_files()) {
      // Neighbours change places, then pairs, then halves: abcdefgh, badcfehg, dcbahgfe, hgfedcba.
      squares = (squares >> 1 & 0x5555555555555555) | (squares & 0x5555555555555555) << 1;
      squares = (squares >> 2 & 0x3333333333333333) | (squares & 0x3333333333333333) << 2;
      squares = (squares >> 4 & 0x0f0f0f0f0f0f0f0f) | (squares & 0x0f0f0f0f0f0f0f0f) << 4;
    }
    if (flips_ranks()) squares = swap_bytes(squares);
    if (transposes()) {
      // The off-diagonal quarters of the board change places, then those of each quarter, then
      // single squares. From e1 to a5, its image, it is 28 up; from c1 to a3, 14; from b1 to a2, 7.
      // t is where the two differ, seen at the upper one: adding it to both swaps them.
      std::uint64_t t = (squares ^ squares << 28) & 0x0f0f0f0f00000000;
      squares ^= t ^ t >> 28;
      t = (squares ^ squares << 14) & 0x3333000033330000;
      squares ^= t ^ t >> 14;
      t = (squares ^ squares << 7) & 0x5500550055005500;
      squares ^= t ^ t >> 7;
    }
    return squares;
  }

  friend constexpr bool operator==(Symmetry, Symmetry) = default;

 private:
  std::uint8_t code_ = 0;
};

/// The ten squares a1, b1, c1, d1, b2, c2, d2, c3, d3, d4, with these numbers as slots: every
/// square has exactly one of them among its images.
///
///     4   . . . 9
///     3   . . 7 8
///     2   . 4 5 6
///     1   0 1 2 3
///         a b c d
inline constexpr int kTriangleSize = 10;
inline constexpr std::array<Square, kTriangleSize> kTriangle{
    Square(0),  Square(1),  Square(2),  Square(3),  Square(9),
    Square(10), Square(11), Square(18), Square(19), Square(27)};

/// The symmetry that takes a square into the triangle; for squares on a diagonal it is the one
/// that does not transpose.
constexpr Symmetry into_triangle(Square square) {
  const bool flips_files = square.file() > 3, flips_ranks = square.rank() > 3;
  const Square flipped = Symmetry(flips_files, flips_ranks, false)(square);
  return Symmetry(flips_files, flips_ranks, flipped.rank() > flipped.file());
}

/// The place of a triangle square among the ten.
constexpr int triangle_slot(Square square) {
  for (int slot = 0; slot < kTriangleSize; ++slot) {
    if (kTriangle[slot] == square) return slot;
  }
  assert(false);
  return 0;
}

}  // namespace lucena
