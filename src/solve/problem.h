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
/// takes the board there.
struct KingStep {
  int slot;
  Symmetry symmetry;
};

/// A material with one skeleton: the free men range over the board, the others stand still. This
/// is its geometry; the sets and values live elsewhere.
class Problem {
 public:
  Problem(const Layout& layout, std::uint32_t skeleton);

  const Layout& layout() const { return *layout_; }
  std::uint32_t skeleton() const { return skeleton_; }
  const std::vector<Piece>& men() const { return layout_->men(); }
  int free_count() const { return layout_->free_count(); }
  std::uint32_t words() const { return layout_->words(); }

  int slot_of(std::uint32_t word) const { return static_cast<int>(word >> (6 * free_count())); }
  Square white_king(std::uint32_t word) const { return layout_->king_square(slot_of(word)); }
  /// The squares of all men besides the kings.
  Squares squares(std::uint32_t word) const {
    Squares all = frozen_;
    for (int i = 0; i < free_count(); ++i) {
      all[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(word >> layout_->shift(i) & 63);
    }
    return all;
  }
  const std::vector<KingStep>& king_steps(int slot) const {
    return (*king_steps_)[static_cast<std::size_t>(slot)];
  }
  /// The word of a position after a symmetry.
  std::uint32_t image(std::uint32_t word, int slot, Symmetry symmetry) const {
    auto result = static_cast<std::uint32_t>(slot);
    for (int i = 0; i < free_count(); ++i) {
      const Square here(static_cast<int>(word >> layout_->shift(i) & 63));
      result = result << 6 | static_cast<std::uint32_t>(symmetry(here).index());
    }
    return result;
  }

  /// Words are worked on in blocks: all words with the same white king and the same squares of all
  /// but the last two free men. A block's sets fit the first-level cache, and the moves of the
  /// black king and of the last two men stay inside it.
  int block_shift() const { return 6 * std::min(free_count(), 2); }
  std::uint32_t block_words() const { return 1u << block_shift(); }
  std::uint32_t blocks() const { return words() >> block_shift(); }
  /// Whether the moves of this free man lead to other blocks.
  bool crosses_blocks(int man) const { return man < free_count() - 2; }
  /// The squares of the men that stand still within a block.
  std::uint64_t fixed_squares(std::uint32_t block) const {
    const std::uint32_t word = block << block_shift();
    const Squares all = squares(word);
    std::uint64_t fixed = std::uint64_t{1} << white_king(word).index();
    for (std::size_t i = 0; i < men().size(); ++i) {
      const int man = static_cast<int>(i);
      if (crosses_blocks(man) || man >= free_count()) fixed |= std::uint64_t{1} << all[i];
    }
    return fixed;
  }

 private:
  const Layout* layout_;
  std::uint32_t skeleton_;
  Squares frozen_;
  const std::vector<std::vector<KingStep>>* king_steps_;
};

}  // namespace lucena
