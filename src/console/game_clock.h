// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "base/by_enum.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "console/game_end.h"
#include "engine/search_limits.h"
#include "engine/time_control.h"

namespace lucena {

/// The clocks of a game, as they stood after each of its moves, so that a move that is taken back
/// gives its time back. Only what is thought counts: nobody pays for tables that have to be solved.
class GameClock {
 public:
  explicit GameClock(const TimeControl& control)
      : states_{ByColor<PlayerClock>{PlayerClock(control), PlayerClock(control)}} {}

  /// The mover has thought for so long about the present move.
  void think(double seconds) { thought_seconds_ += seconds; }
  double left_seconds(Color mover) const { return now(mover).left_seconds() - thought_seconds_; }
  bool has_run_out(Color mover) const { return left_seconds(mover) <= 0; }
  /// The move has been made.
  void press(Color mover);
  /// The game has so many plies again, and the present move is thought about anew.
  void back_to(std::size_t plies);

  /// For a search of the mover.
  ClockTime clock_time(Color mover) const;
  /// "White 1:00, Black 0:07.3".
  std::string text() const;

 private:
  const PlayerClock& now(Color color) const { return states_.back()[color]; }

  std::vector<ByColor<PlayerClock>> states_;  // the start and one more for each move
  double thought_seconds_ = 0;
};

/// How a game ends in which a side has overstepped its time: lost, or drawn if the other one cannot
/// mate (FIDE 6.9).
GameEnd end_by_time(const Position& position, Color overstepped);
/// The same for a side that gives up (FIDE 5.1.2).
GameEnd end_by_resignation(const Position& position, Color resigned);

}  // namespace lucena
