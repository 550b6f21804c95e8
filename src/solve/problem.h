// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "chess/attacks.h"
#include "endgame/layout.h"
#include "endgame/symmetry.h"

namespace lucena {

/// One step of the white king: the slot where the neighbour square is kept, and the symmetry that
/// takes the board there. From d4 (slot 9) a step to e5 is {9, both flips}: e5 is d4 with files and
/// ranks flipped. A step to c4 is {8, transposed}: c4 reflected in the diagonal is d3.
struct KingStep {
  int slot;
  Symmetry symmetry;
};

/// The squares a white king ranges over inside a problem, and his steps between them.
///
/// From a1, slot 0 of the triangle, there are three steps:
///
///     b1    {1, as it is}
///     a2    {1, transposed}     its image is b1
///     b2    {4, as it is}
struct KingRange {
  std::vector<Square> squares;               // by slot
  std::vector<std::vector<KingStep>> steps;  // by slot

  static const KingRange& triangle();
  static const KingRange& whole_board();
  /// A king that stands still on e1 to keep the right to castle.
  static const KingRange& home();
};

/// A material with one skeleton: the free men range over the board, the others stand still. This
/// is its geometry; the sets and values live elsewhere.
class Problem {
 public:
  /// How many free men move about inside a block.
  static constexpr int kBlockMen = 2;

  /// The men of an ending without castling rights; the pawns stand still. Tests make blocks
  /// smaller, so that a problem of few men is cut up as one of many.
  Problem(const Layout& layout, std::uint32_t skeleton, int block_men = kBlockMen);

  /// The first `free_count` men are free, the others stand on their squares. A black king that
  /// stands still, stands on e8. Bit 60 of a word is e8.
  Problem(std::vector<Piece> men, int free_count, const Squares& frozen,
          const KingRange& white_king, bool black_king_is_frozen, int block_men = kBlockMen);

  /// The men besides the kings, free ones first.
  const std::vector<Piece>& men() const { return men_; }
  int free_count() const { return free_count_; }
  std::uint32_t words() const {
    const std::uint32_t slots = white_king_->squares.size();
    return slots << (6 * free_count_);
  }
  /// How far the square of free man i is shifted in a word's number.
  int shift(int man) const { return 6 * (free_count_ - 1 - man); }

  int slot_of(std::uint32_t word) const { return word >> (6 * free_count_); }
  Square white_king(std::uint32_t word) const { return white_king_->squares[slot_of(word)]; }
  const std::vector<KingStep>& king_steps(int slot) const { return white_king_->steps[slot]; }
  bool black_king_is_frozen() const { return black_king_is_frozen_; }
  /// The squares the black king ranges over.
  std::uint64_t black_king_squares() const {
    return black_king_is_frozen_ ? std::uint64_t{1} << 60 : ~std::uint64_t{0};
  }
  /// The squares of all men besides the kings.
  Squares squares(std::uint32_t word) const {
    Squares all = frozen_;
    for (int i = 0; i < free_count_; ++i) all[i] = word >> shift(i) & 63;
    return all;
  }
  /// The word of a position after a symmetry. The black king's square is a bit of the word, and
  /// turns with Symmetry::operator() on sets.
  std::uint32_t image(std::uint32_t word, int slot, Symmetry symmetry) const {
    std::uint32_t result = slot;
    for (int i = 0; i < free_count_; ++i) {
      const Square here(word >> shift(i) & 63);
      result = result << 6 | symmetry(here).byte();
    }
    return result;
  }

  /// Words are worked on in blocks: all words with the same white king and the same squares of all
  /// but the last two free men. A block's sets fit the first-level cache, and the moves of the
  /// black king and of the last two men stay inside it.
  ///
  ///     free men     words of a block     blocks without pawns     with pawns
  ///     0            1                                             64
  ///     1            64                   10                       64
  ///     2            4096                 10                       64
  ///     3            4096                 10 * 64 = 640             64 * 64
  ///     4            4096                 10 * 64 * 64 = 40960
  int block_shift() const { return 6 * block_men_; }
  std::uint32_t block_words() const { return 1u << block_shift(); }
  std::uint32_t blocks() const { return words() >> block_shift(); }
  /// Whether the moves of this free man lead to other blocks.
  bool crosses_blocks(int man) const { return man < free_count_ - block_men_; }
  /// The squares of the men that stand still within a block.
  std::uint64_t fixed_squares(std::uint32_t block) const;

 private:
  std::vector<Piece> men_;
  int free_count_;
  Squares frozen_;
  const KingRange* white_king_;
  bool black_king_is_frozen_;
  int block_men_;
};

}  // namespace lucena
