// SPDX-License-Identifier: GPL-3.0-or-later
// What a program without CUDA knows of GPUs.
#include "cuda/gpu.h"

namespace lucena {
namespace {

SolveFault built_without() {
  return {SolveError::Device, "no GPU found: this program was built without CUDA"};
}

}  // namespace

std::vector<GpuInfo> find_gpus() {
  return {};
}

bool knows_gpus() {
  return false;
}

Result<std::unique_ptr<ProblemSolver>, SolveFault> make_gpu_solver(const Team&) {
  return built_without();
}

Result<std::unique_ptr<PawnlessEndings>, SolveFault> make_gpu_endings() {
  return built_without();
}

}  // namespace lucena
