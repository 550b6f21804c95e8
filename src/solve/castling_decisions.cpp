// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_decisions.h"

#include <cstring>

#include "solve/value_bytes.h"
#include "table/worth.h"

namespace lucena {

unsigned CastlingDecisions::max_level() const {
  return table_.is_wide() ? Worth::kMaxPlies : ValueBytes::max_level(metric_);
}

/// Higher bytes are 0 from the start.
void CastlingDecisions::begin(std::uint32_t block) {
  const std::size_t size_bytes = std::size_t{Square::kCount} << block_shift_;
  for (const Color side : kColors) {
    std::memset(rows_of(side, block), ValueBytes::drawn(metric_), size_bytes);
  }
}

void CastlingDecisions::decide(Color side, std::uint32_t block, Turn turn,
                               const BlockCollector& positions) {
  const StoredValue value =
      metric_ == Metric::Mate ? stored_level(turn.level()) : static_cast<StoredValue>(turn.level());
  std::uint8_t* rows = rows_of(side, block);
  settling_.write(positions, rows, static_cast<std::uint8_t>(value));
  if (value >> 8 == 0) return;
  std::uint8_t* high_rows = table_.high_values(side).data() + (rows - table_.values(side).data());
  settling_.write(positions, high_rows, static_cast<std::uint8_t>(value >> 8));
}

}  // namespace lucena
