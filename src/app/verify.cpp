// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/output.h"
#include "app/solve_plan.h"
#include "app/solve_progress.h"
#include "base/text.h"
#include "chess/fen.h"
#include "solve/solver.h"
#include "solve/verifier.h"

namespace lucena {
namespace {

struct VerifyOptions {
  PlanOptions plan;
  bool castling = false;
  std::uint64_t sample = 2'000'000;
  std::uint64_t seed = 1;
};

/// All positions up to this many men, a sample beyond.
constexpr int kMenForAll = 4;

std::string worth_text(Worth worth) {
  if (worth.is_draw()) return "draw";
  return fmt::format("{} in {} plies", worth.is_win() ? "win" : "loss", worth.plies());
}

int report(const Material& material, std::string_view what, const VerifyReport& found) {
  if (!found.first_contradiction) {
    print("{}: {}{} positions agree with their successors\n", material.name(),
          with_thousands(found.positions), what);
    return kSuccess;
  }
  const Contradiction& wrong = *found.first_contradiction;
  print("{}: contradiction at {}: table {}, successors {}\n", material.name(),
        to_fen(wrong.position), worth_text(wrong.stored), worth_text(wrong.computed));
  return kFailure;
}

/// Checks one ending that has been solved.
int check(const Material& material, const VerifyOptions& options, Solver& solver,
          const std::atomic<bool>& interrupted) {
  const EndingStore& store = solver.store();
  ThreadPool& pool = solver.pool();
  const bool all = material.men() <= kMenForAll;
  const VerifyReport found = all ? verify_all(material, Metric::Mate, store, pool, interrupted)
                                 : verify_sample(material, Metric::Mate, store, options.sample,
                                                 options.seed, pool, interrupted);
  if (interrupted) return kSuccess;
  int status = report(material, all ? "" : " sampled", found);
  if (options.castling && material.count(PieceType::Rook) > 0) {
    const VerifyReport castling = verify_castling(material, Metric::Mate, store, interrupted);
    if (!interrupted) status |= report(material, " castling", castling);
  }
  flush_output();
  return status;
}

int verify(const VerifyOptions& options, const SolvePlan& plan) {
  const InterruptGuard guard;
  Solver solver(plan.solver, plan.endings);
  solver.cancel_on(guard.interrupted());
  SolveProgress progress(solver, plan.endings);
  int status = kSuccess;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    const Material& material = plan.endings[i];
    progress.start(i);
    solver.solve_next();
    const bool wanted =
        std::find(plan.wanted.begin(), plan.wanted.end(), material) != plan.wanted.end();
    progress.pause();
    if (wanted) progress.say(fmt::format("checking {}", material.name()));
    if (wanted && !guard.interrupted()) {
      status |= check(material, options, solver, guard.interrupted());
    }
    if (guard.interrupted()) {
      complain("lucena verify", "interrupted");
      return guard.exit_status();
    }
    for (const Material& done : plan.not_needed_after(i)) solver.release(done);
  }
  return status;
}

int run_verify(const VerifyOptions& options) {
  const auto plan =
      make_plan(options.plan, {.keep = KeepTables::UntilVerified, .castling = options.castling});
  if (!plan) {
    complain("lucena verify", plan.error().message);
    return plan.error().code;
  }
  return verify(options, *plan);
}

}  // namespace

Command verify_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<VerifyOptions>();
    declare_plan(arguments, options->plan);
    arguments.number("--sample N", options->sample, {1, 1'000'000'000},
                     "how many random positions of an ending with five men to check");
    arguments.number("--seed N", options->seed, {0, 1'000'000'000'000}, "which random positions");
    arguments.flag("--castling", options->castling,
                   "checks the positions with castling rights too");
    return [options] { return run_verify(*options); };
  };
  return {"verify",
          "Solves endings and recomputes every value with the ordinary move generator",
          {{"lucena verify KRvKP", "checks every position of rook against pawn"},
           {"lucena verify KRPvKR --sample 100000", "checks 100,000 random positions"}},
          declare};
}

}  // namespace lucena
