// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/position_set.h"

namespace lucena {

std::uint64_t* BlockPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    PositionSet& page = pages_.emplace_back(kBlocksAtOnce * BlockCollector::kWords);
    for (std::size_t i = kBlocksAtOnce; i-- > 0;) {
      free_.push_back(page.data() + i * BlockCollector::kWords);
    }
  }
  std::uint64_t* words = free_.back();
  free_.pop_back();
  return words;
}

void BlockPool::give(std::uint64_t* words) {
  const std::lock_guard lock(mutex_);
  free_.push_back(words);
}

/// Memory grows with the largest problem and stays.
void LevelSet::reset(std::uint32_t blocks, int block_shift, BlockPool& pool) {
  for (std::uint32_t block = 0; block < entries_.size(); ++block) clear(block);
  pool_ = &pool;
  block_shift_ = block_shift;
  entries_.resize(blocks);
  crowded_.resize(blocks);
}

void LevelSet::clear(std::uint32_t block) {
  entries_[block].clear();
  if (crowded_[block] != nullptr) pool_->give(crowded_[block]);
  crowded_[block] = nullptr;
}

void LevelSet::fill(std::uint32_t block, const BlockCollector& collector, std::size_t count) {
  if (count == 0) return;
  if (count > kCrowded) {
    crowded_[block] = pool_->take();
    std::memcpy(crowded_[block], collector.words(), sizeof(std::uint64_t) << block_shift_);
    return;
  }
  const std::uint32_t first_word = block << block_shift_;
  entries_[block].reserve(count);
  collector.for_each([&](std::uint32_t offset, std::uint64_t positions) {
    entries_[block].push_back({positions, first_word + offset});
  });
}

}  // namespace lucena
