// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ending_report.h"

#include "app/interrupt.h"
#include "app/solve_progress.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "solve/solver.h"
#include "solve/unwon.h"

namespace lucena {
namespace {

/// A move that wins fastest or loses slowest; nothing without a legal move, or where the table of a
/// successor is not at hand.
std::optional<Move> best_move(const Position& position, const EndingStore& store) {
  std::optional<Move> best;
  Worth best_worth;
  for (const Move move : legal_moves(position)) {
    const auto worth = store.worth_of_move(position, move, Metric::Mate);
    if (!worth) return {};
    if (!best || *worth > best_worth) {
      best = move;
      best_worth = *worth;
    }
  }
  return best;
}

/// The best line from a position that is won or lost. It stops with three dots where it leads to an
/// ending whose table is gone.
std::string best_line(Position position, const EndingStore& store) {
  std::string line;
  while (const auto move = best_move(position, store)) {
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

Error<ExitStatus> interruption(const InterruptGuard& guard) {
  return {static_cast<ExitStatus>(guard.exit_status()), "interrupted"};
}

}  // namespace

Result<EndingReport, Error<ExitStatus>> report_on_ending(const PlanOptions& options,
                                                         const ReportNeeds& needs) {
  const auto plan = make_plan(options, {.zeroing = needs.zeroing, .unwon = needs.unwon});
  if (!plan) return plan.error();
  const Material material = plan->wanted.front();
  const InterruptGuard guard;
  Solver solver(
      {.threads = plan->threads, .memory_bytes = plan->memory_bytes, .zeroing = needs.zeroing},
      plan->endings);
  solver.cancel_on(guard.interrupted());
  SolveProgress progress(solver, plan->endings);
  for (std::size_t i = 0; i < plan->endings.size(); ++i) {
    progress.start(i);
    solver.solve_next();
    if (guard.interrupted()) return interruption(guard);
    for (const Material& done : plan->not_needed_after(i)) {
      if (done != material) solver.release(done);
    }
  }
  progress.say(fmt::format("counting the positions of {}", material.name()));
  const EndingStore& store = solver.store();
  EndingStatistics gathered =
      gather_statistics(*store.table(material), store.table(material, Metric::Zeroing).get(),
                        solver.pool(), guard.interrupted());
  if (needs.unwon) {
    add_unwon(gathered.statistics, store, solver.pool(), guard.interrupted());
  }
  if (guard.interrupted()) return interruption(guard);
  EndingReport report{std::move(gathered.statistics), std::move(gathered.lists), {}};
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& longest = report.statistics.longest_win[side];
    if (longest) report.lines[side] = best_line(longest->position, store);
  }
  return report;
}

std::string fen_at(const Layout& layout, const Index& index, Color side) {
  return to_fen(Position::create(layout.setup_at(index, side).value()).value());
}

}  // namespace lucena
