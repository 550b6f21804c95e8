// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "base/result.h"
#include "census/castling_summary.h"
#include "census/statistics.h"
#include "oracle/oracle.h"

namespace lucena {

/// Everything that there is to say about an ending.
struct EndingReport {
  Statistics statistics;
  PositionLists lists;
  /// By winner: the moves from the longest mate on, "1. Kb2 Kd5 2. ..."; empty if he cannot mate,
  /// or if nobody asked for them.
  ByColor<std::string> lines;
  /// The positions with castling rights, and their tables; if they were asked for.
  std::optional<CastlingSummary> castling;
  EndingStore castling_tables;

  const Material& material() const { return statistics.material; }
};

/// What a report is to have beyond what every table knows of itself.
struct ReportParts {
  bool castling = false;
  bool lines = true;  // with six men they can take hundreds of moves
};

/// The report on an ending that is not bare kings, from its tables; what is missing is solved
/// first.
Result<EndingReport, OracleFault> report_on_ending(Oracle& oracle, const Material& material,
                                                   const ReportParts& parts = {});

/// The position of an index in a list, with this side to move, as FEN.
std::string fen_at(const Layout& layout, const Index& index, Color side);

}  // namespace lucena
