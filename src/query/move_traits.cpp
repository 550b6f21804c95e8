// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/move_traits.h"

namespace lucena {
namespace {

/// Traits that have nothing to do with check.
bool has_feature(MoveTrait trait, const MoveFeatures& move) {
  switch (trait) {
    case MoveTrait::Quiet:
      return !move.captures && !move.promoted;
    case MoveTrait::Check:
      return true;
    case MoveTrait::Capture:
      return move.captures;
    case MoveTrait::Promotion:
      return move.promoted.has_value();
    case MoveTrait::Underpromotion:
      return move.promoted && move.promoted != PieceType::Queen;
    case MoveTrait::ToQueen:
      return move.promoted == PieceType::Queen;
    case MoveTrait::ToRook:
      return move.promoted == PieceType::Rook;
    case MoveTrait::ToBishop:
      return move.promoted == PieceType::Bishop;
    case MoveTrait::ToKnight:
      return move.promoted == PieceType::Knight;
    case MoveTrait::PawnMove:
      return move.mover == PieceType::Pawn;
    case MoveTrait::KingMove:
      return move.mover == PieceType::King;
    case MoveTrait::Castling:
      return move.castles;
    case MoveTrait::EnPassant:
      break;
  }
  return move.en_passant;
}

}  // namespace

TraitTest test_traits(const std::vector<MoveTrait>& traits, const MoveFeatures& move) {
  TraitTest test;
  for (const MoveTrait trait : traits) {
    test.possible &= has_feature(trait, move);
    test.must_check |= trait == MoveTrait::Check;
    test.must_not_check |= trait == MoveTrait::Quiet;
  }
  return test;
}

}  // namespace lucena
