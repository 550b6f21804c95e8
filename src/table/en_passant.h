// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "chess/legal_moves.h"
#include "table/worth.h"

namespace lucena {

/// The value of a position where a pawn may be taken in passing, which tables know nothing of: the
/// better of the ordinary value and the captures; where those are the only moves, they are forced.
/// ordinary() and of_move(move) may say that they do not know, and so does this then.
template <class Ordinary, class OfMove>
auto worth_with_en_passant(const Position& position, Ordinary&& ordinary, OfMove&& of_move)
    -> decltype(ordinary()) {
  Worth best_capture;
  bool has_other_move = false;
  for (const Move move : legal_moves(position)) {
    if (move.kind() != MoveKind::EnPassant) {
      has_other_move = true;
      continue;
    }
    const auto capture = of_move(move);
    if (!capture) return capture;
    best_capture = std::max(best_capture, *capture);
  }
  if (!has_other_move) return best_capture;
  const auto value = ordinary();
  if (!value) return value;
  return std::max(*value, best_capture);
}

}  // namespace lucena
