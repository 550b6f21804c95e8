// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/bitboard.h"
#include "endgame/material.h"
#include "query/move_traits.h"
#include "table/mate_score.h"

namespace lucena {

enum class QueryError { Condition, TooManyMen };
using QueryFault = Error<QueryError>;

/// Exactly one move keeps the result, a win or else a draw, and has all of these traits.
struct OnlyMove {
  bool wins = true;
  std::vector<MoveTrait> traits{};
};

/// A man of this kind stands on one of these squares.
struct ManPlace {
  Piece piece;
  Bitboard squares;
};

/// What is asked of positions; all of it is required. The 50-move rule is ignored unless asked for.
struct Query {
  std::optional<Color> side;  // to move
  /// By side to move, the scores that will do.
  ByColor<ByMateScore<bool>> scores;
  bool zugzwang = false;    // worse for either side if it is to move
  bool needs_move = false;  // won, but not if the other side were to move
  /// Won or lost, but too late for the 50-move rule; or in time, if false.
  std::optional<bool> cursed;
  std::optional<OnlyMove> only;
  std::vector<ManPlace> men;

  Query();
  bool wants(Color color) const { return !side || *side == color; }
};

/// "won", "mate=8-12", "P:a" and so on, each a word; see condition_help(). The men must be those of
/// the material.
Result<Query, QueryFault> parse_query(const Material& material,
                                      const std::vector<std::string>& words);

/// Every condition with what it means, in lines for a person.
std::string_view condition_help();

}  // namespace lucena
