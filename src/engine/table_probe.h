// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/value.h"
#include "oracle/answer.h"
#include "oracle/open_tables.h"
#include "oracle/prober.h"

namespace lucena {

/// What the engine asks tables. Only endings whose tables, and those of all they can turn into, are
/// there are asked for, so that no answer ever waits for anything to be solved. Any number of
/// threads may ask, but not while look_again() runs.
class TableProbe {
 public:
  TableProbe(const OpenTables& tables, const Prober& prober);

  /// Finds out which tables are there now.
  void look_again();

  /// The men of the largest ending; 0 if there are no tables.
  int most_men() const { return most_men_; }
  bool covers(const Position& position) const;

  /// What a position is worth to the side to move with its clock as it is, so many plies below the
  /// root. Wins that come too late for the 50-move rule are next to a draw. A win is a mate only if
  /// it is certain at a glance: mate_beats_clock().
  std::optional<Value> value(const Position& position, int ply) const;

  /// All moves, the best first.
  std::optional<Answer> answer(const Position& position) const;
  /// The same in a game, repetitions regarded.
  std::optional<Answer> answer(const Game& game) const;

 private:
  std::optional<Value> value_in_tables(const Position& position, int ply) const;

  const OpenTables& tables_;
  const Prober& prober_;
  std::vector<std::uint64_t> covered_;  // keys of materials, sorted
  int most_men_ = 0;
};

/// A value for the outcome and distance of an answer, so many plies below the root. Mate in 9
/// plies, three plies below the root, is 32000 - 12 if that distance is certain, else 20000 - 12.
Value value_of(Outcome outcome, Worth mate, bool certain, int ply);

}  // namespace lucena
