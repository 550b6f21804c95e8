// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/legal_moves.h"

namespace lucena::test {

bool is_mated_within(const Position& position, unsigned plies);

/// Whether the side to move can force mate in so many plies, an odd number, or sooner: a plain
/// search of all moves.
inline bool mates_within(const Position& position, unsigned plies) {
  for (const Move move : legal_moves(position)) {
    if (is_mated_within(position.after(move), plies - 1)) return true;
  }
  return false;
}

/// Whether the side to move is mated in so many plies, an even number, or sooner whatever it does.
inline bool is_mated_within(const Position& position, unsigned plies) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return position.in_check();
  if (plies == 0) return false;
  for (const Move move : moves) {
    if (!mates_within(position.after(move), plies - 1)) return false;
  }
  return true;
}

}  // namespace lucena::test
