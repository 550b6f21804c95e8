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

/// Whether the GPU that is set can run what was compiled: it may be too old for that, or its driver
/// for what it would have to compile.
bool runs_kernels() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, on_device::run<on_device::ClearWords>) == cudaSuccess;
}

}  // namespace

/// A driver that is too old for the runtime counts no GPUs, just as if there were none.
std::string no_gpu_text() {
  int driver = 0, runtime = 0, count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) {
    return "no GPU found that can be used: it is too old (compute capability 8.0 is needed), or "
           "others keep it busy";
  }
  static_cast<void>(cudaGetLastError());
  static_cast<void>(cudaDriverGetVersion(&driver));
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  if (driver == 0 || driver >= runtime) return "no GPU found";
  const auto text = [](int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  };
  return "no GPU found: its driver is made for CUDA " + text(driver) + ", and this program needs " +
         text(runtime);
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
                         cudaMemGetInfo(&free, &all) == cudaSuccess && runs_kernels();
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

Result<std::unique_ptr<WholeEndings>, SolveFault> make_gpu_endings(int men_in_tables) {
  if (const auto fault = missing_gpu()) return *fault;
  return std::unique_ptr<WholeEndings>(
      std::make_unique<DeviceEndings<GpuMachine>>(GpuMachine(), ListLimits(), men_in_tables));
}

}  // namespace lucena
