// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "console/game_record.h"
#include "oracle/oracle.h"

namespace lucena {

/// What is to be said about a move of a game, in paragraphs: whether it was best and, if it was
/// not, what it cost, how it is refuted and how it should have gone on.
///
///     1. Kb2: That move lets the win slip: the position is now a draw. Best was 1. Bc3.
///     The refutation: 1... Kxe1 (neither side has enough men left to mate)
///     What should have been played: 1. Bc3 Kc2 2. Bd4 ... (checkmate)
///
/// Lines are by best play of both sides; the first reply is the one that was made, if it was best.
/// A mate is shown to the end, of a draw only the beginning. The move must have a review.
Result<std::vector<std::string>, OracleFault> explain_move(Oracle& oracle, const Rules& rules,
                                                           const GameRecord& record,
                                                           std::size_t ply);

}  // namespace lucena
