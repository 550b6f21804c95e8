// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
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

/// What one level adds: for most blocks a list of the few words that hold anything, for crowded
/// ones all words.
class LevelSet {
 public:
  /// With more words than this to list, going through all of them is cheaper.
  static constexpr std::size_t kCrowded = 96;

  /// Empty, for another problem.
  void reset(std::uint32_t blocks, int block_shift) {
    if (words_.size() < (std::size_t{blocks} << block_shift)) {
      words_ = PositionSet(std::size_t{blocks} << block_shift);
      crowded_.clear();
    }
    for (std::uint32_t block = 0; block < crowded_.size(); ++block) clear(block);
    block_shift_ = block_shift;
    entries_.resize(blocks);
    crowded_.assign(blocks, 0);
    for (auto& entries : entries_) entries.clear();
  }

  bool empty(std::uint32_t block) const { return crowded_[block] == 0 && entries_[block].empty(); }
  bool is_crowded(std::uint32_t block) const { return crowded_[block] != 0; }
  /// The words that hold anything, in ascending order; nothing for a crowded block.
  const std::vector<WordEntry>& entries(std::uint32_t block) const { return entries_[block]; }
  /// All words of a crowded block.
  const std::uint64_t* words(std::uint32_t block) const {
    return words_.data() + (std::size_t{block} << block_shift_);
  }

  void clear(std::uint32_t block) {
    entries_[block].clear();
    if (crowded_[block] != 0) {
      std::memset(words_.data() + (std::size_t{block} << block_shift_), 0,
                  sizeof(std::uint64_t) << block_shift_);
    }
    crowded_[block] = 0;
  }
  void add(std::uint32_t block, WordEntry entry) { entries_[block].push_back(entry); }
  /// To be called when all of a block has been added.
  void finish(std::uint32_t block) {
    if (entries_[block].size() <= kCrowded) return;
    for (const WordEntry& entry : entries_[block]) words_[entry.word] = entry.positions;
    entries_[block].clear();
    crowded_[block] = 1;
  }

 private:
  PositionSet words_;
  std::vector<std::vector<WordEntry>> entries_;
  std::vector<std::uint8_t> crowded_;
  int block_shift_ = 0;
};

/// Collects positions of one block, in any order, and remembers which lines of 64 words may hold
/// something.
class BlockCollector {
 public:
  static constexpr std::uint32_t kWords = 4096;

  void add(std::uint32_t offset, std::uint64_t positions) {
    words_[offset] |= positions;
    touched_ |= std::uint64_t{1} << (offset >> 6);
  }
  /// For kernels that work on whole blocks.
  std::uint64_t* all_words() {
    touched_ = ~std::uint64_t{0};
    return words_.data();
  }
  void clear() {
    words_.fill(0);
    touched_ = 0;
  }

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
