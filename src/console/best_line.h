// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

#include "chess/game.h"
#include "oracle/oracle.h"

namespace lucena {

/// Plays a game on with best moves of both sides until it ends by end_of(), or for so many plies
/// more. If the oracle fails, the game is as far as it came.
///
/// Without the 50-move rule a line from a won or lost position always ends in mate: by mate, every
/// best move comes a ply nearer to it.
std::optional<OracleFault> play_best_moves(
    Oracle& oracle, const Rules& rules, Game& game,
    std::size_t most_plies = std::numeric_limits<std::size_t>::max());

}  // namespace lucena
