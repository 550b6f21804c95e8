// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "solve/problem_solver.h"

namespace lucena {

/// Solves every problem twice and compares what is decided, position for position. What the first
/// solver decides is what counts; where the second one decides anything else, the solve fails.
class CheckedSolver final : public ProblemSolver {
 public:
  CheckedSolver(std::unique_ptr<ProblemSolver> first, std::unique_ptr<ProblemSolver> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  Result<unsigned, SolveFault> solve(const Problem& problem, Metric metric, const Exits& exits,
                                     Decisions& decisions, const SolveControl& control) override;

  PhaseSeconds seconds() const override { return first_->seconds(); }

 private:
  std::unique_ptr<ProblemSolver> first_, second_;
};

}  // namespace lucena
