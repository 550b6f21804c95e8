// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "trainer/lesson.h"
#include "trainer/schedule.h"

namespace lucena {

/// What has been tried, as a table: lessons in their order, then endings by name.
///
///     exercise    tries  solved  moves lost  box  comes again
///     opposition      3       2         0.5    2  in 1 day
///     KQvKR           1       0           -    1  now
///
/// Moves lost are on average, over the tries that reached the goal.
std::string report_text(const ProgressByName& progress, const std::vector<Lesson>& lessons,
                        std::chrono::sys_seconds now);

/// The lessons with their endings, and where one stands with each.
std::string lessons_text(const std::vector<Lesson>& lessons, const ProgressByName& progress,
                         std::chrono::sys_seconds now);

}  // namespace lucena
