// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>

#include "chess/game.h"
#include "chess/legal_moves.h"

namespace lucena::test {

/// One of the legal moves of a position that has any. The same generator state gives the same move
/// with every standard library, which uniform_int_distribution does not promise.
inline Move random_move(const Position& position, std::mt19937_64& random) {
  const MoveList moves = legal_moves(position);
  return moves[random() % moves.size()];
}

/// A game of random moves that ends as games do, or after so many plies.
inline Game random_game(const Position& start, std::size_t plies, std::mt19937_64& random) {
  Game game(start);
  while (game.moves().size() < plies && game.status() == GameStatus::InProgress) {
    game.make(random_move(game.position(), random));
  }
  return game;
}

}  // namespace lucena::test
