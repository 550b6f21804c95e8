// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/static_exchange.h"

namespace lucena {
namespace {

Value gain_at_once(const Position& position, Move move) {
  Value gain = 0;
  if (move.kind() == MoveKind::EnPassant) {
    gain = exchange_value(PieceType::Pawn);
  } else if (position.occupied().contains(move.to())) {
    gain = exchange_value(position.type_at(move.to()));
  }
  if (move.kind() == MoveKind::Promotion) {
    gain += exchange_value(move.promoted()) - exchange_value(PieceType::Pawn);
  }
  return gain;
}

}  // namespace

bool exchange_gains(const Position& position, Move move, Value threshold) {
  if (move.kind() == MoveKind::Castling) return threshold <= 0;
  // The balance as seen by whoever has just captured; it must not get below zero.
  Value balance = gain_at_once(position, move) - threshold;
  if (balance < 0) return false;
  const PieceType mover =
      move.kind() == MoveKind::Promotion ? move.promoted() : position.type_at(move.from());
  balance -= exchange_value(mover);
  if (balance >= 0) return true;

  const Square to = move.to();
  Bitboard occupied = (position.occupied() - Bitboard(move.from())) | Bitboard(to);
  if (move.kind() == MoveKind::EnPassant) {
    occupied -= Bitboard(Square(to.file(), move.from().rank()));
  }
  const Bitboard diagonal = position.men_of(PieceType::Bishop) | position.men_of(PieceType::Queen);
  const Bitboard straight = position.men_of(PieceType::Rook) | position.men_of(PieceType::Queen);
  Bitboard attackers = position.attackers_of(to, occupied) & occupied;
  Color side = opposite(position.side_to_move());
  bool gains = true;  // the side that made the first move, if nobody captures any more
  while (true) {
    const Bitboard own = attackers & position.men_of(side);
    if (own.empty()) break;
    PieceType least = PieceType::Pawn;
    while ((own & position.men_of(least)).empty()) {
      least = static_cast<PieceType>(static_cast<int>(least) + 1);
    }
    // A king captures last, and not into another attack.
    if (least == PieceType::King && !(attackers & position.men_of(opposite(side))).empty()) break;
    gains = !gains;
    balance = -balance - 1 - exchange_value(least);
    if (balance >= 0) break;
    occupied -= Bitboard((own & position.men_of(least)).first());
    attackers |=
        (bishop_attacks(to, occupied) & diagonal) | (rook_attacks(to, occupied) & straight);
    attackers &= occupied;
    side = opposite(side);
  }
  return gains;
}

}  // namespace lucena
