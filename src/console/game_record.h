// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "console/game_end.h"
#include "console/move_review.h"

namespace lucena {

/// A game with what is known about each of its moves.
struct GameRecord {
  Game game;
  /// reviews[i] is about moves()[i]; nothing where the tables do not know the position before it.
  std::vector<std::optional<MoveReview>> reviews{};  // one for each move

  void make(Move move, const std::optional<MoveReview>& review);
  void make(const MoveReview& review) { make(review.made.move, review); }
  void undo();

  /// Those of one side's moves that are reviewed, added up.
  Scorecard scorecard(Color color) const;
};

/// Who played, and when: "2024.02.29".
struct PgnHeader {
  std::string white, black, date;
};

/// The game as a PGN, with a comment on every move that could have been better and on the end.
std::string record_pgn(const GameRecord& record, const PgnHeader& header, const GameEnd& end,
                       Metric metric);

}  // namespace lucena
