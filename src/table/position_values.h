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

  /// What a legal move is worth to the mover.
  Result<Worth, TableFault> worth_of_move(const Position& position, Move move, Metric metric) const;

 protected:
  /// The value of a position as if nobody could capture in passing. The side to move has a move
  /// that is no such capture, or none at all.
  virtual Result<Worth, TableFault> ordinary_worth(const Position& position,
                                                   Metric metric) const = 0;

  /// Whether the value by mate tells the result under the 50-move rule, because no position in the
  /// ending of this one is cursed. To say no is always right. Where it is yes, nobody needs a
  /// zeroing table to judge a capture or pawn move into that ending.
  virtual Result<bool, TableFault> is_never_cursed(const Position& position) const = 0;

 private:
  Result<Worth, TableFault> worth_with_en_passant(const Position& position, Metric metric) const;
};

/// What the moves of a position, all of them, make its value: the law that values obey.
Result<Worth, TableFault> worth_from_moves(const Position& position, Metric metric,
                                           const PositionValues& values);

}  // namespace lucena
