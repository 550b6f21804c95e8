// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "chess/game.h"

namespace lucena {

/// Plays a game on by the moves that next(game) gives, an optional each, until it gives none, the
/// game ends or a draw can be claimed: who shows best play stops where nobody would go on.
template <class Next>
void play_line(Game& game, Next&& next) {
  while (game.status() == GameStatus::InProgress && game.draw_claims().empty()) {
    const std::optional<Move> move = next(game);
    if (!move) return;
    game.make(*move);
  }
}

}  // namespace lucena
