// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/buffer.h"

namespace lucena {

/// A set of positions of a problem for one side to move: for every word, the squares of the black
/// king.
using PositionSet = Buffer<std::uint64_t>;

/// The positions of one word that belong to a set.
struct WordEntry {
  std::uint64_t positions;
  std::uint32_t word;
};

/// Collects positions of one block, in any order, and remembers which lines of 64 words may hold
/// something.
class BlockCollector {
 public:
  static constexpr std::uint32_t kWords = 4096;

  /// How many words the blocks of the problem have, a power of two.
  void set_size(std::uint32_t words) { size_ = words; }

  void add(std::uint32_t offset, std::uint64_t positions) {
    words_[offset] |= positions;
    touched_ |= std::uint64_t{1} << (offset >> 6);
  }
  /// For kernels that work on whole blocks of kWords words.
  std::uint64_t* all_words() {
    assert(size_ == kWords);
    touched_ = ~std::uint64_t{0};
    return words_.data();
  }
  std::uint64_t* words() { return words_.data(); }
  const std::uint64_t* words() const { return words_.data(); }

  /// Calls work(begin, end) for every line of up to 64 words that may hold something.
  template <class Work>
  [[gnu::always_inline]] void for_lines(Work&& work) const {
    for (std::uint64_t lines = touched_; lines != 0; lines &= lines - 1) {
      const std::uint32_t begin = static_cast<std::uint32_t>(std::countr_zero(lines)) << 6;
      work(begin, std::min(begin + 64, size_));
    }
  }

  /// Replaces the positions of every word that holds any by keep(offset, positions).
  template <class Keep>
  void refine(Keep&& keep) {
    for_lines([&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t offset = begin; offset < end; ++offset) {
        if (words_[offset] != 0) words_[offset] = keep(offset, words_[offset]);
      }
    });
  }

  /// Calls visit(offset, positions) for every word that holds any, in ascending order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for_lines([&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t offset = begin; offset < end; ++offset) {
        if (words_[offset] != 0) visit(offset, words_[offset]);
      }
    });
  }

  void clear() {
    for_lines([&](std::uint32_t begin, std::uint32_t end) {
      std::memset(words_.data() + begin, 0, (end - begin) * sizeof(std::uint64_t));
    });
    touched_ = 0;
  }

 private:
  alignas(64) std::array<std::uint64_t, kWords> words_{};
  std::uint32_t size_ = kWords;
  std::uint64_t touched_ = 0;  // by line
};

/// What one level adds: for most blocks a list of the few words that hold anything, for crowded
/// ones all words.
class LevelSet {
 public:
  /// With more words than this to list, going through all of them is cheaper.
  static constexpr std::size_t kCrowded = 256;

  /// Empty, for another problem.
  void reset(std::uint32_t blocks, int block_shift);

  bool empty(std::uint32_t block) const { return crowded_[block] == 0 && entries_[block].empty(); }
  bool is_crowded(std::uint32_t block) const { return crowded_[block] != 0; }
  /// The words that hold anything, in ascending order; nothing for a crowded block.
  const std::vector<WordEntry>& entries(std::uint32_t block) const { return entries_[block]; }
  /// All words of a crowded block.
  const std::uint64_t* words(std::uint32_t block) const {
    return words_.data() + (std::size_t{block} << block_shift_);
  }

  void clear(std::uint32_t block);
  /// Fills a block that is clear from a collector with this many words that hold anything.
  void fill(std::uint32_t block, const BlockCollector& collector, std::size_t count);

 private:
  std::uint64_t* words(std::uint32_t block) {
    return words_.data() + (std::size_t{block} << block_shift_);
  }

  PositionSet words_;  // all zero in blocks that are not crowded
  std::vector<std::vector<WordEntry>> entries_;
  std::vector<std::uint8_t> crowded_;
  int block_shift_ = 0;
};

}  // namespace lucena
