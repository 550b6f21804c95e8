// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/worth.h"

namespace lucena {

/// A promotion is a pawn move, too, but to convert says more.
MoveEffect effect_of(const Position& position, Move move) {
  const bool converts = position.is_capture(move) || move.kind() == MoveKind::Promotion;
  if (converts) return MoveEffect::Conversion;
  const bool moves_pawn = position.piece_at(move.from())->type == PieceType::Pawn;
  return moves_pawn ? MoveEffect::PawnMove : MoveEffect::Quiet;
}

}  // namespace lucena
