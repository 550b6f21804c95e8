// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>

#include "chess/pgn.h"
#include "console/error.h"
#include "console/position_request.h"

namespace lucena {

/// The game that is asked for, with its main line; or what is wrong with the file, or the game.
Result<PgnGame, ConsoleFault> load_game(const LoadRequest& request,
                                        const std::atomic<bool>& interrupted);

/// "Game 2 of games.pgn: Tal - Botvinnik, 1960.03.15, 1-0, 62 moves".
std::string loaded_title(const LoadRequest& request, const PgnGame& game);

}  // namespace lucena
