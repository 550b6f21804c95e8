// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "oracle/answer.h"

namespace lucena {

/// Every move of a position with its worth, the best first and marked, and what the marks mean:
///
///       * Rh4      wins            mate in 14   DTZ 27
///     * best: no move wins sooner.
std::string graded_moves_text(const Position& position, const Answer& answer, Metric metric);

/// "Kd6 or Kc6: mate in 16"; of a draw "Kd6 or Kc6: either draws; after Kd6, 2 of Black's replies
/// draw".
std::string best_moves_text(const Position& position, const Answer& answer, Metric metric);

}  // namespace lucena
