// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/lesson.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "oracle/game_answer.h"
#include "support/solved.h"
#include "support/temporary_folder.h"
#include "table/worth.h"
#include "trainer/training.h"

namespace lucena {
namespace {

const std::vector<Lesson>& lessons() {
  return built_in_lessons();
}

/// The value as the lesson should have it.
std::optional<unsigned> mate_moves(Worth worth) {
  if (worth.is_draw()) return {};
  EXPECT_TRUE(worth.is_win());
  return moves_of(worth);
}

TEST(Lessons, AreAtLeast25AndHaveNamesOfTheirOwn) {
  EXPECT_GE(lessons().size(), 25u);
  std::set<std::string> names;
  for (const Lesson& lesson : lessons()) {
    const std::string& name = lesson.exercise.name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_TRUE(std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || c == '-';
    })) << name;
    EXPECT_FALSE(Material::parse(name)) << name << " is an ending, too";
  }
}

TEST(Lessons, TeachInTwoOrThreeSentences) {
  for (const Lesson& lesson : lessons()) {
    const std::string& text = lesson.exercise.text;
    const auto sentences = std::count(text.begin(), text.end(), '.');
    EXPECT_TRUE(sentences == 2 || sentences == 3) << lesson.exercise.name << ": " << text;
    EXPECT_TRUE(text.ends_with('.')) << lesson.exercise.name;
    EXPECT_LE(text.size(), 320u) << lesson.exercise.name;
    EXPECT_LE(lesson.exercise.title.size(), 52u) << lesson.exercise.name;
    for (const std::string_view word : split_words(text)) EXPECT_LE(word.size(), 20u) << word;
  }
}

/// A win allows at least the moves that perfect play takes, and a draw is to be held.
TEST(Lessons, HaveGoalsThatCanBeReached) {
  for (const auto& [exercise, mate] : lessons()) {
    EXPECT_LE(Material::of(exercise.position).men(), kMaxMen) << exercise.name;
    EXPECT_EQ(exercise.goal.kind == Goal::Kind::Hold, !mate) << exercise.name;
    if (exercise.goal.kind == Goal::Kind::Mate) {
      EXPECT_GE(exercise.goal.moves, *mate) << exercise.name;
    }
  }
}

TEST(Lessons, AreWorthWhatTheySay) {
  const EndingStore& store = test::all_of_four_men();
  for (const auto& [exercise, mate] : lessons()) {
    if (Material::of(exercise.position).men() > 4) continue;
    EXPECT_EQ(mate_moves(Worth::of(store.score(exercise.position).value())), mate) << exercise.name;
  }
}

/// Begins with nothing, as somebody does who begins with these lessons.
class LessonsOfFive : public testing::Test {
 protected:
  static Oracle& oracle() {
    static const test::TemporaryFolder kFolder;
    static Oracle oracle({.folder = kFolder.path()});
    return oracle;
  }
};

TEST_F(LessonsOfFive, AreWorthWhatTheySay) {
  for (const auto& [exercise, mate] : lessons()) {
    const auto answer = oracle().answer(exercise.position);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(mate_moves(answer->mate), mate) << exercise.name;
    EXPECT_EQ(answer->outcome, mate ? Outcome::Win : Outcome::Draw) << exercise.name;
  }
}

/// By somebody who makes the first of the best moves each time, as does the opponent.
TEST_F(LessonsOfFive, AreSolvedByBestPlay) {
  for (const auto& [exercise, mate] : lessons()) {
    GameRecord record{Game(exercise.position)};
    std::optional<GameEnd> end;
    while (!end) {
      const Answer answer = answer_in_game(oracle(), record.game, {}).value();
      record.make(review_move(answer, answer.moves.front().move));
      end = end_of(record.game, {});
      if (!end) end = end_by_goal(exercise, record);
    }
    EXPECT_EQ(judge(exercise, record, *end, false).grade, Grade::Solved)
        << exercise.name << ": " << end_sentence(*end) << ", " << numbered_line(record.game);
  }
}

constexpr std::string_view kLesson =
    "# a comment\n"
    "\n"
    "lesson  one\n"
    "title   The first\n"
    "fen     8/k1P5/2K5/8/8/8/8/8 w - - 0 1\n"
    "value   mate in 2\n"
    "goal    mate in 3\n"
    "text    This goes\n"
    "        on here.\n";

TEST(ParseLessons, ReadsFieldsAndWhatGoesOn) {
  const auto read = parse_lessons(kLesson);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 1u);
  const Lesson& lesson = read->front();
  EXPECT_EQ(lesson.exercise.name, "one");
  EXPECT_EQ(lesson.exercise.title, "The first");
  EXPECT_EQ(lesson.exercise.text, "This goes on here.");
  EXPECT_EQ(lesson.mate_moves, 2u);
  EXPECT_EQ(lesson.exercise.goal, (Goal{Goal::Kind::Mate, 3}));
}

TEST(ParseLessons, NamesTheLineThatIsWrong) {
  const auto fault_after = [](std::string_view part, std::string_view other) {
    std::string text(kLesson);
    text.replace(text.find(part), part.size(), other);
    const auto read = parse_lessons(text);
    return read ? "no fault" : read.error().message;
  };
  EXPECT_EQ(fault_after("title ", "titel "), "line 4 of the lessons: 'title' is expected here");
  EXPECT_EQ(fault_after("mate in 2", "win in 2"),
            "line 6 of the lessons: a value is 'mate in N' or 'draw'");
  EXPECT_EQ(fault_after("mate in 3", "mate in 0"),
            "line 7 of the lessons: a goal is 'mate in N', 'convert in N' or 'hold for N' moves");
  EXPECT_EQ(fault_after("text    This goes\n        on here.\n", ""),
            "line 7 of the lessons: the lesson is not complete");
  EXPECT_TRUE(fault_after("8/k1P5", "8/kk1P4").starts_with("line 5 of the lessons: "));
}

std::string found(std::string_view text) {
  const auto subject = find_subject(text, lessons());
  return subject ? name_of(*subject) : subject.error().message;
}

TEST(FindSubject, KnowsLessonsByTheirBeginningAndEndings) {
  EXPECT_EQ(found("lucena"), "lucena");
  EXPECT_EQ(found("Lucena"), "lucena");
  EXPECT_EQ(found("opp"), "opposition");
  EXPECT_EQ(found("rook-pawn"), "rook-pawn");
  EXPECT_EQ(found("kqkr"), "KQvKR");
  EXPECT_EQ(found("opositon"),
            "'opositon' is neither a lesson nor an ending; did you mean 'opposition'?");
  EXPECT_EQ(found("que"), "'que' could be queen-mate, queen-against-pawn or queen-against-rook");
  EXPECT_EQ(found(""),
            "'' is neither a lesson nor an ending; 'lucena train --list' shows the lessons");
}

}  // namespace
}  // namespace lucena
