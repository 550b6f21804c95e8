// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <mutex>
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
/// something; which words of a line do is known once update_lines() has gone through it.
///
///     touched_     one bit a line            line 3 holds the words 192 ... 255
///     held_[3]     one bit a word of line 3
///     words_       the positions             32 KB, to fit the first-level cache
///
/// Going through a collector and clearing it takes time by what was touched. A block of fewer than
/// 64 words is one line.
class BlockCollector {
 public:
  static constexpr std::uint32_t kWords = 4096;

  /// How many words the blocks of the problem have, a power of two.
  void set_size(std::uint32_t words) { size_ = words; }
  /// How many words a line has: 64, or all if there are fewer.
  std::uint32_t line_words() const { return std::min(64u, size_); }

  /// All words of the line count as held from now on; update_lines() finds out, 64 at once.
  void add(std::uint32_t offset, std::uint64_t positions) {
    words_[offset] |= positions;
    held_[offset >> 6] = ~std::uint64_t{0};
    touched_ |= std::uint64_t{1} << (offset >> 6);
  }
  /// For whoever adds something to each word once: other words of its line do not count as held.
  void put(std::uint32_t offset, std::uint64_t positions) {
    assert(words_[offset] == 0);
    words_[offset] = positions;
    held_[offset >> 6] |= std::uint64_t{1} << (offset & 63);
    touched_ |= std::uint64_t{1} << (offset >> 6);
  }
  /// For kernels that work on whole blocks of kWords words.
  std::uint64_t* all_words() {
    assert(size_ == kWords);
    held_.fill(~std::uint64_t{0});
    touched_ = ~std::uint64_t{0};
    return words_.data();
  }
  std::uint64_t* words() { return words_.data(); }
  const std::uint64_t* words() const { return words_.data(); }

  /// Calls visit(first, held) for every line that may hold something: its first word's offset, and
  /// which of its words may.
  template <class Visit>
  [[gnu::always_inline]] void for_lines(Visit&& visit) const {
    for (std::uint64_t lines = touched_; lines != 0; lines &= lines - 1) {
      const std::uint32_t line = std::countr_zero(lines);
      visit(64 * line, held_[line]);
    }
  }

  /// Calls update(first) for every such line. It may take positions out of the words, and returns
  /// which of them hold any now.
  template <class Update>
  [[gnu::always_inline]] void update_lines(Update&& update) {
    for_lines([&](std::uint32_t first, std::uint64_t) { held_[first >> 6] = update(first); });
  }

  /// Replaces the positions of every word that holds any by keep(offset, positions).
  template <class Keep>
  void refine(Keep&& keep) {
    for_each([&](std::uint32_t offset, std::uint64_t positions) {
      words_[offset] = keep(offset, positions);
      if (words_[offset] == 0) held_[offset >> 6] ^= std::uint64_t{1} << (offset & 63);
    });
  }

  /// Calls visit(offset, positions) for every word that holds any, in ascending order.
  template <class Visit>
  [[gnu::always_inline]] void for_each(Visit&& visit) const {
    for_lines([&](std::uint32_t first, std::uint64_t held) {
      for (; held != 0; held &= held - 1) {
        const std::uint32_t offset = first + std::countr_zero(held);
        if (words_[offset] != 0) visit(offset, words_[offset]);
      }
    });
  }

  /// All words are zero again, those of lines that nobody touched were so before.
  void clear() {
    update_lines([&](std::uint32_t first) {
      std::memset(words_.data() + first, 0, line_words() * sizeof(std::uint64_t));
      return std::uint64_t{0};
    });
    touched_ = 0;
  }

 private:
  alignas(64) std::array<std::uint64_t, kWords> words_{};
  std::uint32_t size_ = kWords;
  std::uint64_t touched_ = 0;             // lines
  std::array<std::uint64_t, 64> held_{};  // by line, the words that may hold something
};

/// Memory for the words of whole blocks, which comes and goes by the level: what one set gives back
/// another takes, so that all of them together take no more than the most crowded level does.
class BlockPool {
 public:
  /// BlockCollector::kWords words that hold anything.
  std::uint64_t* take();
  void give(std::uint64_t* words);

 private:
  /// 64 blocks of 32 KB are a huge page.
  static constexpr std::size_t kBlocksAtOnce = 64;

  std::mutex mutex_;
  std::vector<PositionSet> pages_;
  std::vector<std::uint64_t*> free_;
};

/// What one level adds: for most blocks a list of the few words that hold anything, for crowded
/// ones all words.
class LevelSet {
 public:
  /// With more words than this to list, going through all of them is cheaper.
  ///
  /// Counted for a rook with an empty board before it, which has 14 targets: 256 listed words are
  /// 256 * 14 = 3584 additions to single words. The kernels take two kinds of lines, 64 walks each,
  /// 16 steps of eight words a walk: 2048 steps, however few positions there are.
  ///
  /// Blocks of one word or of 64 are never crowded, so that the kernels see whole blocks of 4096
  /// words only.
  static constexpr std::size_t kCrowded = 256;

  /// Empty, for another problem. The pool stays the same.
  void reset(std::uint32_t blocks, int block_shift, BlockPool& pool);

  bool empty(std::uint32_t block) const {
    return crowded_[block] == nullptr && entries_[block].empty();
  }
  bool is_crowded(std::uint32_t block) const { return crowded_[block] != nullptr; }
  /// The words that hold anything, in ascending order; nothing for a crowded block.
  const std::vector<WordEntry>& entries(std::uint32_t block) const { return entries_[block]; }
  /// All words of a crowded block.
  const std::uint64_t* words(std::uint32_t block) const { return crowded_[block]; }

  void clear(std::uint32_t block);
  /// Fills a block that is clear from a collector with this many words that hold anything. An entry
  /// takes 16 bytes, so a list is never longer than 4 KB, an eighth of the block.
  void fill(std::uint32_t block, const BlockCollector& collector, std::size_t count);

 private:
  BlockPool* pool_ = nullptr;
  std::vector<std::vector<WordEntry>> entries_;
  std::vector<std::uint64_t*> crowded_;  // the words of a crowded block, else null
  int block_shift_ = 0;
};

}  // namespace lucena
