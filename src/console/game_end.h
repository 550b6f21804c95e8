// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "chess/game.h"
#include "oracle/answer.h"

namespace lucena {

/// How a game ended.
struct GameEnd {
  GameResult result;
  std::string reason;  // "checkmate", "stalemate", "fifty moves without ..."
};

/// Whether a game has ended. Draws that a player may claim are claimed at once, as there is always
/// somebody who would: the third occurrence of a position and, if the rules have it, fifty moves
/// without a capture or pawn move.
std::optional<GameEnd> end_of(const Game& game, const Rules& rules);

/// "7 moves were played": why a game ends that has a limit.
std::string moves_played_text(unsigned moves);

/// "1-0 (White wins): checkmate".
std::string end_sentence(const GameEnd& end);

}  // namespace lucena
