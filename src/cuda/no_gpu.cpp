// SPDX-License-Identifier: GPL-3.0-or-later
// What a program without CUDA knows of GPUs.
#include "cuda/gpu.h"

namespace lucena {
namespace {

SolveFault built_without() {
  return {SolveError::Device, no_gpu_text()};
}

}  // namespace

std::vector<GpuInfo> find_gpus() {
  return {};
}

std::string no_gpu_text() {
  return "no GPU found: this program was built without CUDA";
}

Result<std::unique_ptr<ProblemSolver>, SolveFault> make_gpu_solver(const Team&) {
  return built_without();
}

std::unique_ptr<Accelerator> find_gpu_accelerator() {
  return nullptr;
}

Result<std::unique_ptr<WholeEndings>, SolveFault> make_gpu_endings(int) {
  return built_without();
}

}  // namespace lucena
