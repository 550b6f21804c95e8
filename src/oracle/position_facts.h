// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "census/zugzwang.h"
#include "oracle/oracle.h"

namespace lucena {

/// A position and what it is worth.
struct AnsweredPosition {
  Position position;
  Answer answer;
};

/// What else is worth knowing about a position besides its answer.
struct PositionFacts {
  /// The moves that keep the result, the best first; none if every move does.
  std::vector<Move> only_moves;
  /// The same men, rights and clock with the other side to move; nothing if that is impossible,
  /// because the side to move is in check.
  std::optional<AnsweredPosition> other_side;
  std::optional<ZugzwangKind> zugzwang;
};

/// The same men, rights and clock with the other side to move; nothing if the side to move is in
/// check. Nobody has just made a double step there.
std::optional<Position> with_other_side_to_move(const Position& position);

/// Which mutual zugzwang it is, if any, by what the same men are worth with either side to move.
std::optional<ZugzwangKind> zugzwang_kind(Worth white_to_move, Worth black_to_move);

Result<PositionFacts, OracleFault> find_facts(Oracle& oracle, const Position& position,
                                              const Answer& answer);

}  // namespace lucena
