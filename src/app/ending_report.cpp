// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ending_report.h"

#include "app/oracle_session.h"
#include "app/summary_output.h"
#include "chess/fen.h"
#include "console/best_line.h"
#include "console/game_end.h"
#include "console/move_review.h"

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

Result<EndingReport, Error<ExitStatus>> report_on_ending(std::string_view command,
                                                         const std::string& text,
                                                         const OracleArguments& means,
                                                         bool with_castling) {
  const auto material = Material::parse(text);
  if (!material) return Error<ExitStatus>{kUsage, material.error().message};
  if (material->men() == 2) {
    return Error<ExitStatus>{kUsage, "bare kings are a draw; there is nothing to say"};
  }
  const auto options = oracle_options(means);
  if (!options) return options.error();
  OracleSession session(command, *options);
  Oracle& oracle = session.oracle();
  const auto failure = [&](const OracleFault& fault) {
    return Error<ExitStatus>{static_cast<ExitStatus>(session.exit_status(kFailure)), fault.message};
  };
  auto statistics = oracle.statistics(*material);
  if (!statistics) return failure(statistics.error());
  auto lists = oracle.position_lists(*material);
  if (!lists) return failure(lists.error());
  EndingReport report{std::move(*statistics), std::move(*lists), {}, {}, {}};
  if (with_castling) {
    auto store = castling_store(*material, oracle.tables());
    if (!store) return Error<ExitStatus>{kFailure, store.error().message};
    report.castling_tables = std::move(*store);
    report.castling = summarize_castling(*material, report.castling_tables, session.interrupted());
  }
  for (const Color side : kColors) {
    const auto& longest = report.statistics.longest_win[side];
    if (longest) report.lines[side] = best_line(*longest, oracle);
  }
  if (session.interrupted()) {
    return Error<ExitStatus>{static_cast<ExitStatus>(session.exit_status(kFailure)), "interrupted"};
  }
  return report;
}

std::string fen_at(const Layout& layout, const Index& index, Color side) {
  return to_fen(Position::create(layout.setup_at(index, side).value()).value());
}

}  // namespace lucena
