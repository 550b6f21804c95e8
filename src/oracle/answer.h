// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "chess/position.h"
#include "oracle/prober.h"
#include "table/outcome.h"

namespace lucena {

/// What a win or loss by zeroing distance is worth when so many plies of the 50-move rule are gone:
/// the capture, pawn move or mate must come within those that are left.
Outcome outcome_with_clock(Worth zeroing, unsigned halfmove_clock);

/// What counts when moves are graded.
struct Rules {
  /// Without the 50-move rule nothing is cursed or blessed.
  bool fifty_moves = true;
  /// Mate or Conversion: by which distance a win should be quick and a loss slow.
  Metric metric = Metric::Mate;
};

/// One legal move, as it is for whoever makes it. Distances are counted from the position before
/// the move, so that the best move has those of the position.
struct GradedMove {
  Move move;
  Outcome outcome;
  Worth mate, zeroing;
  Worth distance;                // by the metric of the rules
  unsigned drawing_replies = 0;  // of the opponent; counted if the move draws
  bool best = false;             // no move is better
};

/// All there is to know about a position, for the side to move.
struct Answer {
  Outcome outcome;  // with the clock as it is
  Worth mate, zeroing;
  Worth distance;                 // by the metric of the rules
  std::vector<GradedMove> moves;  // the best first
};

/// Which of two moves of the same position is better: the one with the better outcome. Among
/// equals, a win should be quick, a loss slow (by the metric, then by mate), and a draw leave the
/// opponent as few drawing replies as can be.
bool is_better(const GradedMove& a, const GradedMove& b);

Result<Answer, TableFault> answer_from_tables(const Position& position, const Prober& prober,
                                              const Rules& rules = {});

}  // namespace lucena
