// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/game.h"
#include "oracle/oracle.h"

namespace lucena {

/// Plays a game on with best moves of both sides until it ends by end_of(), or for so many plies
/// more. If the oracle fails or is cancelled, the game is as far as it came.
///
/// Without the 50-move rule a line from a won or lost position ends in mate after as many plies as
/// announced: by mate, every best move comes a ply nearer to it. Tables whose values are wrong can
/// lead around for ever, hence the limit.
std::optional<OracleFault> play_best_moves(Oracle& oracle, const Rules& rules, Game& game,
                                           std::size_t most_plies);

}  // namespace lucena
