// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "base/result.h"
#include "base/team.h"
#include "solve/decisions.h"
#include "solve/exits.h"
#include "solve/problem.h"
#include "table/metric.h"

namespace lucena {

/// Why a problem is not solved.
enum class SolveError {
  Cancelled,
  TooManyLevels,  // more than whoever hears the decisions can keep
  Scratch,        // what waits on disk cannot be written, or does not come back
  Device,         // a GPU has no room for it, or fails
  Disagreement,   // two solvers decide differently
  Damaged,        // a table file that something is read from
};
using SolveFault = Error<SolveError>;

/// Where the CPU time of a solve went.
struct PhaseSeconds {
  double exits = 0;
  double passes = 0;

  PhaseSeconds& operator+=(const PhaseSeconds& other) {
    exits += other.exits;
    passes += other.passes;
    return *this;
  }
  friend PhaseSeconds operator+(PhaseSeconds a, const PhaseSeconds& b) { return a += b; }
  friend PhaseSeconds operator-(const PhaseSeconds& a, const PhaseSeconds& b) {
    return {a.exits - b.exits, a.passes - b.passes};
  }
};

/// How somebody else looks at a solve under way.
struct SolveControl {
  const std::atomic<bool>& cancelled;  // once raised, the solver gives up soon
  std::atomic<unsigned>& level;        // where it is
};

/// Solves one problem after the other by any metric. LevelLoop is the reference; whatever solves
/// problems elsewhere must make the same decisions, position for position.
class ProblemSolver {
 public:
  virtual ~ProblemSolver() = default;

  /// Tells `decisions` the turn of every position that is won or lost, for both sides to move.
  /// Returns the deepest level at which anything was decided.
  virtual Result<unsigned, SolveFault> solve(const Problem& problem, Metric metric,
                                             const Exits& exits, Decisions& decisions,
                                             const SolveControl& control) = 0;

  /// All solves together.
  virtual PhaseSeconds seconds() const = 0;
};

/// Makes a solver that works with a team of threads.
using MakeProblemSolver = std::function<std::unique_ptr<ProblemSolver>(const Team&)>;

}  // namespace lucena
