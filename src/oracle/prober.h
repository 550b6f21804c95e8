// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oracle/open_tables.h"
#include "table/position_values.h"

namespace lucena {

/// The value of any position that table files cover. Files hold values with White, the stronger
/// side, to move; what is missing follows from the values of the positions that moves lead to. Any
/// number of threads may ask. What is not in a file follows from the positions one ply ahead:
///
///     White to move                        the file
///     Black to move                        the best of his moves, all with White to move
///     castling rights                      the castling section, which has both sides to move
///     some skeletons of an ending alone    a part of it (SolvedParts), White to move as well
///     captures in passing                  added by PositionValues
class Prober final : public PositionValues {
 public:
  explicit Prober(const OpenTables& tables) : tables_(tables) {}

  /// Whether every capture and promotion that wins in an ending wins under the 50-move rule, too,
  /// because nothing is cursed in what it leads to. To say no is always right.
  Result<bool, TableFault> conversions_are_never_cursed(const Material& material) const;

 protected:
  Result<Worth, TableFault> ordinary_worth(const Position& position, Metric metric,
                                           Worth ceiling) const override;
  Result<bool, TableFault> is_never_cursed(const Position& position) const override;

 private:
  using Ending = OpenTables::Ending;

  /// A value of a table; what is wrong with the table is noted, for whoever asks in passing does
  /// not look at it.
  Result<StoredValue, TableFault> value_at(const TableFile& file, const Ending& ending,
                                           const SolvedPart* part, Metric metric,
                                           const Index& index) const;
  Result<bool, TableFault> is_never_cursed(const Material& material) const;
  /// A table of an ending, or of the part of it that a position is in.
  Result<const TableFile*, TableFault> table(const Ending& ending, const SolvedPart* part,
                                             Metric metric) const;
  Result<Worth, TableFault> stored(const Ending& ending, const SolvedPart* part,
                                   const Position& position, bool swap, Metric metric) const;
  Result<Worth, TableFault> stored_with_rights(const Ending& ending, const Position& position,
                                               Metric metric) const;
  /// Zeroing files without cursed positions leave out wins by a capture or pawn move.
  Result<bool, TableFault> wins_by_zeroing(const Position& position) const;
  /// Captures in passing are left out. The first move above the ceiling is enough.
  Result<Worth, TableFault> from_moves(const Position& position, Metric metric,
                                       Worth ceiling) const;

  const OpenTables& tables_;
};

}  // namespace lucena
