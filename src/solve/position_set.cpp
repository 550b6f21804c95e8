// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/position_set.h"

namespace lucena {

/// Memory grows with the largest problem and stays.
void LevelSet::reset(std::uint32_t blocks, int block_shift) {
  for (std::vector<WordEntry>& entries : entries_) entries.clear();
  const std::size_t words = std::size_t{blocks} << block_shift;
  if (words_.size() < words) words_ = PositionSet(words);
  block_shift_ = block_shift;
  entries_.resize(blocks);
  crowded_.assign(blocks, 0);
}

void LevelSet::clear(std::uint32_t block) {
  entries_[block].clear();
  crowded_[block] = 0;
}

void LevelSet::fill(std::uint32_t block, const BlockCollector& collector, std::size_t count) {
  if (count == 0) return;
  if (count > kCrowded) {
    crowded_[block] = 1;
    std::memcpy(words(block), collector.words(), sizeof(std::uint64_t) << block_shift_);
    return;
  }
  const std::uint32_t first_word = block << block_shift_;
  entries_[block].reserve(count);
  collector.for_each([&](std::uint32_t offset, std::uint64_t positions) {
    entries_[block].push_back({positions, first_word + offset});
  });
}

}  // namespace lucena
