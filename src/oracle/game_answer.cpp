// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/game_answer.h"

#include <algorithm>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// Whether some reply to a move makes the position occur for the third time. Then the opponent, who
/// would lose, claims the draw instead.
bool reply_can_repeat(const Game& game, Move move) {
  Game next = game;
  next.make(move);
  const MoveList replies = legal_moves(next.position());
  return std::any_of(replies.begin(), replies.end(),
                     [&](Move reply) { return next.repetitions_after(reply) >= 3; });
}

}  // namespace

/// The counts are of claims: the third occurrence is enough, the fifth is never waited for. A
/// position that occurred at plies 0 and 4 of the last six, and is two plies away, is about to be
/// the third.
void regard_repetitions(const Game& game, Answer& answer) {
  // Nothing can occur for the third time before eight plies without a capture or pawn move; the
  // reply to the move that is now to be made may be the eighth.
  const auto reversible =
      std::min<std::size_t>(game.position().halfmove_clock(), game.moves().size());
  if (answer.moves.empty() || reversible < 6) return;
  bool changed = false;
  for (GradedMove& graded : answer.moves) {
    const bool repeats = game.repetitions_after(graded.move) >= 3;
    const bool wins = graded.outcome > Outcome::Draw;
    const bool draws =
        repeats ? graded.outcome != Outcome::Draw : wins && reply_can_repeat(game, graded.move);
    if (!draws) continue;
    graded = {.move = graded.move,
              .outcome = Outcome::Draw,
              .mate = Worth::draw(),
              .zeroing = Worth::draw(),
              .distance = Worth::draw()};
    changed = true;
  }
  if (!changed) return;
  std::stable_sort(answer.moves.begin(), answer.moves.end(), is_better);
  const GradedMove& first = answer.moves.front();
  answer.outcome = first.outcome;
  for (GradedMove& graded : answer.moves) graded.best = !is_better(first, graded);
}

Result<Answer, OracleFault> answer_in_game(Oracle& oracle, const Game& game, const Rules& rules) {
  auto answer = oracle.answer(game.position(), rules);
  if (answer) regard_repetitions(game, *answer);
  return answer;
}

}  // namespace lucena
