// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/pawnless_endings.h"

namespace lucena {

std::uint64_t EndingTally::count(Color side, bool wins) const {
  std::uint64_t sum = 0;
  for (std::size_t number = wins ? 1 : 0; number < decided[side].size(); number += 2) {
    sum += decided[side][number];
  }
  return sum;
}

std::optional<unsigned> EndingTally::deepest(Color side, bool wins) const {
  std::optional<unsigned> level;
  for (std::size_t number = 0; number < decided[side].size(); ++number) {
    const Turn turn = Turn::of_number(number);
    if (turn.wins() == wins && decided[side][number] > 0) level = turn.level();
  }
  return level;
}

}  // namespace lucena
