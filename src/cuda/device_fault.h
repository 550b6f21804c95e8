// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "solve/problem_solver.h"

namespace lucena {

/// What is said if a device has too little memory: "the GPU has 10.5 GB free, and 13.4 GB are
/// needed".
[[nodiscard]] SolveFault no_room(std::size_t needed_bytes, std::size_t free_bytes);

/// The same in the middle of an ending, where it was thought to be enough.
[[nodiscard]] SolveFault ran_out(std::size_t wanted_bytes, std::size_t free_bytes);

}  // namespace lucena
