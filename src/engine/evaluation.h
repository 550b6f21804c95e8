// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "chess/position.h"
#include "engine/pawn_structure.h"
#include "engine/value.h"

namespace lucena {

/// What a position is worth without looking at any move: material, squares, mobility, pawns,
/// threats and the safety of the kings, weighed by weights.h, and what is known about certain
/// endings. Not for several threads at once, since it remembers pawn structures.
class Evaluator {
 public:
  Evaluator();

  /// For the side to move, who is not in check.
  Value evaluate(const Position& position);

  /// The parts of the evaluation in a table, for people.
  std::string explain(const Position& position);

 private:
  PawnCache pawns_;
  const bool avx2_;
};

}  // namespace lucena
