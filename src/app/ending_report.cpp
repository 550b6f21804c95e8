// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ending_report.h"

#include "app/interrupt.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "oracle/kept_statistics.h"
#include "oracle/oracle.h"

namespace lucena {
namespace {

/// A move that wins fastest or loses slowest; nothing without a legal move, or if a table cannot be
/// read.
std::optional<Move> best_move(const Position& position, const Prober& prober) {
  std::optional<Move> best;
  Worth best_worth;
  for (const Move move : legal_moves(position)) {
    const auto worth = prober.worth_of_move(position, move, Metric::Mate);
    if (!worth) return {};
    if (!best || *worth > best_worth) {
      best = move;
      best_worth = *worth;
    }
  }
  return best;
}

/// The best line from a position that is won or lost, the 50-move rule ignored. It stops with three
/// dots where a table cannot be read.
std::string best_line(Position position, const Prober& prober) {
  std::string line;
  while (const auto move = best_move(position, prober)) {
    if (position.side_to_move() == Color::White) {
      line += fmt::format("{}{}. ", line.empty() ? "" : " ", position.fullmove_number());
    } else {
      line += line.empty() ? fmt::format("{}... ", position.fullmove_number()) : " ";
    }
    line += to_san(position, *move);
    position.make(*move);
  }
  if (has_legal_move(position)) line += " ...";
  return line;
}

}  // namespace

Result<EndingReport, Error<ExitStatus>> report_on_ending(std::string_view command,
                                                         const std::string& text,
                                                         const OracleArguments& means) {
  const auto material = Material::parse(text);
  if (!material) return Error<ExitStatus>{kUsage, material.error().message};
  if (material->men() == 2) {
    return Error<ExitStatus>{kUsage, "bare kings are a draw; there is nothing to say"};
  }
  auto options = oracle_options(means);
  if (!options) return options.error();
  const InterruptGuard guard;
  Oracle oracle(std::move(*options));
  OracleProgress progress{std::string(command)};
  oracle.observe(&progress);
  oracle.cancel_on(guard.interrupted());
  if (const auto fault = oracle.prepare(*material)) {
    const int status = guard.interrupted() ? guard.exit_status() : kFailure;
    return Error<ExitStatus>{static_cast<ExitStatus>(status), fault->message};
  }
  const auto failure = [](const TableFault& fault) {
    return Error<ExitStatus>{kFailure, fault.message};
  };
  const OpenTables& tables = oracle.tables();
  const auto table = tables.table(*tables.ending_of(*material), Metric::Mate);
  if (!table) return failure(table.error());
  auto statistics = read_statistics(**table);
  if (!statistics) return failure(statistics.error());
  auto lists = read_position_lists(**table);
  if (!lists) return failure(lists.error());
  EndingReport report{std::move(*statistics), std::move(*lists), {}};
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& longest = report.statistics.longest_win[side];
    if (longest) report.lines[side] = best_line(longest->position, oracle.prober());
  }
  return report;
}

std::string fen_at(const Layout& layout, const Index& index, Color side) {
  return to_fen(Position::create(layout.setup_at(index, side).value()).value());
}

}  // namespace lucena
