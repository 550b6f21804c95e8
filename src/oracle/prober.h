// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oracle/open_tables.h"
#include "table/worth.h"

namespace lucena {

/// The value of any position that table files cover: castling rights and en passant included,
/// repetitions and a running 50-move clock not. Files hold values with White, the stronger side, to
/// move; what is missing follows from the values of the positions that moves lead to. Any number
/// of threads may ask.
class Prober {
 public:
  explicit Prober(const OpenTables& tables) : tables_(tables) {}

  /// The value for the side to move, or which table is missing or damaged.
  Result<Worth, TableFault> worth(const Position& position, Metric metric) const;

  /// What a legal move is worth to the mover.
  Result<Worth, TableFault> worth_of_move(const Position& position, Move move, Metric metric) const;

 private:
  using Ending = OpenTables::Ending;

  Result<Worth, TableFault> stored(const Ending& ending, const Position& position, bool swap,
                                   Metric metric) const;
  Result<Worth, TableFault> stored_with_rights(const Ending& ending, const Position& position,
                                               Metric metric) const;
  /// Zeroing files without cursed positions leave out wins by a capture or pawn move.
  Result<bool, TableFault> wins_by_zeroing(const Position& position) const;
  Result<Worth, TableFault> from_moves(const Position& position, Metric metric) const;

  const OpenTables& tables_;
};

}  // namespace lucena
