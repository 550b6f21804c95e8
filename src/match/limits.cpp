// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace lucena {
namespace {

/// Eleven days: in milliseconds still within 32 bits, in which engines may count.
constexpr double kLongestSeconds = 1e6;

/// "12.5", nothing else; no sign, no exponent.
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

MatchFault bad_control(std::string_view text) {
  return {MatchError::LimitText,
          fmt::format("'{}' is no time control: write seconds+increment, such as 10+0.1, or "
                      "moves/seconds+increment",
                      printable(text))};
}

/// What is left of a clock. Engines may take 0 for no clock at all.
long milliseconds(double seconds) {
  return std::max(1L, std::lround(seconds * 1000));
}

}  // namespace

/// [moves/]seconds[+increment]. No time at all and no increment either would be lost before it
/// began.
Result<TimeControl, MatchFault> TimeControl::parse(std::string_view text) {
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

/// An engine's own limits replace the common ones as a whole: with nodes=1000 it has no clock.
Result<Limits, MatchFault> limits_of(const EngineCommand& command, const Limits& common) {
  Limits limits;
  if (const auto text = command.setting("tc"); !text.empty()) {
    const auto control = TimeControl::parse(text);
    if (!control) return control.error();
    limits.clock = *control;
  }
  const auto number = [&]<class T>(std::string_view name, std::optional<T>& value, T largest) {
    const std::string_view text = command.setting(name);
    if (text.empty()) return true;
    value = parse_number<T>(text, largest);
    return value && *value > 0;
  };
  const bool understood = number("nodes", limits.nodes, std::uint64_t{1} << 50) &&
                          number("depth", limits.depth, 1000u) &&
                          number("movetime", limits.move_milliseconds, 1'000'000'000u);
  if (!understood) {
    return MatchFault{MatchError::LimitText,
                      fmt::format("nodes, depth and movetime of {} must be numbers above 0",
                                  printable(command.display_name()))};
  }
  return limits.empty() ? common : limits;
}

void PlayerClock::spend(double seconds) {
  left_seconds_ = std::max(0.0, left_seconds_ - seconds) + control_.increment_seconds;
  if (moves_left_ > 0 && --moves_left_ == 0) {
    moves_left_ = control_.moves;
    left_seconds_ += control_.seconds;
  }
}

std::string go_text(const Limits& limits, Color mover, const std::optional<PlayerClock>& own,
                    const std::optional<PlayerClock>& other) {
  std::string text = "go";
  if (own) {
    const PlayerClock& opponent = other ? *other : *own;
    const PlayerClock& white = mover == Color::White ? *own : opponent;
    const PlayerClock& black = mover == Color::White ? opponent : *own;
    text += fmt::format(" wtime {} btime {}", milliseconds(white.left_seconds()),
                        milliseconds(black.left_seconds()));
    if (white.increment_seconds() > 0 || black.increment_seconds() > 0) {
      text += fmt::format(" winc {} binc {}", std::lround(white.increment_seconds() * 1000),
                          std::lround(black.increment_seconds() * 1000));
    }
    if (own->moves_left() > 0) text += fmt::format(" movestogo {}", own->moves_left());
  }
  if (limits.move_milliseconds) text += fmt::format(" movetime {}", *limits.move_milliseconds);
  if (limits.depth) text += fmt::format(" depth {}", *limits.depth);
  if (limits.nodes) text += fmt::format(" nodes {}", *limits.nodes);
  return text;
}

}  // namespace lucena
