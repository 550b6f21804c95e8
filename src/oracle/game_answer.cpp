// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/game_answer.h"

#include <algorithm>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// Whether some reply makes its position occur for the third time. Then the opponent, who would
/// lose, claims the draw instead.
bool reply_can_repeat(const Game& after_move) {
  const MoveList replies = legal_moves(after_move.position());
  return std::any_of(replies.begin(), replies.end(),
                     [&](Move reply) { return after_move.repetitions_after(reply) >= 3; });
}

Game after(const Game& game, Move move) {
  Game next = game;
  next.make(move);
  return next;
}

/// The positions before the present one that have occurred twice, so that they may occur for the
/// third time. Nothing can that stood on the board before the last capture or pawn move.
std::vector<Position> occurred_twice(const Game& game) {
  std::vector<Position> found;
  const auto reversible_plies =
      std::min<std::size_t>(game.position().halfmove_clock(), game.moves().size());
  Game before = game;
  for (std::size_t plies = reversible_plies; plies > 0; --plies) {
    before.undo();
    if (before.repetitions() >= 2) found.push_back(before.position());
  }
  return found;
}

/// How near to mate the nearest of them is; nothing if all are drawn.
Result<std::optional<unsigned>, TableFault> nearest_mate(const std::vector<Position>& positions,
                                                         const Prober& prober) {
  std::optional<unsigned> nearest;
  for (const Position& position : positions) {
    const auto mate = prober.worth(position, Metric::Mate);
    if (!mate) return mate.error();
    if (!mate->is_draw()) nearest = std::min(nearest.value_or(mate->plies()), mate->plies());
  }
  return nearest;
}

void turn_repetitions_into_draws(const Game& game, Answer& answer) {
  for (GradedMove& graded : answer.moves) {
    const bool wins = graded.outcome > Outcome::Draw;
    const bool draws = game.repetitions_after(graded.move) >= 3 ||
                       (wins && reply_can_repeat(after(game, graded.move)));
    if (!draws) continue;
    graded = {.move = graded.move,
              .outcome = Outcome::Draw,
              .mate = Worth::draw(),
              .zeroing = Worth::draw(),
              .distance = Worth::draw()};
  }
}

/// A way to mate that may come upon a position which has occurred twice is not certain. It cannot
/// if that one is as far from mate as the position behind the move, or farther. Captures and pawn
/// moves leave all of them behind. Conversion is not what the distances here are about, so that no
/// way to it is certain.
void doubt_ways_back(const Position& position, std::optional<unsigned> nearest, const Rules& rules,
                     Answer& answer) {
  for (GradedMove& graded : answer.moves) {
    if (effect_of(position, graded.move) != MoveEffect::Quiet) continue;
    if (nearest && *nearest + 1 < graded.mate.plies()) graded.mate_is_certain = false;
    graded.distance_is_certain = rules.metric == Metric::Mate && graded.mate_is_certain;
  }
}

/// Where the move itself has made the third occurrence, the game is drawn whatever the reply.
Result<unsigned, TableFault> count_drawing_replies(const Game& after_move, const Prober& prober,
                                                   const Rules& rules) {
  if (after_move.repetitions() < 3) return count_drawing_moves(after_move, prober, rules);
  return static_cast<unsigned>(legal_moves(after_move.position()).size());
}

/// The values of a position are those of its best moves, by each metric for itself.
void take_values_from_moves(Answer& answer) {
  const auto best = [&](Worth GradedMove::*worth) {
    Worth greatest;
    for (const GradedMove& graded : answer.moves) greatest = std::max(greatest, graded.*worth);
    return greatest;
  };
  answer.mate = best(&GradedMove::mate);
  answer.zeroing = best(&GradedMove::zeroing);
  answer.distance = best(&GradedMove::distance);
  answer.outcome = Outcome::Loss;
  for (const GradedMove& graded : answer.moves) {
    answer.outcome = std::max(answer.outcome, graded.outcome);
  }
}

}  // namespace

/// The counts are of claims: the third occurrence is enough, the fifth is never waited for. A
/// position that occurred at plies 0 and 4 of the last six, and is two plies away, is about to be
/// the third.
std::optional<TableFault> regard_repetitions(const Game& game, const Prober& prober,
                                             const Rules& rules, Answer& answer) {
  const bool over = rules.fifty_moves && game.position().halfmove_clock() >= kClockLimit;
  if (answer.moves.empty() || over) return {};
  const std::vector<Position> repeatable = occurred_twice(game);
  if (repeatable.empty()) return {};
  const auto nearest = nearest_mate(repeatable, prober);
  if (!nearest) return nearest.error();
  doubt_ways_back(game.position(), *nearest, rules, answer);
  turn_repetitions_into_draws(game, answer);
  take_values_from_moves(answer);
  for (GradedMove& graded : answer.moves) {
    if (answer.outcome != Outcome::Draw || graded.outcome != Outcome::Draw) continue;
    const auto replies = count_drawing_replies(after(game, graded.move), prober, rules);
    if (!replies) return replies.error();
    graded.drawing_replies = *replies;
  }
  conclude_from_moves(answer);
  return {};
}

Result<Answer, OracleFault> answer_in_game(Oracle& oracle, const Game& game, const Rules& rules) {
  auto answer = oracle.answer(game.position(), rules);
  if (!answer) return answer;
  if (const auto fault = regard_repetitions(game, oracle.prober(), rules, *answer)) {
    return OracleFault{OracleError::Table, fault->message};
  }
  return answer;
}

}  // namespace lucena
