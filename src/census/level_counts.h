// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lucena {

/// Positions by the number of plies to mate, odd ones won, even ones lost: up to the last that
/// there is a position for. Beyond that, any number of plies has none.
class LevelCounts {
 public:
  std::uint64_t operator[](std::size_t level) const {
    return level < counts_.size() ? counts_[level] : 0;
  }
  void add(std::size_t level, std::uint64_t count) {
    if (count == 0) return;
    if (level >= counts_.size()) counts_.resize(level + 1);
    counts_[level] += count;
  }

  /// One more than the last level; 0 if there is none.
  std::size_t size() const { return counts_.size(); }
  auto begin() const { return counts_.begin(); }
  auto end() const { return counts_.end(); }

  friend bool operator==(const LevelCounts&, const LevelCounts&) = default;

 private:
  std::vector<std::uint64_t> counts_;  // the last one is not 0
};

}  // namespace lucena
