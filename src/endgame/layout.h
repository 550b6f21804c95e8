// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chess/position.h"
#include "endgame/material.h"
#include "endgame/placement.h"
#include "endgame/symmetry.h"

namespace lucena {

/// Squares of the men besides the kings, in the order of Layout::men().
using Squares = std::array<std::uint8_t, kMaxOthers>;

/// The men of a material besides the kings in the order that indices use: free men first (White's,
/// then Black's, those with fewer moves before those with more), then the pawns.
std::vector<Piece> ordered_men(const Material& material);

/// How many steps a pawn has made from its first rank.
constexpr int pawn_steps(Color color, Square square) {
  return color == Color::White ? square.rank() - 1 : 6 - square.rank();
}

/// The squares of these men, in their order, identical men by ascending square. All of them must be
/// in the placement, and those alike next to each other in the list; what is left over from a man
/// who is not there are zeros.
Squares squares_of(const Placement& placement, const std::vector<Piece>& men);

/// Where the 64 positions are that differ only in the black king's square: their word, and the
/// symmetry that takes the board there. The bit of a black king's square is its image under that
/// symmetry.
struct WordPlace {
  std::uint32_t skeleton;
  std::uint32_t word;
  Symmetry symmetry;
};

/// One position of an ending without castling rights, for either side to move.
struct Index {
  std::uint32_t skeleton;
  std::uint32_t word;
  std::uint8_t bit;
  friend auto operator<=>(const Index&, const Index&) = default;
};

/// How the positions of a canonical material are numbered.
///
/// The pawns of a position are its skeleton. Within one skeleton, a word holds the 64 squares of
/// the black king; its number has the white king's slot as the highest digit, then one digit to
/// base 64 for each free man. Without pawns the white king stands in the triangle, with pawns
/// anywhere, and of two skeletons that mirror each other only one is kept.
///
///     KRvK      Kc2 (slot 5) Rh7 (55), ke4 (28)     word 5 * 64 + 55 = 375, bit 28
///     KRBvKR    slots to base 64: king, B, R, r     10 * 64 * 64 * 64 words
///     KPPvK     no free men: 64 words for each of the skeletons
///
/// A position can have several indices: twins may be exchanged, a white king on the diagonal or a
/// skeleton that is its own mirror image leave a symmetry unused. All of them hold the same value;
/// the smallest is the canonical one.
class Layout {
 public:
  explicit Layout(const Material& canonical_material);

  const Material& material() const { return material_; }
  /// ordered_men(material()).
  const std::vector<Piece>& men() const { return men_; }
  int free_count() const { return static_cast<int>(free_count_); }
  std::span<const Piece> free_men() const { return {men_.data(), free_count_}; }
  int pawn_count() const { return static_cast<int>(men_.size() - free_count_); }

  int king_slots() const { return pawn_count() > 0 ? 64 : kTriangleSize; }
  Square king_square(int slot) const { return pawn_count() > 0 ? Square(slot) : kTriangle[slot]; }
  std::uint32_t words() const {
    const std::uint32_t slots = king_slots();
    return slots << (6 * free_count_);
  }
  /// The white king's slot in a word.
  int slot_of(std::uint32_t word) const { return static_cast<int>(word >> (6 * free_count_)); }
  /// How far the square of free man i is shifted in a word's number.
  int shift(int man) const { return 6 * (free_count() - 1 - man); }

  std::uint32_t skeleton_count() const { return static_cast<std::uint32_t>(skeletons_.size()); }
  /// The pawns' squares, in the places of `Squares` after the free men.
  const Squares& skeleton(std::uint32_t number) const { return skeletons_[number]; }
  /// The number of steps the pawns have made: every pawn move leads to a higher one.
  int advancement(std::uint32_t skeleton) const { return pawn_steps(skeletons_[skeleton]); }

  /// Whether a skeleton is its own mirror image, such as pawns on a2 and h2: then the reflection is
  /// still unused, and the kings can use it.
  bool is_own_mirror(std::uint32_t skeleton) const;
  /// The skeleton where pawns are looked for, and whether the board is mirrored on the way.
  struct SkeletonPlace {
    std::uint32_t number;
    bool mirrored;
  };
  /// By the squares of the pawns as one number, a digit to base 48 for each: a2 is 0, h7 is 47.
  std::span<const SkeletonPlace> skeleton_places() const { return places_; }

  /// The squares of the free men in a word.
  Squares free_squares(std::uint32_t word) const;

  /// Where the men are looked for, the black king left out. All of them are on different squares,
  /// pawns on ranks 2 to 7. The word need not be the canonical one.
  WordPlace locate(Square white_king, const Squares& squares) const;

  /// The canonical index of a position of this material; castling rights, en passant and clocks
  /// play no part.
  Index index_of(const Position& position) const;
  /// The men at an index, or nothing if two of them share a square. setup_at(index_of(p)) has the
  /// men of p, or of an image of p under a symmetry.
  std::optional<Setup> setup_at(const Index& index, Color side_to_move) const;

  /// Which bits of a word are canonical indices. If twins are told apart, each of their orders
  /// counts as a position of its own; that concerns free men only, since the order of pawns is
  /// never kept.
  std::uint64_t canonical_bits(std::uint32_t skeleton, std::uint32_t word,
                               bool tell_twins_apart = false) const;

 private:
  void enumerate_skeletons();
  std::size_t skeleton_key(const Squares& squares) const;
  int pawn_steps(const Squares& squares) const;
  /// The pawns alone, in a left-right mirror.
  Squares mirrored(const Squares& squares) const;
  Squares with_sorted_pawns(const Squares& squares) const;
  Squares with_sorted_free_men(const Squares& squares) const;
  Squares with_sorted_twins(Squares squares, int begin, int end) const;
  /// The free men alone, seen through a symmetry.
  Squares image(Squares squares, Symmetry symmetry) const;
  std::uint32_t word_of(int slot, const Squares& squares) const;

  Material material_;
  std::vector<Piece> men_;
  std::size_t free_count_ = 0;
  std::vector<Squares> skeletons_;
  std::vector<SkeletonPlace> places_;  // by skeleton_key
};

}  // namespace lucena
