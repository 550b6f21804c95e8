// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/arguments.h"
#include "app/output.h"
#include "base/result.h"
#include "cuda/gpu.h"
#include "solve/accelerator.h"

namespace lucena {

/// Declares --device, with what is done without it.
void declare_device(Arguments& arguments, std::string& device,
                    std::string_view meaning =
                        "what solves endings with six men: cpu, gpu, or "
                        "auto for a GPU if there is one with room "
                        "(default: auto)");

/// What "cpu", "gpu" or "auto" stands for, or why it cannot be done.
Result<Acceleration, Error<ExitStatus>> chosen_device(const std::string& device);

double decimal_gigabytes(std::size_t bytes);
/// "GPU 0: NVIDIA H200, 149.4 of 150.1 GB free"
std::string gpu_text(const GpuInfo& gpu);

}  // namespace lucena
