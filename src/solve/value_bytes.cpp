// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/value_bytes.h"

#include <cstring>
#include <limits>

#include "table/mate_score.h"

namespace lucena {

unsigned ValueBytes::max_level(Metric metric) {
  return metric == Metric::Mate ? kMaxLevel : std::numeric_limits<std::uint8_t>::max();
}

std::uint8_t ValueBytes::drawn(Metric metric) {
  return metric == Metric::Mate ? kDraw.byte() : 0;
}

std::uint8_t ValueBytes::decided(Metric metric, Turn turn) {
  return metric == Metric::Mate ? score_of_level(turn.level()).byte() : turn.level();
}

void ValueBytes::begin(std::uint32_t block) {
  const std::size_t size_bytes = std::size_t{Square::kCount} << block_shift_;
  for (const Color side : kColors) std::memset(rows_of(side, block), drawn(metric_), size_bytes);
}

void ValueBytes::decide(Color side, std::uint32_t block, Turn turn,
                        const BlockCollector& positions) {
  settling_.write(positions, rows_of(side, block), decided(metric_, turn));
}

}  // namespace lucena
