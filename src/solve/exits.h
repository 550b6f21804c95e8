// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "chess/piece.h"
#include "solve/score_row.h"

namespace lucena {

/// The moves that leave a problem.
class Exits {
 public:
  virtual ~Exits() = default;

  /// For the legal positions of a word, by side to move, the score of the best exit; 0 where there
  /// is none. The other places may hold anything, and so may the whole row of a side without a
  /// single exit: the answer tells whether there are any.
  virtual std::array<bool, 2> best_exits(std::uint32_t word,
                                         const std::array<std::uint64_t, 2>& legal,
                                         std::array<ScoreRow, 2>& scores) const = 0;
};

}  // namespace lucena
