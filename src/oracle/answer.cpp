// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/answer.h"

#include <algorithm>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// The grades of one position's moves, or the first table that is missing or damaged.
class Grading {
 public:
  Grading(const Prober& prober, const Rules& rules) : prober_(prober), rules_(rules) {}

  /// What a position is worth to the side to move, with the clock as it is.
  Result<Outcome, TableFault> outcome_of(const Position& position) const {
    const Metric metric = rules_.fifty_moves ? Metric::Zeroing : Metric::Mate;
    const auto worth = prober_.worth(position, metric);
    if (!worth) return worth.error();
    if (rules_.fifty_moves) return outcome_with_clock(*worth, position.halfmove_clock());
    if (worth->is_draw()) return Outcome::Draw;
    return worth->is_win() ? Outcome::Win : Outcome::Loss;
  }

  /// The outcome is that of the position after the move, whose clock the move has advanced or
  /// zeroed. So it is right even where the distances, which know no clock, are not enough to tell.
  Result<GradedMove, TableFault> grade(const Position& position, Move move) const {
    const auto outcome = outcome_of(position.after(move));
    if (!outcome) return outcome.error();
    const auto mate = prober_.worth_of_move(position, move, Metric::Mate);
    if (!mate) return mate.error();
    const auto zeroing = prober_.worth_of_move(position, move, Metric::Zeroing);
    if (!zeroing) return zeroing.error();
    const auto distance =
        rules_.metric == Metric::Mate ? mate : prober_.worth_of_move(position, move, rules_.metric);
    if (!distance) return distance.error();
    return GradedMove{move, opposite(*outcome), *mate, *zeroing, *distance};
  }

  /// The fewer replies draw, the easier it is to go wrong. This costs a look at every reply, so
  /// that it is asked only where the position itself is a draw.
  Result<unsigned, TableFault> count_drawing_replies(const Position& position) const {
    unsigned count = 0;
    for (const Move reply : legal_moves(position)) {
      const auto outcome = outcome_of(position.after(reply));
      if (!outcome) return outcome.error();
      if (*outcome == Outcome::Draw) ++count;
    }
    return count;
  }

 private:
  const Prober& prober_;
  const Rules& rules_;
};

}  // namespace

Outcome outcome_with_clock(Worth zeroing, unsigned halfmove_clock) {
  if (zeroing.is_draw()) return Outcome::Draw;
  // A mate on the board counts whatever the clock says.
  const bool in_time = zeroing == Worth::loss(0) || zeroing.plies() + halfmove_clock <= kClockLimit;
  if (zeroing.is_win()) return in_time ? Outcome::Win : Outcome::CursedWin;
  return in_time ? Outcome::Loss : Outcome::BlessedLoss;
}

bool is_better(const GradedMove& a, const GradedMove& b) {
  if (a.outcome != b.outcome) return a.outcome > b.outcome;
  if (a.outcome == Outcome::Draw) return a.drawing_replies < b.drawing_replies;
  if (a.distance != b.distance) return a.distance > b.distance;
  return a.mate > b.mate;
}

Result<Answer, TableFault> answer_from_tables(const Position& position, const Prober& prober,
                                              const Rules& rules) {
  const Grading grading(prober, rules);
  const auto mate = prober.worth(position, Metric::Mate);
  if (!mate) return mate.error();
  const auto zeroing = prober.worth(position, Metric::Zeroing);
  if (!zeroing) return zeroing.error();
  const auto distance = rules.metric == Metric::Mate ? mate : prober.worth(position, rules.metric);
  if (!distance) return distance.error();
  const auto outcome = grading.outcome_of(position);
  if (!outcome) return outcome.error();
  Answer answer{*outcome, *mate, *zeroing, *distance, {}};
  for (const Move move : legal_moves(position)) {
    auto graded = grading.grade(position, move);
    if (!graded) return graded.error();
    if (answer.outcome == Outcome::Draw && graded->outcome == Outcome::Draw) {
      const auto replies = grading.count_drawing_replies(position.after(move));
      if (!replies) return replies.error();
      graded->drawing_replies = *replies;
    }
    answer.moves.push_back(*graded);
  }
  std::stable_sort(answer.moves.begin(), answer.moves.end(), is_better);
  for (GradedMove& move : answer.moves) move.best = !is_better(answer.moves.front(), move);
  return answer;
}

}  // namespace lucena
