// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/legal_moves.h"

#include <algorithm>

#include "chess/move_generator.h"

namespace lucena {
namespace {

/// Whether a pawn goes there and stays a pawn, kings aside. The last ranks are left out, since
/// whoever gets there promotes, which is no ordinary move.
bool pawn_reaches(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  const int forward = us == Color::White ? 8 : -8;
  if (to.rank() == 0 || to.rank() == 7) return false;
  if (pawn_attacks(us, from).contains(to)) return position.men_of(opposite(us)).contains(to);
  const Bitboard occupied = position.occupied();
  if (to.index() == from.index() + forward) return !occupied.contains(to);
  const bool at_home = from.rank() == (us == Color::White ? 1 : 6);
  return at_home && to.index() == from.index() + 2 * forward && !occupied.contains(to) &&
         !occupied.contains(Square(from.index() + forward));
}

}  // namespace

MoveList legal_moves(const Position& position) {
  MoveList moves;
  ListingSink sink(moves);
  generate_legal_moves(position, sink);
  return moves;
}

unsigned count_legal_moves(const Position& position) {
  CountingSink sink;
  generate_legal_moves(position, sink);
  return sink.count();
}

/// Moves come as sets and are counted as such, so that there is no first one to stop at.
bool has_legal_move(const Position& position) {
  return count_legal_moves(position) != 0;
}

/// Hash tables hand out moves of other positions, so nothing is known of this one. Ordinary moves
/// are judged without listing all; promotions, castling and en passant are rare enough to be looked
/// for in the list.
bool is_legal(const Position& position, Move move) {
  const Color us = position.side_to_move();
  const Square from = move.from(), to = move.to();
  if (!position.men_of(us).contains(from) || position.men_of(us).contains(to)) return false;
  if (move.kind() != MoveKind::Ordinary) {
    const MoveList moves = legal_moves(position);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }
  if (move != Move(from, to)) return false;
  const PieceType type = position.type_at(from);
  const bool reaches = type == PieceType::Pawn
                           ? pawn_reaches(position, from, to)
                           : piece_attacks(type, from, position.occupied()).contains(to);
  if (!reaches) return false;
  // Look at the king on the board as it will be.
  const Square king = type == PieceType::King ? to : position.king(us);
  const Bitboard occupied = (position.occupied() - Bitboard(from)) | Bitboard(to);
  const Bitboard enemy = position.men_of(opposite(us)) - Bitboard(to);
  return (position.attackers_of(king, occupied) & enemy).empty();
}

}  // namespace lucena
