// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/game.h"
#include "oracle/oracle.h"

namespace lucena {

/// Adds to the answer for the position of a game what tables cannot know: a move after which the
/// position has occurred three times draws, and so does one that lets the opponent bring this
/// about, unless he wins or is better off otherwise. Then the position is worth what its moves are
/// worth now.
///
/// A distance stays certain unless the way to it may come upon a position that has occurred twice:
/// that would be the third time. By best play the mate comes nearer with every ply, so that nothing
/// occurs twice on the way, and what has occurred once before does no harm.
std::optional<TableFault> regard_repetitions(const Game& game, const Prober& prober,
                                             const Rules& rules, Answer& answer);

/// The oracle's answer for the position of a game, repetitions regarded.
Result<Answer, OracleFault> answer_in_game(Oracle& oracle, const Game& game, const Rules& rules);

}  // namespace lucena
