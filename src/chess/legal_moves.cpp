// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/legal_moves.h"

#include "chess/move_generator.h"

namespace lucena {

MoveList legal_moves(const Position& position) {
  MoveList moves;
  ListingSink sink(moves);
  generate_legal_moves(position, sink);
  return moves;
}

unsigned count_legal_moves(const Position& position) {
  CountingSink sink;
  generate_legal_moves(position, sink);
  return sink.count();
}

bool has_legal_move(const Position& position) {
  return count_legal_moves(position) != 0;
}

}  // namespace lucena
