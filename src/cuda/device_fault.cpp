// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/device_fault.h"

#include <fmt/format.h>

namespace lucena {
namespace {

double gigabytes(std::size_t bytes) {
  return static_cast<double>(bytes) / 1e9;
}

}  // namespace

SolveFault no_room(std::size_t needed_bytes, std::size_t free_bytes) {
  return {SolveError::Device, fmt::format("the GPU has {:.2f} GB free, and {:.2f} GB are needed",
                                          gigabytes(free_bytes), gigabytes(needed_bytes))};
}

SolveFault ran_out(std::size_t wanted_bytes, std::size_t free_bytes) {
  return {SolveError::Device,
          fmt::format("the GPU's memory has run out: {:.2f} GB more are needed, of {:.2f} GB free",
                      gigabytes(wanted_bytes), gigabytes(free_bytes))};
}

}  // namespace lucena
