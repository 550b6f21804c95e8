// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/ending_report.h"

#include "chess/fen.h"
#include "console/best_line.h"
#include "console/game_end.h"
#include "console/move_review.h"
#include "report/summary_output.h"

namespace lucena {
namespace {

/// The best line from a position that is won or lost, the 50-move rule ignored. It stops with three
/// dots where a table cannot be read, or where there is no mate after as many plies as there should
/// be.
std::string best_line(const Deepest& longest, Oracle& oracle) {
  const Rules rules{.fifty_moves = false};
  Game game(longest.position);
  const auto fault = play_best_moves(oracle, rules, game, longest.plies);
  return numbered_line(game) + (fault || !end_of(game, rules) ? " ..." : "");
}

}  // namespace

Result<EndingReport, OracleFault> report_on_ending(Oracle& oracle, const Material& material,
                                                   const ReportParts& parts) {
  auto statistics = oracle.statistics(material);
  if (!statistics) return statistics.error();
  auto lists = oracle.position_lists(material);
  if (!lists) return lists.error();
  EndingReport report{std::move(*statistics), std::move(*lists), {}, {}, {}};
  if (parts.castling) {
    auto store = castling_store(material, oracle.tables());
    if (!store) return OracleFault{OracleError::Table, store.error().message};
    report.castling_tables = std::move(*store);
    report.castling = summarize_castling(material, report.castling_tables, oracle.cancelled());
  }
  for (const Color side : kColors) {
    const auto& longest = report.statistics.longest_win[side];
    if (longest && parts.lines) report.lines[side] = best_line(*longest, oracle);
  }
  if (oracle.is_cancelled()) return OracleFault{OracleError::Cancelled, "interrupted"};
  return report;
}

std::string fen_at(const Layout& layout, const Index& index, Color side) {
  return to_fen(Position::create(layout.setup_at(index, side).value()).value());
}

}  // namespace lucena
