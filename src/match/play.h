// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "match/adjudicator.h"
#include "match/limits.h"
#include "match/match_game.h"
#include "uci/engine_process.h"

namespace lucena {

/// How long a clock may be overdrawn before the game is lost, for the sake of a busy machine; and
/// how long an engine without a clock may take for a move. In seconds.
struct Patience {
  double margin_seconds = 0.05;
  double move_seconds = 60;
};

/// One of the two players at the board. Engines are started and ended by whoever organizes the
/// match.
struct Seat {
  EngineProcess* engine;
  const Limits* limits;
};

/// Plays a game from an opening to its end; `seats` are by player, and `white` says who has White.
/// Draws by threefold repetition and the 50-move rule need no claim.
MatchGame play_game(const Game& opening, const std::array<Seat, 2>& seats, std::size_t white,
                    const Adjudicator& adjudicator, const Patience& patience);

}  // namespace lucena
