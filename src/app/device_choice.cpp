// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_choice.h"

#include <fmt/format.h>

namespace lucena {

void declare_device(Arguments& arguments, std::string& device, std::string_view meaning) {
  arguments.text("--device NAME", device, meaning);
}

/// Whoever asks for a GPU is told at once that there is none; others never hear of it.
Result<Acceleration, Error<ExitStatus>> chosen_device(const std::string& device) {
  if (device == "cpu") return Acceleration{};
  const bool gpu = device == "gpu";
  if (!gpu && device != "auto") {
    return Error<ExitStatus>{
        kUsage, fmt::format("--device must be cpu, gpu or auto, not '{}'", printable(device))};
  }
  if (gpu && find_gpus().empty()) return Error<ExitStatus>{kFailure, no_gpu_text()};
  return Acceleration{find_gpu_accelerator, gpu};
}

double decimal_gigabytes(std::size_t bytes) {
  return static_cast<double>(bytes) / 1e9;
}

std::string gpu_text(const GpuInfo& gpu) {
  return fmt::format("GPU {}: {}, {:.1f} of {:.1f} GB free", gpu.number, gpu.name,
                     decimal_gigabytes(gpu.free_bytes), decimal_gigabytes(gpu.memory_bytes));
}

}  // namespace lucena
