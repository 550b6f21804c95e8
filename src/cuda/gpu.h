// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/team.h"
#include "cuda/whole_endings.h"
#include "solve/accelerator.h"
#include "solve/problem_solver.h"

namespace lucena {

/// A GPU that kernels can run on.
struct GpuInfo {
  int number;
  std::string name;
  std::size_t memory_bytes, free_bytes;
};

/// The GPUs that are there: none where the program was built without CUDA or there is no driver.
/// Nothing is looked for before this is called.
std::vector<GpuInfo> find_gpus();

/// What is said where there is none.
std::string no_gpu_text();

/// A solver of any problem on the first GPU. The team finds the exits.
Result<std::unique_ptr<ProblemSolver>, SolveFault> make_gpu_solver(const Team& team);

/// The first GPU as an accelerator; null if there is none.
std::unique_ptr<Accelerator> find_gpu_accelerator();

/// Whole endings on the first GPU. Tests have fewer men in tables.
Result<std::unique_ptr<WholeEndings>, SolveFault> make_gpu_endings(
    int men_in_tables = kMaxMenInMemory);

}  // namespace lucena
