// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "chess/game.h"
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

/// Distances to mate are those without the 50-move rule. This is when such a distance is certain:
/// it is the distance under the rule, too, with this clock, against every defence. Let D be the
/// plies to mate of a position without the rule, c its clock, and M(c) the plies to mate under the
/// rule, infinite where it is no win. Who can mate within n plies under the rule can do so without
/// it:
///
///     M(c) >= D for every clock: under the rule a mate is never sooner.
///
/// A position is certain if one of these holds:
///
///     1.  c + D <= 100.
///     2.  c < 100, the winner is to move, and a move that mates in D leads to a certain position.
///     3.  c < 100, the loser is to move, and every move leads to a certain position.
///
/// Then M(c) = D. For 1: by best play every ply brings the mate a ply nearer, or more, so that the
/// clock, which counts at most a ply for a ply, stands at 100 at most when it comes; a mate with
/// the hundredth ply counts. For 2: after that move D - 1 plies are left and, certain, stay D - 1.
/// For 3: the longest defence without the rule takes D plies, and no defence takes longer with it.
/// A capture or pawn move puts c at 0, which is what makes 2 and 3 say more than 1:
///
///     c    D     the mover
///     90   9     wins by quiet moves                       certain by 1: 99
///     98   15    wins, the best move is a pawn move        certain by 2: 0 + 14 behind it
///     98   3     wins by two quiet moves, or else by       not certain: the quiet mate would come
///                a capture and mate in 24 moves            with ply 101
///
/// Whoever always plays such a move while there is one mates in D plies at most. This is 1, which
/// tables answer at once; mate_is_certain of moves and answers below looks a few plies further.
constexpr bool mate_beats_clock(Worth mate, unsigned halfmove_clock) {
  return !mate.is_draw() && mate.plies() + halfmove_clock <= kClockLimit;
}

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
  Worth distance;  // by the metric of the rules
  /// Whether these two are true under the 50-move rule with the clock as it is, if the rules have
  /// it, and not only without: see mate_beats_clock(). Never for draws, cursed and blessed ones
  /// included.
  bool mate_is_certain = false;
  bool distance_is_certain = false;
  unsigned drawing_replies = 0;  // of the opponent; counted if move and position are draws
  bool best = false;             // by is_best()
};

/// All there is to know about a position, for the side to move.
struct Answer {
  Outcome outcome;  // with the clock as it is
  Worth mate, zeroing;
  Worth distance;                    // by the metric of the rules
  std::vector<GradedMove> moves{};   // the best first
  bool mate_is_certain = false;      // as for moves
  bool distance_is_certain = false;  // the same if the metric is mate
};

/// Which of two moves of the same position is better: the one with the better outcome. Among
/// equals, a win should be quick, a loss slow (by the metric, then by mate), and a draw leave the
/// opponent as few drawing replies as can be. A win that is certain to be so quick comes before one
/// that may turn out slower, and such a loss before one that is certain. A strict weak order, so
/// that moves can be sorted by it; moves of which neither is better are equally good. For example,
/// the best first:
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

/// What "best" means, to whoever asks: hints, lists of moves, explanations, summaries, JSON. A move
/// is best if it keeps all that the first move in the order of is_better() has: the same outcome
/// and, if that is a win or a loss, the same distance. Draws of one kind are all best, however many
/// drawing replies they leave: those say which of them to try on an opponent who may err.
///
///     the first move        another                     is it best?
///     wins, mate in 5       wins, mate in 5             yes
///     wins, mate in 5       wins, mate in 9             no
///     draws, 1 reply        draws, 6 replies            yes
///     draws                 loses too late (blessed)    no: it needs the 50-move rule
bool is_best(const GradedMove& move, const GradedMove& first);

/// Puts the moves in their order and says what follows from them for the position: which are best,
/// and whether its distances are certain. Where there is no move, that is left as it is.
void conclude_from_moves(Answer& answer);

/// The distance under the rules with the clock as it is, by their metric, where it is certain. That
/// of a win is its best move's. It may be longer than that of the position, which is without the
/// 50-move rule: if a capture that mates in 47 plies is the only move that wins in time, the win
/// takes 47 plies, though another move would mate in 3.
///
/// Why: every move that wins in time takes under the rule at least the plies that it takes without,
/// and none of them takes fewer than the best one.
std::optional<Worth> certain_distance(const Answer& answer);

/// Whether a move is sure to be later than the best one by as many plies as their distances differ,
/// if both win, or sooner, if both lose: by so many at least, and by just so many if both distances
/// are certain. What is not certain is never sooner, so that it does no harm in the later one.
bool difference_is_certain(const GradedMove& move, const GradedMove& best);

/// Every legal move is asked for: three or four values each. The answer has no moves where the game
/// is over by mate or stalemate.
Result<Answer, TableFault> answer_from_tables(const Position& position, const Prober& prober,
                                              const Rules& rules = {});

/// How many moves draw in the position of a game, by the tables or because a position occurs for
/// the third time. The fewer, the easier it is to go wrong.
Result<unsigned, TableFault> count_drawing_moves(const Game& game, const Prober& prober,
                                                 const Rules& rules);

}  // namespace lucena
