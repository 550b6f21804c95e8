// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "solve/problem_solver.h"

namespace lucena {

/// The CPU in the place of a GPU: memory is memory, and the threads of a kernel come one after the
/// other. So what kernels do is tested where there is no GPU, and tests can have it fail.
class Emulation {
 public:
  void* allocate(std::size_t size_bytes) { return fault_ ? nullptr : std::malloc(size_bytes); }
  void free(void* memory) { std::free(memory); }
  std::size_t free_bytes() const { return ~std::size_t{0}; }
  void fill(void* memory, std::uint8_t byte, std::size_t size_bytes) {
    if (!fault_ && size_bytes > 0) std::memset(memory, byte, size_bytes);
  }
  void copy_in(void* to, const void* from, std::size_t size_bytes) {
    if (!fault_ && size_bytes > 0) std::memcpy(to, from, size_bytes);
  }
  void copy_out(void* to, const void* from, std::size_t size_bytes) const {
    if (size_bytes == 0) return;
    if (fault_) {
      std::memset(to, 0, size_bytes);
    } else {
      std::memcpy(to, from, size_bytes);
    }
  }
  template <class Kernel>
  void launch(std::uint64_t threads, const Kernel& kernel) {
    if (fault_) return;
    for (std::uint64_t thread = 0; thread < threads; ++thread) kernel(thread);
  }
  template <class Kernel>
  void launch_tiles(std::uint64_t blocks, const Kernel& kernel) {
    if (fault_) return;
    typename Kernel::Tile tile{};
    for (std::uint64_t block = 0; block < blocks; ++block) {
      for (int phase = 0; phase < kernel.phases(); ++phase) {
        for (int thread = 0; thread < Kernel::kThreads; ++thread) {
          kernel(phase, block, thread, tile);
        }
      }
    }
  }
  void wait() {}
  const std::optional<SolveFault>& fault() const { return fault_; }
  void fail(SolveFault fault) const { fault_ = std::move(fault); }

 private:
  mutable std::optional<SolveFault> fault_;
};

}  // namespace lucena
