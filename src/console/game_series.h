// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <random>
#include <string>

#include "console/game_questions.h"
#include "console/play_session.h"
#include "console/setting_up.h"

namespace lucena {

/// Games one after the other: each is set up, introduced and played in a PlaySession, in which the
/// person asks for the next one. It is over when he leaves.
class GameSeries {
 public:
  /// The options are those of every game; without sides the person is asked which he plays.
  GameSeries(Conversation& conversation, Oracle& oracle, PlayOptions options,
             std::optional<ByColor<bool>> sides, const GameQuestions& questions = {});

  struct Outcome {
    bool played = false;                 // and not only talked about
    std::optional<std::string> fault{};  // what went wrong in the end, for the person
  };
  /// Begins with what was asked for; without a request that is asked for.
  Outcome run(const std::optional<std::string>& request);

 private:
  /// False if the person leaves instead of answering.
  bool settle_sides();
  std::optional<std::string> introduce();
  bool get_tables(const Position& position);
  /// An Elo counts for the engine, and the tables do not ask it.
  void warn_of_strength();
  std::optional<std::string> play();
  bool begin_anew(const GameWish& wish);
  std::optional<GameStart> fulfil(const GameWish& wish);
  void show_board();

  Conversation& conversation_;
  Oracle& oracle_;
  PlayOptions options_;
  std::optional<ByColor<bool>> sides_;
  GameQuestions questions_;
  std::mt19937_64 random_;
  std::optional<GameStart> start_;  // of the present game
  std::optional<GameStart> next_;   // of the one that is asked for
};

}  // namespace lucena
