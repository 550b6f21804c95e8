// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/answer.h"

#include <algorithm>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// What a move is worth to the mover, with the clock as it is afterwards.
Result<Outcome, TableFault> outcome_of_move(const Position& after, const Prober& prober) {
  const auto zeroing = prober.worth(after, Metric::Zeroing);
  if (!zeroing) return zeroing.error();
  return opposite(outcome_with_clock(*zeroing, after.halfmove_clock()));
}

Result<unsigned, TableFault> count_drawing_replies(const Position& position, const Prober& prober) {
  unsigned count = 0;
  for (const Move reply : legal_moves(position)) {
    const auto outcome = outcome_of_move(position.after(reply), prober);
    if (!outcome) return outcome.error();
    if (*outcome == Outcome::Draw) ++count;
  }
  return count;
}

Result<GradedMove, TableFault> grade(const Position& position, Move move, const Prober& prober) {
  const Position after = position.after(move);
  const auto outcome = outcome_of_move(after, prober);
  if (!outcome) return outcome.error();
  const auto mate = prober.worth_of_move(position, move, Metric::Mate);
  if (!mate) return mate.error();
  const auto zeroing = prober.worth_of_move(position, move, Metric::Zeroing);
  if (!zeroing) return zeroing.error();
  return GradedMove{move, *outcome, *mate, *zeroing};
}

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
  return a.mate > b.mate;
}

Result<Answer, TableFault> answer_from_tables(const Position& position, const Prober& prober,
                                              bool with_conversion) {
  const auto mate = prober.worth(position, Metric::Mate);
  if (!mate) return mate.error();
  const auto zeroing = prober.worth(position, Metric::Zeroing);
  if (!zeroing) return zeroing.error();
  Answer answer{outcome_with_clock(*zeroing, position.halfmove_clock()), *mate, *zeroing, {}, {}};
  if (with_conversion) {
    const auto conversion = prober.worth(position, Metric::Conversion);
    if (!conversion) return conversion.error();
    answer.conversion = *conversion;
  }
  for (const Move move : legal_moves(position)) {
    auto graded = grade(position, move, prober);
    if (!graded) return graded.error();
    if (answer.outcome == Outcome::Draw && graded->outcome == Outcome::Draw) {
      const auto replies = count_drawing_replies(position.after(move), prober);
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
