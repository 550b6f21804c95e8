// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "console/game_record.h"
#include "oracle/oracle.h"

namespace lucena {

/// What is to be said about a move of a game, in paragraphs: the remark once more with the best
/// move, and how the game would go on by best play from what was made.
Result<std::vector<std::string>, OracleFault> explain_move(Oracle& oracle, const Rules& rules,
                                                           const GameRecord& record,
                                                           std::size_t ply);

}  // namespace lucena
