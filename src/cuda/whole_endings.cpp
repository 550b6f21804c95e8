// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/whole_endings.h"

#include <algorithm>

namespace lucena {

void EndingTally::add_decided(Color side, const std::vector<std::uint64_t>& more) {
  std::vector<std::uint64_t>& sums = decided[side];
  sums.resize(std::max(sums.size(), more.size()));
  for (std::size_t number = 0; number < more.size(); ++number) sums[number] += more[number];
}

std::uint64_t EndingTally::count(Color side, bool wins, unsigned first, unsigned last) const {
  std::uint64_t sum = 0;
  for (std::size_t number = 0; number < decided[side].size(); ++number) {
    const Turn turn = Turn::of_number(number);
    const bool counts = turn.wins() == wins && first <= turn.level() && turn.level() <= last;
    if (counts) sum += decided[side][number];
  }
  return sum;
}

std::optional<unsigned> EndingTally::deepest(Color side, bool wins, unsigned most) const {
  std::optional<unsigned> level;
  for (std::size_t number = 0; number < decided[side].size(); ++number) {
    const Turn turn = Turn::of_number(number);
    const bool counts = turn.wins() == wins && turn.level() <= most;
    if (counts && decided[side][number] > 0) level = turn.level();
  }
  return level;
}

unsigned EndingTally::deepest() const {
  unsigned level = 0;
  for (const Color side : kColors) {
    for (const bool wins : {false, true}) level = std::max(level, deepest(side, wins).value_or(0));
  }
  return level;
}

}  // namespace lucena
