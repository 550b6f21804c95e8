// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trainer/exercise.h"

namespace lucena {

/// An exercise that somebody has chosen because there is something to learn from it.
struct Lesson {
  Exercise exercise;
  /// What tables say about the position: the side to move mates in so many moves, or it is a draw.
  /// It is written down so that nobody has to solve five men to believe it; a test does.
  std::optional<unsigned> mate_moves;
};

enum class TrainerError { Text };
using TrainerFault = Error<TrainerError>;

/// Reads lessons as src/trainer/lessons.txt has them and explains. The fault names the line.
Result<std::vector<Lesson>, TrainerFault> parse_lessons(std::string_view text);

/// src/trainer/lessons.txt.
extern const std::string_view kLessonsText;

/// The lessons that the program brings along, in the order in which to learn them.
const std::vector<Lesson>& built_in_lessons();

}  // namespace lucena
