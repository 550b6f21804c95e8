// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "console/game_record.h"

namespace lucena {

/// What a person is to achieve who plays the side to move of a position.
struct Goal {
  enum class Kind : std::uint8_t {
    Mate,     // mate within so many moves
    Convert,  // within so many moves, promote or take a man and still have a won position
    Hold,     // still have a draw after so many moves
  };

  Kind kind;
  unsigned moves;  // of the person

  friend bool operator==(const Goal&, const Goal&) = default;
};

/// "mate in 15", "convert in 20", "hold for 10"; nothing if the text is none of these.
std::optional<Goal> parse_goal(std::string_view text);

/// "mate in at most 15 moves", "hold the draw for 10 moves".
std::string goal_words(const Goal& goal);

/// Something to try: a position, what to achieve in it, and what there is to know about it.
struct Exercise {
  std::string name;   // of the lesson or the ending: what progress is kept under
  std::string title;  // for people
  Position position;
  Goal goal;
  std::string text;  // a paragraph

  Color person() const { return position.side_to_move(); }
};

/// How it went. What was reached with a hint, or after a move was taken back, is not solved.
enum class Grade : std::uint8_t { Solved, Helped, Failed };
inline constexpr std::array kGrades{Grade::Solved, Grade::Helped, Grade::Failed};

/// "solved", "helped", "failed".
std::string_view name(Grade grade);

/// Ends the game of an exercise: the goal is reached, or the moves for it are used up. What the
/// rules end is not looked at.
std::optional<GameEnd> end_by_goal(const Exercise& exercise, const GameRecord& record);

/// What a person has made of an exercise.
struct Judgement {
  /// Nothing if it was left before anything happened that counts: no win or draw had been given
  /// away, and there had been no help.
  std::optional<Grade> grade;
  unsigned moves = 0;
  std::optional<unsigned> moves_lost{};        // nothing if the result was given away
  std::optional<std::size_t> first_mistake{};  // as a ply of the game; the gravest kind first
};

Judgement judge(const Exercise& exercise, const GameRecord& record, const GameEnd& end,
                bool helped);

}  // namespace lucena
