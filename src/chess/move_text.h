// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "chess/error.h"
#include "chess/move.h"
#include "chess/position.h"

namespace lucena {

/// "e2e4", "e7e8q"; castling is the king's move, "e1g1".
std::string to_uci(Move move);

/// Standard algebraic notation of a legal move, as short as the legal moves of the same kind of man
/// allow: "Nf3", "Nbd2", "exd6", "e8=Q+", "O-O", "Qxf7#".
std::string to_san(const Position& position, Move move);

/// The legal move that UCI text names. Nothing but UCI text is accepted.
Result<Move, ChessFault> parse_uci(const Position& position, std::string_view text);

/// The legal move that a person means: standard, long and UCI notation, with or without the marks
/// that only decorate ("Nf3", "nf3+", "Ng1-f3", "g1f3", "e8(Q)", "0-0", "exd6 e.p."). A bare square
/// is a pawn's move or, where no pawn can go, the move of the only man that can. A lower-case b is
/// the b-file where a pawn can capture, otherwise a bishop.
///
/// The fault is MoveText if the text cannot be a move at all, MoveAmbiguous if several legal moves
/// fit, and MoveIllegal with the reason otherwise.
Result<Move, ChessFault> parse_move(const Position& position, std::string_view text);

}  // namespace lucena
