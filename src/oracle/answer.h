// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "chess/position.h"
#include "oracle/prober.h"
#include "table/outcome.h"

namespace lucena {

/// What a win or loss by zeroing distance is worth when so many plies of the 50-move rule are gone:
/// the capture, pawn move or mate must come within those that are left. The law is plies + clock <=
/// 100. With the clock at 96 a capture that is five plies away comes too late: after four quiet
/// plies the clock stands at 100, and the draw is claimed before the fifth. With the clock at 95 it
/// stands at 99 then, and the win is one.
///
///     zeroing   clock   outcome
///     win 5     95      win
///     win 5     96      cursed win
///     win 101   0       cursed win, whatever the clock says
///     loss 4    96      loss
///     loss 0    100     loss: a mate on the board comes before any claim
Outcome outcome_with_clock(Worth zeroing, unsigned halfmove_clock);

/// What counts when moves are graded.
struct Rules {
  /// Without the 50-move rule nothing is cursed or blessed.
  bool fifty_moves = true;
  /// Mate or Conversion: by which distance a win should be quick and a loss slow.
  Metric metric = Metric::Mate;
};

/// One legal move, as it is for whoever makes it. Distances are counted from the position before
/// the move, so that the best move has those of the position. Where the position mates in 9 plies,
/// its best move has the distance 9, though only 8 are left when it has been made.
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
/// opponent as few drawing replies as can be. A strict weak order, so that moves can be sorted by
/// it; moves of which neither is better are equally good. For example, the best first:
///
///     wins, mate in 5 plies
///     wins, mate in 9 plies
///     wins too late for the clock (cursed), mate in 7 plies
///     draws, 1 drawing reply
///     draws, 6 drawing replies
///     loses too late for the clock (blessed)
///     loses in 12 plies
///     loses in 4 plies
///
/// Both distances are a Worth, of which greater is better, so that the same comparison makes wins
/// quick and losses slow.
bool is_better(const GradedMove& a, const GradedMove& b);

/// Every legal move is asked for: three or four values each. The answer has no moves where the game
/// is over by mate or stalemate.
Result<Answer, TableFault> answer_from_tables(const Position& position, const Prober& prober,
                                              const Rules& rules = {});

}  // namespace lucena
