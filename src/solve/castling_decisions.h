// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "solve/castling_table.h"
#include "solve/decisions.h"
#include "solve/settle.h"
#include "table/metric.h"

namespace lucena {

/// Decisions of one problem of a castling table that may have values of two bytes.
class CastlingDecisions final : public Decisions {
 public:
  CastlingDecisions(CastlingTable& table, std::uint32_t skeleton, const Problem& problem,
                    Metric metric)
      : table_(table), skeleton_(skeleton), block_shift_(problem.block_shift()), metric_(metric) {}

  unsigned max_level() const override;
  void begin(std::uint32_t block) override;
  void decide(Color side, std::uint32_t block, Turn turn, const BlockCollector& positions) override;

 private:
  std::uint8_t* rows_of(Color side, std::uint32_t block) const {
    return table_.rows(side, skeleton_, block << block_shift_);
  }

  CastlingTable& table_;
  const std::uint32_t skeleton_;
  const int block_shift_;
  const Metric metric_;
  const Settling& settling_ = settling_for(simd_level());
};

}  // namespace lucena
