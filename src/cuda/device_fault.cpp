// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/device_fault.h"

#include <fmt/format.h>

namespace lucena {

SolveFault no_room(std::size_t needed_bytes, std::size_t free_bytes) {
  const auto gigabytes = [](std::size_t bytes) { return static_cast<double>(bytes) / 1e9; };
  return {SolveError::Device, fmt::format("the GPU has {:.2f} GB free, and {:.2f} GB are needed",
                                          gigabytes(free_bytes), gigabytes(needed_bytes))};
}

}  // namespace lucena
