// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/game_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lucena {
namespace {

/// "1:00" or, when it gets short, "0:07.3".
std::string clock_face(double seconds) {
  const double shown = std::max(0.0, seconds);
  const auto minutes = static_cast<unsigned>(shown / 60);
  const double rest = shown - 60.0 * minutes;
  if (shown >= 20) return fmt::format("{}:{:02}", minutes, static_cast<unsigned>(rest));
  return fmt::format("{}:{:04.1f}", minutes, std::floor(rest * 10) / 10);
}

GameEnd lost_unless_dead(const Position& position, Color loser, const std::string& what) {
  const Color other = opposite(loser);
  if (!position.can_mate(other)) {
    return {GameResult::Draw,
            fmt::format("{} {}, but {} has no men to mate with", name(loser), what, name(other))};
  }
  return {loser == Color::White ? GameResult::BlackWins : GameResult::WhiteWins,
          fmt::format("{} {}", name(loser), what)};
}

}  // namespace

void GameClock::press(Color mover) {
  states_.push_back(states_.back());
  states_.back()[mover].spend(thought_seconds_);
  thought_seconds_ = 0;
}

void GameClock::back_to(std::size_t plies) {
  states_.resize(plies + 1, states_.back());
  thought_seconds_ = 0;
}

ClockTime GameClock::clock_time(Color mover) const {
  const auto milliseconds = [](double seconds) {
    return Milliseconds(std::max(0L, std::lround(seconds * 1000)));
  };
  ClockTime time{
      milliseconds(left_seconds(mover)), milliseconds(now(mover).increment_seconds()), {}};
  if (now(mover).moves_left() > 0) time.moves_to_go = now(mover).moves_left();
  return time;
}

std::string GameClock::text() const {
  return fmt::format("White {}, Black {}", clock_face(now(Color::White).left_seconds()),
                     clock_face(now(Color::Black).left_seconds()));
}

GameEnd end_by_time(const Position& position, Color overstepped) {
  return lost_unless_dead(position, overstepped, "overstepped the time");
}

GameEnd end_by_resignation(const Position& position, Color resigned) {
  return lost_unless_dead(position, resigned, "resigned");
}

}  // namespace lucena
