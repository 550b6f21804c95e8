// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/answer.h"

#include <algorithm>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// How many plies beyond a move are looked at for a capture or pawn move that makes a distance
/// certain: the reply, and the answer to it. Each ply more would cost some ten times the values,
/// and "not certain" is never wrong.
constexpr unsigned kLookAheadPlies = 2;

/// What is left behind a move for the opponent, where the mover mates or is mated so.
Worth behind(Worth mate) {
  return mate.is_win() ? Worth::loss(mate.plies() - 1) : Worth::win(mate.plies() - 1);
}

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
    const Position after = position.after(move);
    const auto outcome = outcome_of(after);
    if (!outcome) return outcome.error();
    const auto mate = prober_.worth_of_move(position, move, Metric::Mate);
    if (!mate) return mate.error();
    const auto zeroing = prober_.worth_of_move(position, move, Metric::Zeroing);
    if (!zeroing) return zeroing.error();
    GradedMove graded{move, opposite(*outcome), *mate, *zeroing, *mate};
    if (mate->is_draw()) return graded;
    const auto certain = mate_is_certain(after, behind(*mate), kLookAheadPlies);
    if (!certain) return certain.error();
    graded.mate_is_certain = graded.distance_is_certain = *certain;
    if (rules_.metric == Metric::Mate) return graded;
    return with_conversion(graded, position);
  }

 private:
  /// The law of mate_beats_clock(), as far as so many plies tell. The position is neither drawn nor
  /// stalemate; its own mate is given.
  Result<bool, TableFault> mate_is_certain(const Position& position, Worth mate,
                                           unsigned plies_to_look) const {
    const unsigned clock = position.halfmove_clock();
    if (!rules_.fifty_moves || mate == Worth::loss(0) || mate_beats_clock(mate, clock)) return true;
    if (plies_to_look == 0 || clock >= kClockLimit) return false;
    const bool wins = mate.is_win();
    for (const Move move : legal_moves(position)) {
      const Position after = position.after(move);
      const auto next = prober_.worth(after, Metric::Mate);
      if (!next) return next.error();
      if (wins && *next != behind(mate)) continue;
      const auto certain = mate_is_certain(after, *next, plies_to_look - 1);
      if (!certain) return certain.error();
      // One move is enough for the winner, and enough for the loser to put it in doubt.
      if (*certain == wins) return wins;
    }
    return !wins;
  }

  /// The same move by its distance to conversion. That is certain if the move converts, or if the
  /// clock lasts until then and whatever converts wins in time, since nothing is cursed behind it.
  Result<GradedMove, TableFault> with_conversion(GradedMove graded,
                                                 const Position& position) const {
    const auto distance = prober_.worth_of_move(position, graded.move, rules_.metric);
    if (!distance) return distance.error();
    graded.distance = *distance;
    graded.distance_is_certain = is_decisive(graded.outcome);
    if (!rules_.fifty_moves || !is_decisive(graded.outcome)) return graded;
    if (effect_of(position, graded.move) == MoveEffect::Conversion) return graded;
    const auto never_cursed = prober_.conversions_are_never_cursed(Material::of(position));
    if (!never_cursed) return never_cursed.error();
    const unsigned clock = position.after(graded.move).halfmove_clock();
    graded.distance_is_certain = *never_cursed && clock + behind(*distance).plies() <= kClockLimit;
    return graded;
  }

  const Prober& prober_;
  const Rules& rules_;
};

/// The law for a position: some best move of the winner, or every move of the loser, is certain.
bool is_certain_by_moves(const Answer& answer, Worth worth, Worth GradedMove::*worth_of_move,
                         bool GradedMove::*certain) {
  if (!is_decisive(answer.outcome)) return false;
  const auto is_certain = [&](const GradedMove& move) { return move.*certain; };
  if (worth.is_loss()) return std::all_of(answer.moves.begin(), answer.moves.end(), is_certain);
  return std::any_of(answer.moves.begin(), answer.moves.end(), [&](const GradedMove& move) {
    return move.*worth_of_move == worth && is_certain(move);
  });
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
  if (a.distance != b.distance) return a.distance > b.distance;
  if (a.distance_is_certain != b.distance_is_certain) {
    return a.distance_is_certain == (a.outcome == Outcome::Win);
  }
  return a.mate > b.mate;
}

bool is_best(const GradedMove& move, const GradedMove& first) {
  if (move.outcome != first.outcome) return false;
  return !is_decisive(move.outcome) || !is_better(first, move);
}

void conclude_from_moves(Answer& answer) {
  if (answer.moves.empty()) return;
  std::stable_sort(answer.moves.begin(), answer.moves.end(), is_better);
  for (GradedMove& move : answer.moves) move.best = is_best(move, answer.moves.front());
  answer.mate_is_certain =
      is_certain_by_moves(answer, answer.mate, &GradedMove::mate, &GradedMove::mate_is_certain);
  answer.distance_is_certain = is_certain_by_moves(answer, answer.distance, &GradedMove::distance,
                                                   &GradedMove::distance_is_certain);
}

std::optional<Worth> certain_distance(const Answer& answer) {
  const bool certain = answer.outcome == Outcome::Win ? answer.moves.front().distance_is_certain
                                                      : answer.distance_is_certain;
  if (!certain) return {};
  return answer.outcome == Outcome::Win ? answer.moves.front().distance : answer.distance;
}

bool difference_is_certain(const GradedMove& move, const GradedMove& best) {
  if (move.outcome != best.outcome) return false;
  return move.outcome == Outcome::Win ? best.distance_is_certain : move.distance_is_certain;
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
  Answer answer{*outcome, *mate, *zeroing, *distance};
  // Where no move is left, a mate on the board is as certain as can be.
  answer.mate_is_certain = answer.distance_is_certain = *mate == Worth::loss(0);
  for (const Move move : legal_moves(position)) {
    auto graded = grading.grade(position, move);
    if (!graded) return graded.error();
    if (answer.outcome == Outcome::Draw && graded->outcome == Outcome::Draw) {
      const auto replies = count_drawing_moves(Game(position.after(move)), prober, rules);
      if (!replies) return replies.error();
      graded->drawing_replies = *replies;
    }
    answer.moves.push_back(*graded);
  }
  conclude_from_moves(answer);
  return answer;
}

/// This costs a look at every move, so that it is asked only where the number matters.
Result<unsigned, TableFault> count_drawing_moves(const Game& game, const Prober& prober,
                                                 const Rules& rules) {
  const Grading grading(prober, rules);
  unsigned count = 0;
  for (const Move move : legal_moves(game.position())) {
    const auto outcome = grading.outcome_of(game.position().after(move));
    if (!outcome) return outcome.error();
    if (*outcome == Outcome::Draw || game.repetitions_after(move) >= 3) ++count;
  }
  return count;
}

}  // namespace lucena
