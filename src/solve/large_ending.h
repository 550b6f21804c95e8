// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/file_error.h"
#include "solve/castling_table.h"
#include "solve/decision_log.h"
#include "solve/decisions.h"
#include "solve/problem.h"
#include "table/metric.h"

namespace lucena {

/// Who hears what is decided in an ending that has more values than the memory. By each metric its
/// problems come in the order of skeletons; each comes by all metrics before the next, or all come
/// by mate first. With several pawns, threads have a problem each.
class LargeEnding {
 public:
  virtual ~LargeEnding() = default;

  /// A problem begins. What is decided in it is told to the decisions until it ends.
  virtual Decisions& begin(Metric metric, std::uint32_t skeleton, const Problem& problem) = 0;
  /// A fault if what was told could not be kept.
  virtual std::optional<FileFault> end(Metric metric, std::uint32_t skeleton) = 0;
  /// What was decided in a problem that has ended. Pawn moves and promotions lead there; without
  /// them nobody asks, and it may be null.
  virtual const DecisionLog* log(Metric metric, std::uint32_t skeleton) const = 0;

  /// The positions with one set of castling rights are solved, too; where that is asked for, and
  /// after everything else.
  virtual void take(std::shared_ptr<const CastlingTable>, Metric) {}
};

}  // namespace lucena
