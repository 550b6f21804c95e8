// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace lucena {

/// The number of threads the machine runs at once, at least 1.
unsigned hardware_threads();

/// Calls work(i) once for every i in [0, count), spread over the given number of threads, and
/// returns when all calls have. The calls start in ascending order of i.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t)>& work);

}  // namespace lucena
