// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/attacks.h"
#include "chess/move.h"
#include "chess/position.h"

namespace lucena {

/// Generates the legal moves of one position as sets of target squares and hands them to a sink:
/// one sink lists the moves, another only counts them. Nothing is made and unmade: a man that does
/// not uncover its king and, in check, stops the check, moves legally.
///
/// A sink has
///     void piece_moves(Square from, Bitboard targets);
///     void pawn_moves(Bitboard targets, int step);   // each from target - step
///     void promotions(Bitboard targets, int step);
///     void special_move(Move move);                  // en passant, castling
template <Color us, class Sink>
class MoveGenerator {
 public:
  MoveGenerator(const Position& position, Sink& sink)
      : position_(position),
        sink_(sink),
        own_(position.men_of(us)),
        enemy_(position.men_of(them)),
        occupied_(own_ | enemy_),
        king_(position.king(us)) {
    find_checks_and_pins();
  }

  /// In double check only the king can move. In check by one man, everybody else has to capture it
  /// or to stand in between: these squares are the targets. An example, White to move:
  ///
  ///     8   . . . . r . . .
  ///     4   . . . . . . . b
  ///     3   . . . . R . x .       checkers_  h4
  ///     2   . . . . . x . .       targets_   h4, g3, f2
  ///     1   . . . . K . . .       pinned_    e3
  ///         a b c d e f g h
  ///
  /// The rook could block on g3, but it may only move on the e-file, where there is no target: the
  /// king has to move.
  void generate() {
    const Bitboard attacked = attacked_by_enemy();
    sink_.piece_moves(king_, king_attacks(king_) - own_ - attacked);
    if (checkers_.more_than_one()) return;
    targets_ = ~own_;
    if (checkers_.empty()) {
      castling(attacked);
    } else {
      targets_ = squares_between(king_, checkers_.first()) | checkers_;
    }
    for (const Square from : own(PieceType::Knight) - pinned_) {
      sink_.piece_moves(from, knight_attacks(from) & targets_);
    }
    const Bitboard queens = own(PieceType::Queen);
    for (const Square from : own(PieceType::Bishop) | queens) {
      sink_.piece_moves(from, bishop_attacks(from, occupied_) & allowed(from));
    }
    for (const Square from : own(PieceType::Rook) | queens) {
      sink_.piece_moves(from, rook_attacks(from, occupied_) & allowed(from));
    }
    const Bitboard pawns = own(PieceType::Pawn);
    pawn_moves(pawns - pinned_, targets_);
    for (const Square from : pawns& pinned_) pawn_moves(Bitboard(from), allowed(from));
    if (position_.can_capture_en_passant()) en_passant();
  }

 private:
  /// The colour is a template parameter, so that all directions and ranks are constants.
  static constexpr Color them = opposite(us);
  static constexpr bool kWhite = us == Color::White;
  static constexpr Direction kForward = kWhite ? Direction::North : Direction::South;
  static constexpr Direction kForwardEast = kWhite ? Direction::NorthEast : Direction::SouthEast;
  static constexpr Direction kForwardWest = kWhite ? Direction::NorthWest : Direction::SouthWest;

  Bitboard own(PieceType type) const { return own_ & position_.men_of(type); }
  Bitboard enemy(PieceType type) const { return enemy_ & position_.men_of(type); }

  /// Where a man may go if its way of moving reaches there: not onto our own men, in check only
  /// where it stops the check, and pinned only along the line of the pin. A pinned knight has no
  /// such move, so knights are not asked.
  Bitboard allowed(Square from) const {
    return pinned_.contains(from) ? targets_ & line_through(king_, from) : targets_;
  }

  /// An enemy slider on an open line to the king gives check; with exactly one man in between,
  /// that man is pinned if it is ours. So look from the king as if our own men were not there:
  ///
  ///     K . . . . r     check
  ///     K . N . . r     the knight is pinned
  ///     K . N B . r     neither is
  ///     K . n . . r     not even seen: the enemy's men end the line
  void find_checks_and_pins() {
    checkers_ = (knight_attacks(king_) & enemy(PieceType::Knight)) |
                (pawn_attacks(us, king_) & enemy(PieceType::Pawn));
    const Bitboard queens = enemy(PieceType::Queen);
    const Bitboard snipers = (bishop_attacks(king_, enemy_) & (enemy(PieceType::Bishop) | queens)) |
                             (rook_attacks(king_, enemy_) & (enemy(PieceType::Rook) | queens));
    for (const Square sniper : snipers) {
      const Bitboard blockers = squares_between(king_, sniper) & own_;
      if (blockers.empty()) {
        checkers_ |= Bitboard(sniper);
      } else if (!blockers.more_than_one()) {
        pinned_ |= blockers;
      }
    }
  }

  /// The squares where our king would be in check. He does not shield squares behind himself: in
  /// check by a rook on e8, the king on e4 may not step back to e3.
  Bitboard attacked_by_enemy() const {
    const Bitboard seen_through = occupied_ - Bitboard(king_);
    const Bitboard pawns = enemy(PieceType::Pawn);
    Bitboard attacked =
        kWhite ? shift<Direction::SouthEast>(pawns) | shift<Direction::SouthWest>(pawns)
               : shift<Direction::NorthEast>(pawns) | shift<Direction::NorthWest>(pawns);
    attacked |= king_attacks(position_.king(them));
    for (const Square from : enemy(PieceType::Knight)) attacked |= knight_attacks(from);
    const Bitboard queens = enemy(PieceType::Queen);
    for (const Square from : enemy(PieceType::Bishop) | queens) {
      attacked |= bishop_attacks(from, seen_through);
    }
    for (const Square from : enemy(PieceType::Rook) | queens) {
      attacked |= rook_attacks(from, seen_through);
    }
    return attacked;
  }

  /// The king's way must not be attacked, the rook's may: only the queen's rook crosses b1. All
  /// squares between the two must be empty. We are not in check.
  void castling(Bitboard attacked) {
    for (const CastlingSide side : kCastlingSides) {
      if (!position_.castling().has(us, side)) continue;
      const CastlingPath path = castling_path(us, side);
      if (!(squares_between(path.king_from, path.rook_from) & occupied_).empty()) continue;
      const Bitboard crossed =
          squares_between(path.king_from, path.king_to) | Bitboard(path.king_to);
      if (!(crossed & attacked).empty()) continue;
      sink_.special_move(Move(path.king_from, path.king_to, MoveKind::Castling));
    }
  }

  /// All pawns at once. A pawn that has just come to its third rank by one step came from its home
  /// square and may go on. The way matters only for the steps, the targets also where they end: in
  /// check, a double step may stop it where a single one does not.
  void pawn_moves(Bitboard pawns, Bitboard targets) {
    constexpr Bitboard kThirdRank = rank_squares(kWhite ? 2 : 5);
    const Bitboard one_step = shift<kForward>(pawns) - occupied_;
    const Bitboard two_steps = shift<kForward>(one_step & kThirdRank) - occupied_;
    const Bitboard victims = enemy_ & targets;
    pawn_targets(one_step & targets, index_step(kForward));
    sink_.pawn_moves(two_steps & targets, 2 * index_step(kForward));
    pawn_targets(shift<kForwardEast>(pawns) & victims, index_step(kForwardEast));
    pawn_targets(shift<kForwardWest>(pawns) & victims, index_step(kForwardWest));
  }

  /// Splits off those who reach the last rank. Most positions have no such pawn.
  void pawn_targets(Bitboard targets, int step) {
    constexpr Bitboard kLastRank = rank_squares(kWhite ? 7 : 0);
    sink_.pawn_moves(targets - kLastRank, step);
    const Bitboard promoting = targets & kLastRank;
    if (!promoting.empty()) sink_.promotions(promoting, step);
  }

  /// Two pawns at most can capture. From where is seen backwards: the squares that an enemy pawn on
  /// the target square would attack.
  void en_passant() {
    const Square to = *position_.en_passant();
    for (const Square from : pawn_attacks(them, to) & own(PieceType::Pawn)) {
      if (position_.en_passant_is_legal(from, to)) {
        sink_.special_move(Move(from, to, MoveKind::EnPassant));
      }
    }
  }

  const Position& position_;
  Sink& sink_;
  const Bitboard own_, enemy_, occupied_;
  const Square king_;
  /// Enemy men that give check, and own men that may not leave their line to the king.
  Bitboard checkers_, pinned_;
  /// Where anybody but the king may go; set by generate().
  Bitboard targets_;
};

/// Writes every move out.
class ListingSink {
 public:
  explicit ListingSink(MoveList& moves) : moves_(moves) {}

  void piece_moves(Square from, Bitboard targets) {
    for (const Square to : targets) moves_.push_back(Move(from, to));
  }
  /// Pawns come as one set that has gone the same way, so that each came from its target less the
  /// step: with e4 and a double step, 28 - 16 = 12, e2.
  void pawn_moves(Bitboard targets, int step) {
    for (const Square to : targets) moves_.push_back(Move(Square(to.index() - step), to));
  }
  void promotions(Bitboard targets, int step) {
    for (const Square to : targets) {
      for (const PieceType type : kPromotionTypes) {
        moves_.push_back(Move::promotion(Square(to.index() - step), to, type));
      }
    }
  }
  void special_move(Move move) { moves_.push_back(move); }

 private:
  MoveList& moves_;
};

/// Counts without listing: a set of targets costs one instruction, however large it is.
class CountingSink {
 public:
  void piece_moves(Square, Bitboard targets) { add(targets); }
  void pawn_moves(Bitboard targets, int) { add(targets); }
  /// Each target stands for four moves.
  void promotions(Bitboard targets, int) { add(targets, kPromotionTypes.size()); }
  void special_move(Move) { ++count_; }
  unsigned count() const { return count_; }

 private:
  void add(Bitboard targets, unsigned times = 1) {
    count_ += times * static_cast<unsigned>(targets.count());
  }

  unsigned count_ = 0;
};

/// The only place where the side to move is asked for.
template <class Sink>
void generate_legal_moves(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::White) {
    MoveGenerator<Color::White, Sink>(position, sink).generate();
  } else {
    MoveGenerator<Color::Black, Sink>(position, sink).generate();
  }
}

}  // namespace lucena
