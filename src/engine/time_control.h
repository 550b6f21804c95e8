// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace lucena {

enum class TimeControlError { Text };
using TimeControlFault = Error<TimeControlError>;

/// "12.5", nothing else; no sign, no exponent. At most a million seconds.
std::optional<double> parse_seconds(std::string_view text);

/// So much time for so many moves, or for the whole game if `moves` is 0, and more for each move.
struct TimeControl {
  double seconds = 0;
  double increment_seconds = 0;
  unsigned moves = 0;

  /// "10+0.1", "60" or "40/60+0.5".
  static Result<TimeControl, TimeControlFault> parse(std::string_view text);
  /// As parse() reads it.
  std::string text() const;

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// The clock of one player. With 2/10+1, two moves in ten seconds and a second for each move:
///
///     left 10, 2 moves to go
///     spend(4)   left 10 - 4 + 1 = 7, 1 to go
///     spend(9)   left 0 + 1 + 10 = 11, 2 to go        the flag fell, which is the caller's concern
class PlayerClock {
 public:
  explicit PlayerClock(const TimeControl& control)
      : control_(control), left_seconds_(control.seconds), moves_left_(control.moves) {}

  double left_seconds() const { return left_seconds_; }
  double increment_seconds() const { return control_.increment_seconds; }
  /// 0 if the time is for the whole game.
  unsigned moves_left() const { return moves_left_; }
  /// A move has been made after so much time. Whether it was too much is the caller's concern: a
  /// clock that has been overdrawn stands at 0, and nothing is owed. The increment comes after the
  /// move, and the time for the next moves with the last of a period, as on chess clocks.
  void spend(double seconds);

 private:
  TimeControl control_;
  double left_seconds_;
  unsigned moves_left_;
};

}  // namespace lucena
