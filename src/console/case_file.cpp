// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/case_file.h"

#include <fmt/format.h>

#include "base/text.h"
#include "endgame/material.h"
#include "endgame/position_text.h"

namespace lucena {
namespace {

Result<Position, ConsoleFault> parse_case(std::string_view text) {
  const auto position = parse_position(text);
  if (!position) return ConsoleFault{ConsoleError::Position, position.error().message};
  const int men = Material::of(*position).men();
  if (men > kMaxMen) {
    return ConsoleFault{
        ConsoleError::Position,
        fmt::format("there are {} men, and endings with up to {} are supported", men, kMaxMen)};
  }
  return *position;
}

}  // namespace

std::string_view without_comment(std::string_view line) {
  return trim(line.substr(0, line.find('#')));
}

/// A bad line does not spoil the others: each has its own position or fault.
std::vector<Case> parse_cases(std::string_view text) {
  std::vector<Case> cases;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view content = without_comment(line);
    if (content.empty()) continue;
    cases.push_back({number, std::string(content), parse_case(content)});
  }
  return cases;
}

}  // namespace lucena
