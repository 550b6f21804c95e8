// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <optional>
#include <string>

#include "cuda/device_fault.h"

namespace lucena {

namespace on_device {

inline constexpr unsigned kThreadsOfBlock = 256;

template <class Kernel>
__global__ void run(std::uint64_t threads, const __grid_constant__ Kernel kernel) {
  const std::uint64_t thread = std::uint64_t{blockIdx.x} * kThreadsOfBlock + threadIdx.x;
  if (thread < threads) kernel(thread);
}

/// For kernels whose blocks share a tile: after each phase all threads of a block wait. Four blocks
/// at a time on each multiprocessor, so that others work meanwhile: the compiler has to make do
/// with a quarter of the registers.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::kThreads, 4)
    run_tiles(const __grid_constant__ Kernel kernel) {
  __shared__ typename Kernel::Tile tile;
  const int phases = kernel.phases();
  for (int phase = 0; phase < phases; ++phase) {
    kernel(phase, blockIdx.x, static_cast<int>(threadIdx.x), tile);
    __syncthreads();
  }
}

}  // namespace on_device

/// The first GPU. Kernels run one after the other, and copies wait for them.
class GpuMachine {
 public:
  void* allocate(std::size_t size_bytes) {
    void* memory = nullptr;
    if (fault_) return memory;
    const std::size_t free = free_bytes();
    const cudaError_t error = cudaMalloc(&memory, size_bytes == 0 ? 1 : size_bytes);
    if (error == cudaErrorMemoryAllocation) {
      static_cast<void>(cudaGetLastError());
      fault_ = ran_out(size_bytes, free);
      return nullptr;
    }
    note(error);
    return memory;
  }
  void free(void* memory) { note(cudaFree(memory)); }
  std::size_t free_bytes() {
    std::size_t free = 0, all = 0;
    note(cudaMemGetInfo(&free, &all));
    return free;
  }
  void fill(void* memory, std::uint8_t byte, std::size_t size_bytes) {
    if (!fault_ && size_bytes > 0) note(cudaMemsetAsync(memory, byte, size_bytes));
  }
  void copy_in(void* to, const void* from, std::size_t size_bytes) {
    if (!fault_ && size_bytes > 0) note(cudaMemcpy(to, from, size_bytes, cudaMemcpyHostToDevice));
  }
  void copy_out(void* to, const void* from, std::size_t size_bytes) const {
    if (size_bytes == 0) return;
    if (!fault_) note(cudaMemcpy(to, from, size_bytes, cudaMemcpyDeviceToHost));
    if (fault_) std::memset(to, 0, size_bytes);
  }
  template <class Kernel>
  void launch(std::uint64_t threads, const Kernel& kernel) {
    if (fault_ || threads == 0) return;
    const std::uint64_t blocks =
        (threads + on_device::kThreadsOfBlock - 1) / on_device::kThreadsOfBlock;
    on_device::run<<<static_cast<unsigned>(blocks), on_device::kThreadsOfBlock>>>(threads, kernel);
    note(cudaGetLastError());
  }
  template <class Kernel>
  void launch_tiles(std::uint64_t blocks, const Kernel& kernel) {
    if (fault_ || blocks == 0) return;
    on_device::run_tiles<<<static_cast<unsigned>(blocks), Kernel::kThreads>>>(kernel);
    note(cudaGetLastError());
  }
  void wait() {
    if (!fault_) note(cudaDeviceSynchronize());
  }
  const std::optional<SolveFault>& fault() const { return fault_; }

 private:
  /// Keeps the first error.
  void note(cudaError_t error) const {
    if (error == cudaSuccess || fault_) return;
    fault_ =
        SolveFault{SolveError::Device, std::string("the GPU fails: ") + cudaGetErrorString(error)};
  }

  mutable std::optional<SolveFault> fault_;
};

}  // namespace lucena
