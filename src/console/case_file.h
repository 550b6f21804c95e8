// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "console/error.h"

namespace lucena {

/// One line of a file of cases.
struct Case {
  std::size_t line;  // from 1
  std::string text;
  Result<Position, ConsoleFault> position;
};

/// What stands before a `#`, without blanks at either end.
std::string_view without_comment(std::string_view line);

/// The cases of a file, a position a line as for parse_position(). `#` begins a comment, and lines
/// with nothing else are skipped.
std::vector<Case> parse_cases(std::string_view text);

}  // namespace lucena
