// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "chess/piece.h"
#include "solve/score_row.h"

namespace lucena {

/// The moves that leave a problem.
class Exits {
 public:
  virtual ~Exits() = default;

  /// For the legal positions of a word, the score of the mover's best exit; 0 where there is none.
  /// The other places may hold anything.
  virtual void best_exits(std::uint32_t word, std::uint64_t legal, Color side,
                          ScoreRow& scores) const = 0;
};

}  // namespace lucena
