// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

#include "console/board_picture.h"
#include "console/game_record.h"
#include "console/player.h"
#include "oracle/oracle.h"

namespace lucena {

struct SelfPlayOptions {
  Rules rules;
  ByColor<PlayerSpec> players{};
  /// A perfect game takes as long as its mate, but random players may go on for long.
  unsigned max_moves = Worth::kMaxPlies / 2 + 1;  // of White
  std::uint64_t seed = 0;
};

/// What one game between two programs came to.
struct SelfPlayGame {
  GameRecord record;
  GameEnd end;
};

/// Who watches: called after every move, with the record so far.
using MoveWatcher = std::function<void(const GameRecord& record)>;

/// Plays a position until the game has ended, or for so many moves.
Result<SelfPlayGame, OracleFault> self_play(Oracle& oracle, const Position& start,
                                            const SelfPlayOptions& options,
                                            const MoveWatcher& watch);

/// The last move of a record and the board after it.
std::string last_move_text(const GameRecord& record, const BoardStyle& style);

/// How the game ended and, for each side, how far its play was from perfect.
std::string self_play_report(const SelfPlayGame& game, const SelfPlayOptions& options);

/// Several games, added up for each side.
struct SelfPlayTotals {
  unsigned games = 0, white_wins = 0, black_wins = 0, draws = 0, unfinished = 0;
  ByColor<Scorecard> cards;  // without the first change, which is of one game

  void add(const SelfPlayGame& game);
};

std::string totals_text(const SelfPlayTotals& totals, const SelfPlayOptions& options);

}  // namespace lucena
