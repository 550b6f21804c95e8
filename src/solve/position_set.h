// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace lucena {

/// Positions of one word of a problem: a bit for each square of the black king.
struct WordEntry {
  std::uint64_t positions;
  std::uint32_t word;
};

/// A thin set of positions, by block. Most levels hold few positions, so what a level adds is
/// listed word by word, never as a bit for every position.
using BlockEntries = std::vector<WordEntry>;
using ThinSet = std::vector<BlockEntries>;

/// A set of positions with a word for every index.
using DenseSet = std::vector<std::uint64_t>;

/// Collects positions of one block, in any order, and remembers which lines of 64 words it
/// touched.
class BlockCollector {
 public:
  static constexpr std::uint32_t kWords = 4096;

  void add(std::uint32_t offset, std::uint64_t positions) {
    words_[offset] |= positions;
    touched_ |= std::uint64_t{1} << (offset >> 6);
  }
  bool empty() const { return touched_ == 0; }

  /// Calls visit(offset, positions) for every word that is not empty, in ascending order, and
  /// leaves the collector empty.
  template <class Visit>
  void drain(Visit&& visit) {
    for (; touched_ != 0; touched_ &= touched_ - 1) {
      const std::uint32_t line = static_cast<std::uint32_t>(std::countr_zero(touched_)) << 6;
      for (std::uint32_t offset = line; offset < line + 64; ++offset) {
        if (words_[offset] == 0) continue;
        visit(offset, words_[offset]);
        words_[offset] = 0;
      }
    }
  }

 private:
  alignas(64) std::array<std::uint64_t, kWords> words_{};
  std::uint64_t touched_ = 0;
};

}  // namespace lucena
