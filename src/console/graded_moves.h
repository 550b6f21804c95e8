// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "oracle/answer.h"

namespace lucena {

/// Every move of a position with its worth, the best first and marked:
///
///       * Rh4      wins            mate in 14   DTZ 27
std::string graded_moves_text(const Position& position, const Answer& answer, Metric metric);

/// "Kd6 or Kc6: mate in 16".
std::string best_moves_text(const Position& position, const Answer& answer, Metric metric);

}  // namespace lucena
