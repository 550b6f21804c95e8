// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "chess/game.h"
#include "chess/legal_moves.h"
#include "support/random_positions.h"

namespace lucena::test {

/// One of the legal moves of a position that has any.
inline Move random_move(const Position& position, Random& random) {
  const MoveList moves = legal_moves(position);
  return moves[below(moves.size(), random)];
}

/// A game of random moves that ends as games do, or after so many plies.
inline Game random_game(const Position& start, std::size_t plies, Random& random) {
  Game game(start);
  while (game.moves().size() < plies && game.status() == GameStatus::InProgress) {
    game.make(random_move(game.position(), random));
  }
  return game;
}

}  // namespace lucena::test
