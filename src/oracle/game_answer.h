// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/game.h"
#include "oracle/oracle.h"

namespace lucena {

/// Adds to the answer for the position of a game what tables cannot know: a move after which the
/// position has occurred three times draws, and so does one that lets the opponent bring this
/// about, unless he wins or is better off otherwise.
void regard_repetitions(const Game& game, Answer& answer);

/// The oracle's answer for the position of a game, repetitions regarded.
Result<Answer, OracleFault> answer_in_game(Oracle& oracle, const Game& game, const Rules& rules);

}  // namespace lucena
