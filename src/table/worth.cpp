// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/worth.h"

namespace lucena {

MoveEffect effect_of(const Position& position, Move move) {
  const bool captures =
      position.piece_at(move.to()).has_value() || move.kind() == MoveKind::EnPassant;
  if (captures || move.kind() == MoveKind::Promotion) return MoveEffect::Conversion;
  const bool moves_pawn = position.piece_at(move.from())->type == PieceType::Pawn;
  return moves_pawn ? MoveEffect::PawnMove : MoveEffect::Quiet;
}

}  // namespace lucena
