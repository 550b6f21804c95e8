// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/output.h"
#include "base/parallel.h"
#include "base/result.h"
#include "endgame/material.h"
#include "solve/solver.h"

namespace lucena {

/// What a person asks a solving command to work on, and with what.
struct PlanOptions {
  std::vector<std::string> materials;
  std::optional<unsigned> men;
  unsigned threads = hardware_threads();
  std::optional<std::string> memory;
};

void declare_plan(Arguments& arguments, PlanOptions& options);
/// The threads and the memory alone.
void declare_means(Arguments& arguments, PlanOptions& options);

/// How long a command needs the table of an ending once it is solved.
enum class KeepTables {
  UntilReported,
  UntilVerified,  // all endings that can turn into it in one move have been verified
};

/// The endings to solve, in dependency order, and the means.
struct SolvePlan {
  std::vector<Material> wanted;
  std::vector<Material> all;          // that are wanted, and all that they can turn into
  std::vector<Material> endings;      // of those, what has to be solved
  std::vector<std::size_t> last_use;  // of each ending's table, as a place in `endings`
  Solver::Options solver;

  /// The endings whose tables nobody needs once the ending at this place is done with.
  std::vector<Material> not_needed_after(std::size_t place) const;
};

/// What else than mate scores a command asks for.
struct PlanNeeds {
  KeepTables keep = KeepTables::UntilReported;
  bool castling = false;
  bool zeroing = false;
  bool unwon = false;  // the reasons of UnwonFinder for every ending
  /// Whether an ending need not be solved again; by default all are solved.
  std::function<bool(const Material&)> is_known = {};
};

/// The plan, or why it cannot be carried out: not understood, or more memory than there is.
Result<SolvePlan, Error<ExitStatus>> make_plan(const PlanOptions& options, const PlanNeeds& needs);

}  // namespace lucena
