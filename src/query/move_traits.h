// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/piece.h"

namespace lucena {

/// What a move can be besides winning. Quiet is neither a capture nor a promotion nor a check.
enum class MoveTrait : std::uint8_t {
  Quiet,
  Capture,
  Check,
  Promotion,
  Underpromotion,
  ToQueen,
  ToRook,
  ToBishop,
  ToKnight,
  PawnMove,
  KingMove,
  Castling,
  EnPassant,
};

/// What traits are about, but for check.
struct MoveFeatures {
  PieceType mover;
  bool captures = false;
  std::optional<PieceType> promoted{};
  bool castles = false;
  bool en_passant = false;
};

/// Whether a move can have all of some traits, and what must then be so of check.
struct TraitTest {
  bool possible = true, must_check = false, must_not_check = false;
};

TraitTest test_traits(const std::vector<MoveTrait>& traits, const MoveFeatures& move);

}  // namespace lucena
