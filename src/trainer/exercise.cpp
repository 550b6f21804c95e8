// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/exercise.h"

#include <fmt/format.h>

#include "base/text.h"
#include "table/worth.h"

namespace lucena {
namespace {

struct GoalForm {
  Goal::Kind kind;
  std::string_view words;  // before the number
};
constexpr std::array kGoalForms{GoalForm{Goal::Kind::Mate, "mate in "},
                                GoalForm{Goal::Kind::Convert, "convert in "},
                                GoalForm{Goal::Kind::Hold, "hold for "}};

GameResult win_of(Color color) {
  return color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

/// Whether the last move has changed the material and left a win.
bool converts(const GameRecord& record) {
  const std::size_t last = record.reviews.size() - 1;
  Position before = record.game.start();
  for (std::size_t ply = 0; ply < last; ++ply) before.make(record.game.moves()[ply]);
  return effect_of(before, record.game.moves()[last]) == MoveEffect::Conversion &&
         record.reviews[last]->made.outcome == Outcome::Win;
}

bool is_reached(const Exercise& exercise, const GameEnd& end) {
  if (end.result == win_of(exercise.person())) return true;
  return exercise.goal.kind == Goal::Kind::Hold && end.result == GameResult::Draw;
}

/// A mistake that changes the result comes before any that only costs moves.
std::optional<std::size_t> find_first_mistake(const Exercise& exercise, const GameRecord& record) {
  const Scorecard card = record.scorecard(exercise.person());
  if (card.first_change) return card.first_change->ply;
  // The person begins, and makes every other move.
  for (std::size_t ply = 0; ply < record.reviews.size(); ply += 2) {
    if (record.reviews[ply]->moves_lost() > 0) return ply;
  }
  return {};
}

}  // namespace

std::optional<Goal> parse_goal(std::string_view text) {
  for (const auto& [kind, words] : kGoalForms) {
    if (!text.starts_with(words)) continue;
    const auto moves = parse_number<unsigned>(text.substr(words.size()), 100);
    if (moves && *moves > 0) return Goal{kind, *moves};
  }
  return {};
}

std::string goal_words(const Goal& goal) {
  const std::string moves = moves_text(goal.moves);
  if (goal.kind == Goal::Kind::Mate) return "mate in at most " + moves;
  if (goal.kind == Goal::Kind::Hold) return fmt::format("hold the draw for {}", moves);
  return fmt::format("promote or take a man within {}, and keep the win", moves);
}

std::string_view name(Grade grade) {
  if (grade == Grade::Solved) return "solved";
  return grade == Grade::Helped ? "helped" : "failed";
}

/// Only a move of the person reaches a goal or uses one up.
std::optional<GameEnd> end_by_goal(const Exercise& exercise, const GameRecord& record) {
  if (record.reviews.size() % 2 == 0) return {};
  const Goal& goal = exercise.goal;
  const bool last_move = (record.reviews.size() + 1) / 2 >= goal.moves;
  if (goal.kind == Goal::Kind::Convert && converts(record)) {
    return GameEnd{win_of(exercise.person()), "the rest is won, which is enough here"};
  }
  if (!last_move) return {};
  if (goal.kind != Goal::Kind::Hold) {
    return GameEnd{GameResult::Open, fmt::format("{} were not enough", moves_text(goal.moves))};
  }
  if (record.reviews.back()->made.outcome == Outcome::Loss) return {};
  return GameEnd{GameResult::Draw, fmt::format("held for {}", moves_text(goal.moves))};
}

Judgement judge(const Exercise& exercise, const GameRecord& record, const GameEnd& end,
                bool helped) {
  const Scorecard card = record.scorecard(exercise.person());
  Judgement judgement{.grade = {},
                      .moves = card.moves,
                      .moves_lost = card.moves_lost,
                      .first_mistake = find_first_mistake(exercise, record)};
  const bool gave_away = card.results_changed > 0;
  if (gave_away) judgement.moves_lost.reset();
  const bool was_left = end.result == GameResult::Open && card.moves < exercise.goal.moves;
  if (is_reached(exercise, end)) {
    judgement.grade = helped ? Grade::Helped : Grade::Solved;
  } else if (!was_left || gave_away || helped) {
    judgement.grade = Grade::Failed;
  }
  return judgement;
}

}  // namespace lucena
