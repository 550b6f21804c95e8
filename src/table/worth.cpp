// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/worth.h"

namespace lucena {

std::string text_of(Worth worth) {
  if (worth.is_draw()) return "draw";
  return (worth.is_win() ? "win in " : "loss in ") + std::to_string(worth.plies()) +
         (worth.plies() == 1 ? " ply" : " plies");
}

/// A promotion is a pawn move, too, but to convert says more.
MoveEffect effect_of(const Position& position, Move move) {
  const bool converts = position.is_capture(move) || move.kind() == MoveKind::Promotion;
  if (converts) return MoveEffect::Conversion;
  const bool moves_pawn = position.piece_at(move.from())->type == PieceType::Pawn;
  return moves_pawn ? MoveEffect::PawnMove : MoveEffect::Quiet;
}

}  // namespace lucena
