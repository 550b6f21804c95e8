// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/case_file.h"

#include <fmt/format.h>

#include "base/text.h"
#include "console/position_request.h"
#include "endgame/material.h"

namespace lucena {
namespace {

/// Nobody can be asked here, so that what a list of men leaves open is White to move and no rights.
Result<Position, ConsoleFault> parse_case(std::string_view text) {
  const auto request = parse_position_request(text);
  // Without digits it was taken for an ending, and the fault would speak of endings.
  const bool names_men = text.find_first_of("12345678") != std::string_view::npos;
  if (!request && names_men) return request.error();
  if (!request || std::holds_alternative<EndingRequest>(*request)) {
    return ConsoleFault{ConsoleError::Text,
                        fmt::format("'{}' is neither a FEN nor a list of men", printable(text))};
  }
  const auto* given = std::get_if<Position>(&*request);
  const Setup setup = given != nullptr ? given->setup() : std::get<MenRequest>(*request).setup;
  const auto position = Position::create(setup);
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

/// A bad line does not spoil the others: each has its own position or fault.
std::vector<Case> parse_cases(std::string_view text) {
  std::vector<Case> cases;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view content = trim(line.substr(0, line.find('#')));
    if (content.empty()) continue;
    cases.push_back({number, std::string(content), parse_case(content)});
  }
  return cases;
}

}  // namespace lucena
