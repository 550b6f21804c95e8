// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/time_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"

namespace lucena {
namespace {

/// Eleven days: in milliseconds still within 32 bits, in which engines may count.
constexpr double kLongestSeconds = 1e6;

TimeControlFault bad_control(std::string_view text) {
  return {TimeControlError::Text,
          fmt::format("'{}' is no time control: write seconds+increment, such as 10+0.1, or "
                      "moves/seconds+increment",
                      printable(text))};
}

}  // namespace

std::optional<double> parse_seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  const auto whole = parse_number<unsigned>(text.substr(0, point), 1'000'000);
  if (!whole) return {};
  double value = *whole;
  if (point == std::string_view::npos) return value;
  const std::string_view digits = text.substr(point + 1);
  const auto part = parse_number<unsigned>(digits, 999'999'999);
  if (!part || digits.size() > 9) return {};
  value += *part / std::pow(10, digits.size());
  return value;
}

/// [moves/]seconds[+increment]. No time at all and no increment either would be lost before it
/// began.
Result<TimeControl, TimeControlFault> TimeControl::parse(std::string_view text) {
  TimeControl control;
  std::string_view rest = text;
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    const auto moves = parse_number<unsigned>(rest.substr(0, slash), 1000);
    if (!moves || *moves == 0) return bad_control(text);
    control.moves = *moves;
    rest.remove_prefix(slash + 1);
  }
  const std::size_t plus = rest.find('+');
  const auto seconds = parse_seconds(rest.substr(0, plus));
  const auto increment = plus == std::string_view::npos ? std::optional<double>(0)
                                                        : parse_seconds(rest.substr(plus + 1));
  if (!seconds || !increment || *seconds + *increment <= 0 || *seconds > kLongestSeconds) {
    return bad_control(text);
  }
  control.seconds = *seconds;
  control.increment_seconds = *increment;
  return control;
}

std::string TimeControl::text() const {
  std::string text = moves > 0 ? fmt::format("{}/", moves) : "";
  text += fmt::format("{}", seconds);
  if (increment_seconds > 0) text += fmt::format("+{}", increment_seconds);
  return text;
}

void PlayerClock::spend(double seconds) {
  left_seconds_ = std::max(0.0, left_seconds_ - seconds) + control_.increment_seconds;
  if (moves_left_ > 0 && --moves_left_ == 0) {
    moves_left_ = control_.moves;
    left_seconds_ += control_.seconds;
  }
}

}  // namespace lucena
