// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/output.h"
#include "base/parallel.h"
#include "base/result.h"
#include "endgame/material.h"

namespace lucena {

/// What a person asks a solving command to work on, and with what.
struct PlanOptions {
  std::vector<std::string> materials;
  unsigned men = 0;
  unsigned threads = hardware_threads();
  std::string memory;
};

void declare_plan(Arguments& arguments, PlanOptions& options);

/// The endings to solve, in dependency order, and the means.
struct SolvePlan {
  std::vector<Material> wanted;
  std::vector<Material> endings;
  unsigned threads;
  std::size_t memory_bytes;
};

/// Which tables with kMaxMen men a command has in memory at a time.
enum class KeepTables { OneLarge, All };

/// The plan, or why it cannot be carried out: not understood, or more memory than there is.
Result<SolvePlan, Error<ExitStatus>> make_plan(const PlanOptions& options, bool castling,
                                               KeepTables keep);

}  // namespace lucena
