// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/best_line.h"

#include "console/game_end.h"
#include "oracle/game_answer.h"

namespace lucena {

/// The first of equally good moves each time, so that the line is the same whenever it is asked
/// for.
std::optional<OracleFault> play_best_moves(Oracle& oracle, const Rules& rules, Game& game,
                                           std::size_t most_plies) {
  for (std::size_t i = 0; i < most_plies && !end_of(game, rules); ++i) {
    if (oracle.is_cancelled()) return OracleFault{OracleError::Cancelled, "interrupted"};
    const auto answer = answer_in_game(oracle, game, rules);
    if (!answer) return answer.error();
    game.make(answer->moves.front().move);
  }
  return {};
}

}  // namespace lucena
