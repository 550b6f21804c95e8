// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/game.h"
#include "oracle/answer.h"

namespace lucena {

/// Plies as moves of the side that wins: it makes the last one, so that both 2n - 1 plies, with it
/// to move, and 2n, with its opponent to move, are n moves. Mate in 9 plies and mated in 10 plies
/// are both 5 moves.
constexpr unsigned moves_of(unsigned plies) {
  return (plies + 1) / 2;
}
constexpr unsigned moves_of(Worth distance) {
  return moves_of(distance.plies());
}

/// -1, 0 or 1: what the outcome counts at the end of a game. What the 50-move rule makes a draw is
/// one.
int points(Outcome outcome);

/// "1 move", "7 moves".
std::string moves_text(unsigned moves);
/// "1 ply", "12 plies".
std::string plies_text(unsigned plies);

/// "mate in 23" or, by the other metric, "conversion in 9"; "mate in 23 or later" where the 50-move
/// rule, or a repetition, may delay it.
std::string distance_text(const GradedMove& move, Metric metric);

/// How soon a win comes, for a sentence that says "mate in" or "wins in at most" before. The one
/// place for this: every number that is given without doubt is certain.
///
///     14 moves
///     24 moves; without the 50-move rule in 2
///     2 moves without the 50-move rule, which may make it longer
std::string how_soon(const Answer& answer);

/// A move that was made, beside what could have been.
struct MoveReview {
  GradedMove made, best;

  /// Whether the side that moved got less than it could have had: a draw instead of a win and so
  /// on. Draws with and without the 50-move rule are draws.
  bool changes_result() const;
  /// Whether nothing better could have been had, by lucena::is_best().
  bool is_best() const { return made.best; }
  /// By how many moves at least a win is now later, or a loss sooner; 0 if the result changes, or
  /// if the 50-move rule leaves it open.
  unsigned moves_lost() const;
};

MoveReview review_move(const Answer& answer, Move made);

/// What to tell somebody who has just made a move: nothing if it was as good as any.
///
///     That move lets the win slip: the position is now a draw
///     That costs 7 moves: mate in 23 instead of 16
///     That costs at least 7 moves: mate in 23 or later instead of 16
///     The draw is gone: White now mates in 31
std::optional<std::string> remark(const MoveReview& review, Color mover, Metric metric);

/// One side's moves of a game, added up.
struct Scorecard {
  struct Change {
    std::size_t ply;  // of the game, from 0
    MoveReview review;
  };

  unsigned moves = 0;
  unsigned best_moves = 0;
  unsigned moves_lost = 0;
  unsigned results_changed = 0;
  std::optional<Change> first_change{};

  void add(const MoveReview& review, std::size_t ply);
};

/// "a win", "a draw", "a loss".
std::string_view result_name(Outcome outcome);

/// "12. Kd5" or "12... Kd5".
std::string numbered_move(const Position& position, Move move);

/// The moves of a game from a ply on: "12... Ke3 13. Kc4 Kf2".
std::string numbered_line(const Game& game, std::size_t first_ply = 0);

/// What the moves come to:
///
///     15 of 18 moves best, 7 moves lost in all; the result never changed
///     17 of 18 moves best; the win was thrown away at 12. Kd5, which made it a draw
///     15 of 18 moves best; the draw was thrown away at 3... Kf6, which made it a loss, and the
///     result changed once more; besides, 4 moves were lost
///
/// Moves lost are told beside a result that was thrown away only if there are any.
std::string scorecard_text(const Scorecard& card, const Game& game);

}  // namespace lucena
