// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "chess/position.h"
#include "table/error.h"
#include "table/worth.h"

namespace lucena {

/// What positions and moves are worth, wherever the values are kept: castling rights and en passant
/// included, repetitions and a running 50-move clock not. The rules of captures in passing, and of
/// what a move does to each distance, stand here and nowhere else.
class PositionValues {
 public:
  virtual ~PositionValues() = default;

  /// The value for the side to move, or which table is missing or damaged.
  Result<Worth, TableFault> worth(const Position& position, Metric metric) const;

  /// What a legal move is worth to the mover. If that is less than `least`, it may be some other
  /// worth that is less, which is found sooner.
  Result<Worth, TableFault> worth_of_move(const Position& position, Move move, Metric metric,
                                          Worth least = Worth()) const;

 protected:
  /// Nothing is worth more.
  static constexpr Worth kNoCeiling = Worth::win(0);

  /// The value of a position as if nobody could capture in passing. The side to move has a move
  /// that is no such capture, or none at all. Who asks does not care how far it is above the
  /// ceiling: then it may come out too low, if only it is above.
  virtual Result<Worth, TableFault> ordinary_worth(const Position& position, Metric metric,
                                                   Worth ceiling) const = 0;

  /// Whether the value by mate tells the result under the 50-move rule, because no position in the
  /// ending of this one is cursed. To say no is always right. Where it is yes, nobody needs a
  /// zeroing table to judge a capture or pawn move into that ending.
  virtual Result<bool, TableFault> is_never_cursed(const Position& position) const = 0;

 private:
  Result<Worth, TableFault> worth(const Position& position, Metric metric, Worth ceiling) const;
  static Worth ceiling_behind(Worth least);
  Result<Worth, TableFault> worth_with_en_passant(const Position& position, Metric metric,
                                                  Worth ceiling) const;
};

/// What the moves of a position, all of them, make its value: the law that values obey.
Result<Worth, TableFault> worth_from_moves(const Position& position, Metric metric,
                                           const PositionValues& values);
/// Whether they make it this: no move is worth more, and one is worth as much. Takes less time than
/// to say what they make it, since of a move that is worth less nobody asks how much.
Result<bool, TableFault> obeys_moves(const Position& position, Worth worth, Metric metric,
                                     const PositionValues& values);

}  // namespace lucena
