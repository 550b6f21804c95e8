// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/static_exchange.h"

namespace lucena {
namespace {

/// A pawn that promotes turns into the new piece: a queen gains 950 - 100.
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

/// Each capture wins what stands on the square and puts the capturing man at stake. With threshold
/// 0 a rook takes a pawn that a pawn guards:
///
///     100 won                balance  100, at least 0, so it may be worth it
///     the rook at stake      balance -400, which is what is left if it is lost
///     the pawn takes back    balance  400 - 1 - 100 = 299 for the other side, even if the pawn is
///                            lost: that settles it, the move does not gain
///
/// The 1 is because one side is content with the threshold and the other has to prevent it. A
/// capture that leaves the balance at 0 or more with the man at stake settles the question; after
/// any other one the opponent has to have something to take back with. Whoever captures last is
/// right.
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
    // The man is gone, and whoever stood behind it sees the square now.
    occupied -= Bitboard((own & position.men_of(least)).first());
    attackers |=
        (bishop_attacks(to, occupied) & diagonal) | (rook_attacks(to, occupied) & straight);
    attackers &= occupied;
    side = opposite(side);
  }
  return gains;
}

}  // namespace lucena
