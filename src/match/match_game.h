// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <vector>

#include "chess/game.h"
#include "chess/pgn.h"
#include "uci/engine_report.h"

namespace lucena {

/// Why a game between engines ended.
enum class MatchGameEnd : std::uint8_t {
  Rules,        // mate, or a draw that the rules know
  Tables,       // the tables know the outcome
  Time,         // somebody thought for too long
  Crash,        // somebody's program has gone
  Silence,      // somebody's program does not answer, or writes anything but an answer
  IllegalMove,  // somebody's move is none
  Unfinished,   // the match was stopped; the game does not count
};

/// A game as it was played.
struct MatchGame {
  std::size_t number = 0;         // in the match, from 0
  std::size_t opening_plies = 0;  // moves that nobody thought about
  std::size_t white = 0;          // which of the two players, 0 or 1
  Game game;
  GameResult result = GameResult::Open;
  MatchGameEnd end = MatchGameEnd::Unfinished;
  std::string reason;                 // a sentence
  std::vector<EngineReport> reports;  // of the moves behind the opening
  std::array<bool, 2> broken{};       // players whose program cannot be asked again

  /// The player who made the last mistake, where that is what ended the game.
  std::size_t loser() const { return result == GameResult::WhiteWins ? 1 - white : white; }
  /// Half points of the first player: 0, 1 or 2.
  unsigned half_points() const;
};

/// As a PGN, with what the engines said in comments: score in pawns for the mover, depth, time.
PgnGame to_pgn_game(const MatchGame& record, const std::array<std::string, 2>& players,
                    const std::string& date, const std::string& time_control);

/// "+0.35", "-M4".
std::string score_text(const EngineScore& score);

}  // namespace lucena
