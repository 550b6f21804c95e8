// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace lucena {
namespace {

/// What is left of a clock. Engines may take 0 for no clock at all.
long milliseconds(double seconds) {
  return std::max(1L, std::lround(seconds * 1000));
}

}  // namespace

/// An engine's own limits replace the common ones as a whole: with nodes=1000 it has no clock.
Result<Limits, MatchFault> limits_of(const EngineCommand& command, const Limits& common) {
  Limits limits;
  if (const auto text = command.setting("tc"); !text.empty()) {
    const auto control = TimeControl::parse(text);
    if (!control) return MatchFault{MatchError::LimitText, control.error().message};
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
