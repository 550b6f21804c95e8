// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>

#include "app/output.h"
#include "app/solve_plan.h"
#include "base/result.h"
#include "solve/statistics.h"

namespace lucena {

/// Everything that commands say about an ending.
struct EndingReport {
  Statistics statistics;
  PositionLists lists;
  /// By winner: the moves from the longest mate on, "1. Kb2 Kd5 2. ..."; empty if he cannot mate.
  std::array<std::string, 2> lines;

  const Material& material() const { return statistics.material; }
};

/// What a command needs to know besides mate scores.
struct ReportNeeds {
  bool zeroing = false;  // the 50-move rule
  bool unwon = false;    // why the stronger side does not win
};

/// The report on the only ending that the options name. The ending is solved, with progress and
/// until Ctrl-C. Otherwise the reason for a person, and the exit status.
Result<EndingReport, Error<ExitStatus>> report_on_ending(const PlanOptions& options,
                                                         const ReportNeeds& needs);

/// The position of an index in a list, with this side to move, as FEN.
std::string fen_at(const Layout& layout, const Index& index, Color side);

}  // namespace lucena
