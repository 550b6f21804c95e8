// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

#include "engine/search_limits.h"

namespace lucena {

/// How long a search may take. The aim is what a move should get; a search that has just changed
/// its mind may take longer, but never longer than the end.
struct TimePlan {
  std::optional<Milliseconds> aim;
  std::optional<Milliseconds> end;
};

/// `overhead` is what gets lost between the clock and us with every move.
TimePlan plan_time(const SearchLimits& limits, Milliseconds overhead);

}  // namespace lucena
