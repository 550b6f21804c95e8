// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "table/mate_score.h"
#include "table/worth.h"

namespace lucena {

/// What a table file holds for a position. By mate it is a MateScore or, where that cannot hold the
/// level, the level and one; only endings with six men need that. By the other metrics it is plies.
///
///     by mate     0 ... 255      the byte of a MateScore: levels up to 254, and draws
///                 256            level 255, a win
///                 257            level 256, a loss, and so on
using StoredValue = std::uint16_t;

/// With up to so many men every value is known to fit in a byte.
inline constexpr int kMostMenOfAByte = 5;

constexpr StoredValue stored_level(unsigned level) {
  return level <= kMaxLevel ? score_of_level(level).byte() : level + 1;
}

/// By mate.
constexpr Worth worth_of_stored(StoredValue value) {
  if (value < ByMateScore<int>::kCount) return Worth::of(MateScore(value));
  const unsigned level = value - 1u;
  return level % 2 != 0 ? Worth::win(level) : Worth::loss(level);
}

/// The inverse.
constexpr StoredValue stored_worth(Worth worth) {
  return worth.is_draw() ? kDraw.byte() : stored_level(worth.plies());
}

}  // namespace lucena
