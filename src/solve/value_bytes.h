// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "solve/decisions.h"
#include "solve/problem.h"
#include "solve/settle.h"
#include "table/metric.h"

namespace lucena {

/// Decisions in memory: a byte a position, as tables of a metric keep it. The 64 bytes of a word
/// follow those of the word before. What is decided first stays: no position is decided twice.
class ValueBytes final : public Decisions {
 public:
  /// `rows` are those of the problem's first word, by side to move.
  ValueBytes(const Problem& problem, Metric metric, ByColor<std::uint8_t*> rows)
      : block_shift_(problem.block_shift()), metric_(metric), rows_(rows) {}

  /// What the bytes of a metric can say.
  static unsigned max_level(Metric metric);
  static std::uint8_t drawn(Metric metric);
  static std::uint8_t decided(Metric metric, Turn turn);

  unsigned max_level() const override { return max_level(metric_); }
  void begin(std::uint32_t block) override;
  void decide(Color side, std::uint32_t block, Turn turn, const BlockCollector& positions) override;

 private:
  std::uint8_t* rows_of(Color side, std::uint32_t block) const {
    return rows_[side] + (std::size_t{block} << block_shift_) * Square::kCount;
  }

  const int block_shift_;
  const Metric metric_;
  const ByColor<std::uint8_t*> rows_;
  const Settling& settling_ = settling_for(simd_level());
};

}  // namespace lucena
