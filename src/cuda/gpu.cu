// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/device_accelerator.h"
#include "cuda/gpu.h"
#include "cuda/gpu_machine.cuh"

namespace lucena {
namespace {

std::optional<SolveFault> missing_gpu() {
  if (!find_gpus().empty()) return {};
  return SolveFault{SolveError::Device, no_gpu_text()};
}

}  // namespace

std::string no_gpu_text() {
  return "no GPU found";
}

std::vector<GpuInfo> find_gpus() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return {};
  }
  std::vector<GpuInfo> gpus;
  for (int number = 0; number < count; ++number) {
    cudaDeviceProp properties{};
    std::size_t free = 0, all = 0;
    const bool answers = cudaGetDeviceProperties(&properties, number) == cudaSuccess &&
                         cudaSetDevice(number) == cudaSuccess &&
                         cudaMemGetInfo(&free, &all) == cudaSuccess;
    if (answers) gpus.push_back({number, properties.name, all, free});
  }
  if (!gpus.empty()) static_cast<void>(cudaSetDevice(gpus.front().number));
  static_cast<void>(cudaGetLastError());
  return gpus;
}

Result<std::unique_ptr<ProblemSolver>, SolveFault> make_gpu_solver(const Team& team) {
  if (const auto fault = missing_gpu()) return *fault;
  return std::unique_ptr<ProblemSolver>(
      std::make_unique<DeviceSolver<GpuMachine>>(GpuMachine(), team));
}

std::unique_ptr<Accelerator> find_gpu_accelerator() {
  if (find_gpus().empty()) return nullptr;
  return std::make_unique<DeviceAccelerator<GpuMachine>>(GpuMachine());
}

Result<std::unique_ptr<WholeEndings>, SolveFault> make_gpu_endings() {
  if (const auto fault = missing_gpu()) return *fault;
  return std::unique_ptr<WholeEndings>(std::make_unique<DeviceEndings<GpuMachine>>(GpuMachine()));
}

}  // namespace lucena
