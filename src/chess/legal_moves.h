// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/move.h"
#include "chess/position.h"

namespace lucena {

MoveList legal_moves(const Position& position);

/// The number of legal moves, without listing them.
unsigned count_legal_moves(const Position& position);

bool has_legal_move(const Position& position);

/// Whether a move, which may come from another position, is legal in this one.
bool is_legal(const Position& position, Move move);

}  // namespace lucena
