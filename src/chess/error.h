// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

namespace lucena {

/// Everything that can be wrong with a position, a move text or a game text. One kind for each
/// rule, so that tests and programs can tell them apart without reading sentences.
enum class ChessError {
  // FEN and EPD text
  FieldCount,
  BoardText,
  SideText,
  CastlingText,
  EnPassantText,
  ClockText,
  EpdOperation,
  // Men one by one
  MenText,
  // Any text of a position
  PositionText,
  // Positions
  SquareTaken,
  KingCount,
  TooManyMen,
  PawnOnLastRank,
  KingCapturable,
  CastlingImpossible,
  EnPassantImpossible,
  // Moves
  MoveText,
  MoveIllegal,
  MoveAmbiguous,
  // Games
  PgnSyntax,
};

using ChessFault = Error<ChessError>;

}  // namespace lucena
