// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/value_bytes.h"

#include <cstring>
#include <limits>

#include "table/mate_score.h"

namespace lucena {

unsigned ValueBytes::max_level() const {
  return metric_ == Metric::Mate ? kMaxLevel : std::numeric_limits<std::uint8_t>::max();
}

void ValueBytes::begin(std::uint32_t block) {
  const std::uint8_t drawn = metric_ == Metric::Mate ? kDraw.byte() : 0;
  const std::size_t size_bytes = std::size_t{Square::kCount} << block_shift_;
  for (const Color side : kColors) std::memset(rows_of(side, block), drawn, size_bytes);
}

void ValueBytes::decide(Color side, std::uint32_t block, Turn turn,
                        const BlockCollector& positions) {
  const std::uint8_t value =
      metric_ == Metric::Mate ? score_of_level(turn.level()).byte() : turn.level();
  settling_.write(positions, rows_of(side, block), value);
}

}  // namespace lucena
