// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/game_end.h"

#include <fmt/format.h>

#include "chess/legal_moves.h"
#include "console/move_review.h"

namespace lucena {

/// From what ends a game by itself to what has to be claimed.
std::optional<GameEnd> end_of(const Game& game, const Rules& rules) {
  const Position& position = game.position();
  // Mate with the hundredth ply is a win: what is on the board comes before what can be claimed.
  if (!has_legal_move(position)) {
    if (!position.in_check()) return GameEnd{GameResult::Draw, "stalemate"};
    return GameEnd{game.result(), "checkmate"};
  }
  if (position.insufficient_material()) {
    return GameEnd{GameResult::Draw, "neither side has enough men left to mate"};
  }
  if (game.repetitions() >= 3) {
    return GameEnd{GameResult::Draw, std::string(name(DrawClaim::ThreefoldRepetition))};
  }
  if (rules.fifty_moves && position.halfmove_clock() >= kClockLimit) {
    return GameEnd{GameResult::Draw, std::string(name(DrawClaim::FiftyMoves))};
  }
  return {};
}

std::string moves_played_text(unsigned moves) {
  return fmt::format("{} {} played", moves_text(moves), moves == 1 ? "was" : "were");
}

std::string end_sentence(const GameEnd& end) {
  std::string_view who = "draw";
  if (end.result == GameResult::WhiteWins) who = "White wins";
  if (end.result == GameResult::BlackWins) who = "Black wins";
  if (end.result == GameResult::Open) who = "not finished";
  return fmt::format("{} ({}): {}", token(end.result), who, end.reason);
}

}  // namespace lucena
