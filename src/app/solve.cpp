// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/output.h"
#include "app/solve_plan.h"
#include "app/solve_progress.h"
#include "base/clock.h"
#include "base/text.h"
#include "chess/fen.h"
#include "solve/summary.h"

namespace lucena {
namespace {

struct SolveOptions {
  PlanOptions plan;
  bool json = false;
  bool castling = false;
  bool verbose = false;
};

struct Report {
  const Material& material;
  double wall_seconds, cpu_seconds;
  PhaseSeconds phases;
  Summary summary;
  std::optional<CastlingSummary> castling;

  double set_up_seconds() const {
    return std::max(0.0, cpu_seconds - phases.exits - phases.passes);
  }
};

constexpr std::array<std::string_view, 2> kSideNames{"white", "black"};

std::string counts_text(const OutcomeCounts& counts) {
  return fmt::format("{} won, {} drawn, {} lost", with_thousands(counts.wins),
                     with_thousands(counts.draws), with_thousands(counts.losses));
}

/// Whoever is to move, a mate can take longest: a defender may first capture into a slower ending.
std::string longest_text(Color winner, const std::array<std::optional<Deepest>, 2>& wins,
                         const std::array<std::optional<Deepest>, 2>& losses) {
  const auto& to_move = wins[static_cast<std::size_t>(winner)];
  const auto& to_wait = losses[static_cast<std::size_t>(opposite(winner))];
  if (!to_move && !to_wait) return fmt::format("{} cannot force mate", name(winner));
  const auto part = [](const Deepest& deepest) {
    return fmt::format("{} with {} to move ({})", (deepest.level + 1) / 2,
                       name(deepest.position.side_to_move()), to_fen(deepest.position));
  };
  std::string text = fmt::format("longest mate by {}, in moves: ", name(winner));
  if (to_move) text += part(*to_move);
  if (to_move && to_wait) text += ", ";
  if (to_wait) text += part(*to_wait);
  return text;
}

void print_text(const Report& report, bool verbose) {
  print("{}  {:.2f} s\n", bold(report.material.name(), stdout), report.wall_seconds);
  for (const Color side : kColors) {
    const OutcomeCounts& counts = report.summary.unique[static_cast<std::size_t>(side)];
    print("  {} to move: {} legal positions: {}\n", name(side), with_thousands(counts.legal()),
          counts_text(counts));
  }
  for (const Color side : kColors) {
    print("  {}\n", longest_text(side, report.summary.longest_win, report.summary.longest_loss));
  }
  if (report.castling && report.castling->positions[0].legal() > 0) {
    for (const Color side : kColors) {
      const OutcomeCounts& counts = report.castling->positions[static_cast<std::size_t>(side)];
      print("  with castling rights, {} to move: {} legal positions: {}\n", name(side),
            with_thousands(counts.legal()), counts_text(counts));
    }
    for (const Color side : kColors) {
      print("  with castling rights, {}\n",
            longest_text(side, report.castling->longest_win, report.castling->longest_loss));
    }
  }
  flush_output();
  if (verbose) {
    write_message(fmt::format("  CPU {:.2f} s: set-up {:.2f}, exits {:.2f}, passes {:.2f}\n",
                              report.cpu_seconds, report.set_up_seconds(), report.phases.exits,
                              report.phases.passes));
  }
}

std::string counts_json(const std::array<OutcomeCounts, 2>& counts) {
  std::string text;
  for (std::size_t s = 0; s < 2; ++s) {
    text += fmt::format(R"({}"{}": {{"legal": {}, "win": {}, "draw": {}, "loss": {}}})",
                        s == 0 ? "" : ", ", kSideNames[s], counts[s].legal(), counts[s].wins,
                        counts[s].draws, counts[s].losses);
  }
  return "{" + text + "}";
}

std::string deepest_json(const std::array<std::optional<Deepest>, 2>& deepest) {
  std::string text;
  for (std::size_t s = 0; s < 2; ++s) {
    text += fmt::format(R"({}"{}": )", s == 0 ? "" : ", ", kSideNames[s]);
    text += deepest[s] ? fmt::format(R"({{"mate_plies": {}, "mate_moves": {}, "fen": "{}"}})",
                                     deepest[s]->level, (deepest[s]->level + 1) / 2,
                                     to_fen(deepest[s]->position))
                       : "null";
  }
  return "{" + text + "}";
}

/// One object a line, so that a reader need not wait for the end.
void print_json(const Report& report) {
  const Summary& summary = report.summary;
  print(R"({{"material": "{}", "seconds": {:.3f}, "cpu_seconds": {:.3f}, )"
        R"("cpu_phases": {{"set_up": {:.3f}, "exits": {:.3f}, "passes": {:.3f}}}, )",
        report.material.name(), report.wall_seconds, report.cpu_seconds, report.set_up_seconds(),
        report.phases.exits, report.phases.passes);
  print(R"("unique": {}, "twins_apart": {}, "placements": {}, "longest_win": {}, )"
        R"("longest_loss": {})",
        counts_json(summary.unique), counts_json(summary.with_twins_apart),
        counts_json(summary.placements), deepest_json(summary.longest_win),
        deepest_json(summary.longest_loss));
  if (report.castling) {
    print(R"(, "castling": {{"positions": {}, "longest_win": {}, "longest_loss": {}}})",
          counts_json(report.castling->positions), deepest_json(report.castling->longest_win),
          deepest_json(report.castling->longest_loss));
  }
  print("}}\n");
}

/// Solves the next ending of the plan and looks at it; nothing if interrupted.
std::optional<Report> solve_next(const SolveOptions& options, Solver& solver,
                                 const std::atomic<bool>& interrupted) {
  const Material& material = solver.next();
  const double wall_start = wall_seconds(), cpu_start = process_cpu_seconds();
  const PhaseSeconds before = solver.seconds();
  solver.solve_next();
  if (interrupted) return {};
  const PhaseSeconds after = solver.seconds();
  const double wall = wall_seconds() - wall_start, cpu = process_cpu_seconds() - cpu_start;
  const auto summary = summarize(*solver.store().table(material), solver.pool(), interrupted);
  if (!summary) return {};
  Report report{material, wall, cpu, {after.exits - before.exits, after.passes - before.passes},
                *summary, {}};
  if (options.castling) {
    report.castling = summarize_castling(material, solver.store(), interrupted);
    if (!report.castling) return {};
  }
  return report;
}

int solve(const SolveOptions& options, const SolvePlan& plan) {
  const InterruptGuard guard;
  Solver solver({plan.threads, options.castling, plan.memory_bytes}, plan.endings);
  solver.cancel_on(guard.interrupted());
  SolveProgress progress(solver, plan.endings);
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    progress.start(i);
    const auto report = solve_next(options, solver, guard.interrupted());
    progress.pause();
    if (!report) {
      complain("lucena solve", "interrupted");
      return guard.exit_status();
    }
    if (options.json) {
      print_json(*report);
    } else {
      print_text(*report, options.verbose);
    }
    flush_output();
    for (const Material& done : plan.not_needed_after(i)) solver.release(done);
  }
  return kSuccess;
}

int run_solve(const SolveOptions& options) {
  const auto plan = make_plan(options.plan, options.castling, KeepTables::UntilReported);
  if (!plan) {
    complain("lucena solve", plan.error().message);
    return plan.error().code;
  }
  return solve(options, *plan);
}

}  // namespace

Command solve_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<SolveOptions>();
    declare_plan(arguments, options->plan);
    arguments.flag("--castling", options->castling,
                   "solves the positions with castling rights too");
    arguments.flag("--json", options->json, "prints one JSON object a line");
    arguments.flag("--verbose", options->verbose, "says where the time went");
    return [options] { return run_solve(*options); };
  };
  return {"solve",
          "Solves endings, and all that they can turn into",
          {{"lucena solve KRPvKR", "solves rook and pawn against rook"},
           {"lucena solve --men 4", "solves all endings with up to four men"},
           {"lucena solve KRvK --castling", "includes the positions with castling rights"}},
          declare};
}

}  // namespace lucena
