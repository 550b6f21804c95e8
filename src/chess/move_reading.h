// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "chess/bitboard.h"
#include "chess/castling.h"
#include "chess/piece.h"

namespace lucena {

/// One way to understand the text of a move, before anybody has looked at the position.
struct MoveReading {
  /// Empty for any man. A king that castles must be named, by its letter or by its square.
  std::optional<PieceType> type = {};
  /// Where the man may stand: a file for "Nbd2", a rank for "N1d2", a single square for "b1d2".
  Bitboard origins = ~Bitboard();
  Square to;
  std::optional<PieceType> promoted = {};
  bool capture = false;
  /// For "O-O" and "O-O-O", which are otherwise the king's move.
  std::optional<CastlingSide> castling = {};

  /// Whether the text says on which square the man stands.
  bool names_origin() const { return !origins.more_than_one(); }
};

/// The ways to understand a text, the likeliest first; none if it cannot be a move. Only a bare
/// square and the letter b have more than one.
std::vector<MoveReading> move_readings(std::string_view text, Color side_to_move);

}  // namespace lucena
