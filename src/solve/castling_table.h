// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/castling.h"
#include "chess/position.h"
#include "endgame/material.h"
#include "solve/problem.h"
#include "solve/word_sets.h"
#include "table/mate_score.h"
#include "table/stored_value.h"

namespace lucena {

/// A material together with castling rights. White has one at least: where only Black does, the
/// colours are swapped.
struct CastlingEnding {
  Material material;
  CastlingRights rights;

  /// Whether the colours of a position must be swapped to find it here. So if White has no right.
  /// If both have some, White is the stronger side or, where the men are equal, the side whose
  /// rights make the greater number: of Kq and Qk, Qk is kept, since Q is 2 and K is 1.
  static bool needs_swap(const Material& material, CastlingRights rights);
  static CastlingEnding of(const Material& material, CastlingRights rights);

  /// Whether swapping the colours leads to the same men and rights.
  static bool is_own_image(const CastlingEnding& ending);

  /// The rights are four bits, so they go below the material's key.
  std::uint64_t key() const { return std::uint64_t{material.key()} << 4 | rights.bits(); }
};

/// The castling endings of a canonical material, fewer rights first.
std::vector<CastlingEnding> castling_endings(const Material& material);

/// The values of all positions of one castling ending by one metric, for both sides to move. Kings
/// and rooks with a right stand still, so do the pawns within a problem; there is no symmetry.
///
/// A value has the number (pawns' squares, free men's squares, black king) to base 64. KRBPvK with
/// the right to castle on the king's side: the rook is on h1 and Ke1, and with the bishop on c3
/// (18), the pawn on e4 (28) and the black king on g8 (62) it is (28 * 64 + 18) * 64 + 62 = 115902.
/// Here the pawn's 28 is the skeleton, the bishop's 18 the word, and 62 the bit.
///
/// A value is what a file holds for it (StoredValue): a byte with up to five men. With six it may
/// take two, and its lower byte is in rows() and values(), its higher one in the same place of
/// high_values().
class CastlingTable {
 public:
  explicit CastlingTable(const CastlingEnding& ending);

  const CastlingEnding& ending() const { return ending_; }

  /// The men besides the kings: free ones, rooks with a right, pawns.
  const std::vector<Piece>& men() const { return men_; }
  std::size_t free_count() const { return free_count_; }
  std::size_t first_pawn() const { return first_pawn_; }

  /// The squares the pawns can stand on, most advanced first, one number for each of their
  /// placements.
  const std::vector<std::uint32_t>& skeletons() const { return skeletons_; }
  int advancement(std::uint32_t skeleton) const;
  Problem problem(std::uint32_t skeleton) const;
  /// The values of the 64 positions of a word, by the black king's square; words follow each other.
  std::uint8_t* rows(Color side, std::uint32_t skeleton, std::uint32_t word = 0) {
    return values_[side].data() + offset(skeleton, word);
  }
  const std::uint8_t* rows(Color side, std::uint32_t skeleton, std::uint32_t word = 0) const {
    return values_[side].data() + offset(skeleton, word);
  }

  /// All values of one side to move, as they are numbered; those of impossible positions are 0 or
  /// drawn.
  std::span<std::uint8_t> values(Color side) { return values_[side]; }
  std::span<const std::uint8_t> values(Color side) const { return values_[side]; }
  /// Their higher bytes. Nothing if all of them are 0.
  std::span<std::uint8_t> high_values(Color side) { return high_values_[side]; }
  std::span<const std::uint8_t> high_values(Color side) const { return high_values_[side]; }

  /// Makes room for values of two bytes.
  void widen();
  /// Gives it back if no value takes more than one.
  void narrow();
  bool is_wide() const { return !high_values_[Color::White].empty(); }

  StoredValue value_at(Color side, std::uint32_t skeleton, std::uint32_t word, Square king) const {
    const std::size_t place = offset(skeleton, word) + king.byte();
    const unsigned high = is_wide() ? high_values_[side][place] : 0;
    return static_cast<StoredValue>(high << 8 | values_[side][place]);
  }

  /// Whether the 50-move rule changes the result of a position; of a table by zeroing distance.
  bool has_cursed() const;

  /// The value of a position of this ending.
  StoredValue value(const Position& position) const;

  /// The position at a place, or the reason why there is none.
  Result<Position, ChessFault> position_at(std::uint32_t skeleton, std::uint32_t word,
                                           Square black_king, Color side) const;

  /// Calls visit(position, value) for every legal position; identical men are not told apart.
  template <class Visit>
  void for_each(Visit&& visit) const;

  /// Calls visit(word, side, legal, values) for every word of a skeleton that has legal positions:
  /// the squares of the black king that make one, and the values by his square. Identical men are
  /// not told apart. In the same order as for_each. Of values that take two bytes only the lower
  /// ones are there.
  template <class Visit>
  void for_each_row(std::uint32_t skeleton, Visit&& visit) const;

 private:
  Squares squares_of(std::uint32_t skeleton) const;
  std::size_t offset(std::uint32_t skeleton, std::uint32_t word) const {
    return ((std::size_t{skeleton} << (6 * free_count_)) + word) * 64;
  }
  bool is_rook_with_right(std::size_t man) const { return man >= free_count_ && man < first_pawn_; }
  bool twins_are_sorted(const Squares& squares) const;

  CastlingEnding ending_;
  std::vector<Piece> men_;  // free men, rooks with a right, pawns
  std::size_t free_count_ = 0;
  std::size_t first_pawn_ = 0;
  Squares homes_{};  // the squares of the rooks with a right
  std::vector<std::uint32_t> skeletons_;
  ByColor<std::vector<std::uint8_t>> values_, high_values_;  // by side to move
};

template <class Visit>
void CastlingTable::for_each_row(std::uint32_t skeleton, Visit&& visit) const {
  const Problem geometry = problem(skeleton);
  for (const Color side : kColors) {
    for (std::uint32_t word = 0; word < geometry.words(); ++word) {
      const Squares squares = geometry.squares(word);
      if (!twins_are_sorted(squares)) continue;
      const WordSets sets = word_sets(geometry.white_king(word), men_, squares);
      const std::uint64_t legal = sets.legal[side] & geometry.black_king_squares();
      if (legal != 0) visit(word, side, legal, rows(side, skeleton, word));
    }
  }
}

template <class Visit>
void CastlingTable::for_each(Visit&& visit) const {
  for (const std::uint32_t skeleton : skeletons_) {
    const Problem geometry = problem(skeleton);
    for (const Color side : kColors) {
      for (std::uint32_t word = 0; word < geometry.words(); ++word) {
        if (!twins_are_sorted(geometry.squares(word))) continue;
        for (int b = 0; b < Square::kCount; ++b) {
          if ((geometry.black_king_squares() >> b & 1) == 0) continue;
          const auto position = position_at(skeleton, word, Square(b), side);
          if (!position) continue;
          visit(*position, value_at(side, skeleton, word, Square(b)));
        }
      }
    }
  }
}

}  // namespace lucena
