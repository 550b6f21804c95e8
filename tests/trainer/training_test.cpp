// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/training.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "oracle/game_answer.h"
#include "support/given.h"
#include "support/temporary_folder.h"
#include "trainer/ending_exercise.h"
#include "trainer/training_report.h"

namespace lucena {
namespace {

using namespace std::chrono_literals;
using test::material;
using test::position;
using test::TemporaryFolder;

/// One oracle for all: king and pawn against king is solved once.
Oracle& oracle() {
  static const TemporaryFolder kFolder;
  static Oracle oracle({.folder = kFolder.path()});
  return oracle;
}

/// A game by moves in short notation.
GameRecord played(const Position& start, const std::vector<std::string>& moves) {
  GameRecord record{Game(start)};
  for (const std::string& text : moves) {
    const Move move = parse_move(record.game.position(), text).value();
    record.make(review_move(answer_in_game(oracle(), record.game, {}).value(), move));
  }
  return record;
}

Exercise exercise(std::string_view fen, Goal goal) {
  return {.name = "x", .title = "", .position = position(fen), .goal = goal, .text = ""};
}

const Exercise kPromote = exercise("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", {Goal::Kind::Convert, 3});
const Exercise kMate = exercise("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", {Goal::Kind::Mate, 2});
const Exercise kHold = exercise("8/4k3/4P3/4K3/8/8/8/8 b - - 0 1", {Goal::Kind::Hold, 2});
const GameEnd kLeft{GameResult::Open, "the game was left"};

TEST(Goals, AreReadAsTheyAreWritten) {
  EXPECT_EQ(parse_goal("mate in 15"), (Goal{Goal::Kind::Mate, 15}));
  EXPECT_EQ(parse_goal("convert in 1"), (Goal{Goal::Kind::Convert, 1}));
  EXPECT_EQ(parse_goal("hold for 10"), (Goal{Goal::Kind::Hold, 10}));
  for (const std::string_view text : {"", "mate", "mate in", "mate in 0", "mate in 101", "win"}) {
    EXPECT_FALSE(parse_goal(text)) << text;
  }
  EXPECT_EQ(goal_words({Goal::Kind::Mate, 1}), "mate in at most 1 move");
}

TEST(Goals, AreReachedByAPromotionThatKeepsTheWin) {
  EXPECT_FALSE(end_by_goal(kPromote, played(kPromote.position, {"Kd7"})));
  const auto end = end_by_goal(kPromote, played(kPromote.position, {"c8=R"}));
  ASSERT_TRUE(end);
  EXPECT_EQ(end->result, GameResult::WhiteWins);
  EXPECT_FALSE(end_by_goal(kPromote, played(kPromote.position, {"c8=Q"})));
}

TEST(Goals, AreMissedWhenTheMovesAreUsedUp) {
  EXPECT_FALSE(end_by_goal(kMate, played(kMate.position, {"Kd7", "Kb7"})));
  const auto end = end_by_goal(kMate, played(kMate.position, {"Kd7", "Kb7", "Kd6"}));
  ASSERT_TRUE(end);
  EXPECT_EQ(end->result, GameResult::Open);
  const GameRecord record = played(kMate.position, {"Kd7", "Kb7", "Kd6"});
  EXPECT_EQ(judge(kMate, record, *end, false).grade, Grade::Failed);
}

TEST(Goals, AreDrawsThatAreStillThere) {
  EXPECT_FALSE(end_by_goal(kHold, played(kHold.position, {"Ke8", "Kf6"})));
  const auto end = end_by_goal(kHold, played(kHold.position, {"Ke8", "Kf6", "Kf8"}));
  ASSERT_TRUE(end);
  EXPECT_EQ(end->result, GameResult::Draw);
  EXPECT_FALSE(end_by_goal(kHold, played(kHold.position, {"Kf8", "Kf6", "Ke8"}))) << "lost";
}

TEST(Judging, TellsHelpFromMistakesAndLeaving) {
  const GameRecord good = played(kPromote.position, {"c8=R"});
  const GameEnd won{GameResult::WhiteWins, ""};
  EXPECT_EQ(judge(kPromote, good, won, false).grade, Grade::Solved);
  EXPECT_EQ(judge(kPromote, good, won, true).grade, Grade::Helped);
  const GameRecord slow = played(kPromote.position, {"Kd7", "Kb7"});
  const Judgement left = judge(kPromote, slow, kLeft, false);
  EXPECT_FALSE(left.grade) << "nothing was given away";
  EXPECT_EQ(left.moves_lost, 5u);
  EXPECT_EQ(left.first_mistake, 0u);
  EXPECT_EQ(judge(kPromote, slow, kLeft, true).grade, Grade::Failed) << "left after help";
  const Judgement lost = judge(kHold, played(kHold.position, {"Ke8", "Kf6", "Kd8"}), kLeft, false);
  EXPECT_EQ(lost.grade, Grade::Failed);
  EXPECT_FALSE(lost.moves_lost);
  EXPECT_EQ(lost.first_mistake, 2u);
}

TEST(EndingExercises, AreHarderFromLevelToLevel) {
  std::mt19937_64 random(1);
  for (unsigned level = 1; level <= kLevels; ++level) {
    Progress progress;
    progress.level = level;
    const auto found = find_exercise(oracle(), material("KQvK"), progress, random);
    ASSERT_TRUE(found) << found.error().message;
    const auto worth = oracle().worth(found->position, Metric::Mate);
    EXPECT_TRUE(worth->is_win());
    // The longest mate takes 10 moves.
    EXPECT_GE(moves_of(*worth), 1 + (level - 1) * 10 / kLevels) << level;
    EXPECT_LE(moves_of(*worth), level * 10 / kLevels) << level;
    EXPECT_EQ(found->goal.kind, Goal::Kind::Mate);
    EXPECT_GE(found->goal.moves, moves_of(*worth));
  }
}

/// A third of all positions of king and pawn against king with Black to move are drawn.
TEST(EndingExercises, AreDrawsEveryOtherTimeWhereThereAreMany) {
  std::mt19937_64 random(1);
  Progress progress;
  EXPECT_EQ(find_exercise(oracle(), material("KPvK"), progress, random)->goal.kind,
            Goal::Kind::Convert);
  progress.tries = 1;
  progress.level = kLevels;
  const auto hold = find_exercise(oracle(), material("KPvK"), progress, random);
  ASSERT_TRUE(hold);
  EXPECT_EQ(hold->goal.kind, Goal::Kind::Hold);
  EXPECT_EQ(hold->person(), Color::Black);
  const auto answer = oracle().answer(hold->position);
  EXPECT_EQ(answer->outcome, Outcome::Draw);
  EXPECT_EQ(answer->moves.back().outcome, Outcome::Loss) << "something can go wrong";
}

/// Somebody who has everything ready that will be typed, and who forgets the time when told to.
class Learner final : public Conversation {
 public:
  explicit Learner(std::deque<std::string> lines) : lines_(std::move(lines)) {}

  void say(std::string_view text) override { heard_ += text; }
  std::optional<std::string> ask(std::string_view prompt) override {
    heard_ += prompt;
    while (!lines_.empty() && lines_.front() == "(a walk)") {
      now_ += 11min;
      lines_.pop_front();
    }
    if (lines_.empty()) return {};
    const std::string line = lines_.front();
    lines_.pop_front();
    heard_ += line + "\n";
    return line;
  }

  std::chrono::sys_seconds now() const { return now_; }
  const std::string& heard() const { return heard_; }

 private:
  std::deque<std::string> lines_;
  std::string heard_;
  std::chrono::sys_seconds now_ = std::chrono::sys_days(2024y / 2 / 29) + 18h;
};

class TrainingEvening : public testing::Test {
 protected:
  /// What is heard in an evening with two lessons.
  std::string evening(std::deque<std::string> lines) {
    Learner learner(std::move(lines));
    std::vector<Subject> subjects;
    for (const std::string_view name : {"underpromotion", "straight-back"}) {
      subjects.push_back(find_subject(name, built_in_lessons()).value());
    }
    Training training(learner, oracle(), log_, std::move(subjects),
                      {.style = {}, .seed = 1, .now = [&] { return learner.now(); }});
    EXPECT_FALSE(training.run());
    return learner.heard();
  }
  std::vector<Grade> grades() const {
    std::vector<Grade> grades;
    const TrainingHistory history = log_.read().value();
    for (const Attempt& attempt : history.attempts) grades.push_back(attempt.grade);
    return grades;
  }

  const TemporaryFolder folder_;
  const TrainingLog log_{folder_.path() / "training.txt"};
};

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++found;
  return found;
}

TEST_F(TrainingEvening, BringsBackWhatFailedWhenItsTimeHasCome) {
  const std::string heard = evening({"c8=Q", "next", "(a walk)", "skip", "c8=R", "Ra8", "quit"});
  EXPECT_EQ(count(heard, "underpromotion (new): "), 1u) << heard;
  EXPECT_EQ(count(heard, "straight-back (new): "), 1u) << heard;
  EXPECT_EQ(count(heard, "underpromotion (due again): "), 1u) << heard;
  EXPECT_EQ(grades(), (std::vector{Grade::Failed, Grade::Solved}));
  EXPECT_EQ(count(heard, "1 of 2 solved."), 1u) << heard;
}

TEST_F(TrainingEvening, SaysWhatIsHelpAndDoesNotCallThatSolved) {
  const std::string heard = evening({"hint", "c8=R", "Ra8", "quit"});
  EXPECT_EQ(count(heard, "That is help: the exercise will not count as solved."), 1u) << heard;
  EXPECT_EQ(count(heard, "so it does not count as solved"), 1u) << heard;
  EXPECT_EQ(grades(), (std::vector{Grade::Helped}));
}

TEST_F(TrainingEvening, CountsAMoveTakenBackAsHelp) {
  const std::string heard = evening({"Kd7", "undo", "c8=R", "Ra8", "quit"});
  EXPECT_EQ(count(heard, "That is help"), 1u) << heard;
  EXPECT_EQ(grades(), (std::vector{Grade::Helped}));
}

TEST_F(TrainingEvening, DoesNotCountWhatIsLeftWithoutAMistake) {
  for (const std::string word : {"quit", "skip", "again", ""}) {
    const std::string heard = evening({"Kd7", word});
    EXPECT_TRUE(grades().empty()) << word << heard;
  }
}

TEST_F(TrainingEvening, RepeatsAnExerciseOnDemand) {
  const std::string heard =
      evening({"c8=R", "again", "what", "c8=R", "Ra8", "again", "c8=R", "Ra8", "report", "quit"});
  EXPECT_EQ(count(heard, "You play White and are to move."), 3u) << heard;
  EXPECT_EQ(grades(), (std::vector{Grade::Solved, Grade::Solved}));
  EXPECT_EQ(count(heard, "underpromotion      2       2         0.0    2  in 1 day\n"), 1u)
      << heard;
}

TEST_F(TrainingEvening, EndsWithAFaultIfTheRecordCannotBeKept) {
  std::filesystem::create_directory(log_.path());
  Learner learner({"c8=R", "Ra8", "next"});
  Training training(learner, oracle(), log_, {find_subject("underp", built_in_lessons()).value()},
                    {.style = {}, .seed = 1, .now = [&] { return learner.now(); }});
  const auto fault = training.run();
  ASSERT_TRUE(fault);
  EXPECT_EQ(count(*fault, log_.path().string()), 1u) << *fault;
}

TEST(Report, IsATable) {
  const auto now = std::chrono::sys_days(2024y / 2 / 29) + 18h;
  const std::string fen = "8/k1P5/2K5/8/8/8/8/8 w - - 0 1";
  const std::vector<Attempt> attempts{{now - 1h, "opposition", Grade::Solved, 9, 1, fen},
                                      {now - 1h, "KQvKR", Grade::Failed, 9, {}, fen},
                                      {now - 50min, "opposition", Grade::Helped, 9, 0, fen}};
  const ProgressByName progress = progress_of(attempts);
  EXPECT_EQ(
      report_text(progress, built_in_lessons(), now),
      std::string("exercise    tries  solved  moves lost  box  comes again\n"
                  "opposition      2       1         0.5    2  in 1 day\n"
                  "KQvKR           1       0           -    1  now\n") +
          fmt::format("1 of {} lessons tried; 1 exercise is due.\n", built_in_lessons().size()));
  EXPECT_EQ(report_text({}, built_in_lessons(), now),
            "Nothing has been tried yet: 'lucena train' begins.\n");
  const std::string list = lessons_text(built_in_lessons(), progress, now);
  EXPECT_EQ(count(list, "KPvK    The opposition (box 2, in 1 day)\n"), 1u) << list;
}

}  // namespace
}  // namespace lucena
