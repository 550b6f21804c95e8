// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/schedule.h"

#include <gtest/gtest.h>

namespace lucena {
namespace {

using namespace std::chrono_literals;
using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

constexpr sys_seconds kStart = sys_days(2024y / 2 / 28) + 18h;

Attempt attempt(std::string name, sys_seconds when, Grade grade,
                std::optional<unsigned> lost = 0u) {
  return {when, std::move(name), grade, 5, lost, "8/k1P5/2K5/8/8/8/8/8 w - - 0 1"};
}

TEST(Boxes, GoUpWithWhatIsSolvedWhenDue) {
  Progress progress;
  sys_seconds now = kStart;
  for (const auto& [box, interval] : {std::pair{2u, days(1)},
                                      {3u, days(3)},
                                      {4u, days(7)},
                                      {5u, days(21)},
                                      {6u, days(60)},
                                      {6u, days(60)}}) {
    progress.add(attempt("a", now, Grade::Solved));
    EXPECT_EQ(progress.box, box);
    EXPECT_EQ(progress.due, now + interval);
    now = progress.due;
  }
  EXPECT_EQ(progress.tries, 6u);
  EXPECT_EQ(progress.solved, 6u);
}

TEST(Boxes, BeginAnewWithWhatFailed) {
  Progress progress;
  progress.add(attempt("a", kStart, Grade::Solved));
  progress.add(attempt("a", kStart + days(1), Grade::Solved));
  progress.add(attempt("a", kStart + days(5), Grade::Failed, {}));
  EXPECT_EQ(progress.box, 1u);
  EXPECT_EQ(progress.due, kStart + days(5) + 10min);
}

TEST(Boxes, StayWithHelp) {
  Progress progress;
  progress.add(attempt("a", kStart, Grade::Solved));
  progress.add(attempt("a", kStart + days(2), Grade::Helped));
  EXPECT_EQ(progress.box, 2u);
  EXPECT_EQ(progress.due, kStart + days(3));
  EXPECT_EQ(progress.solved, 1u);
}

TEST(Boxes, AreNotFilledByRepeatingOneThingAllEvening) {
  Progress progress;
  for (int i = 0; i < 5; ++i) progress.add(attempt("a", kStart + i * 1min, Grade::Solved));
  EXPECT_EQ(progress.box, 2u);
  EXPECT_EQ(progress.due, kStart + days(1));
  EXPECT_EQ(progress.level, 6u) << "but the level of an ending goes up each time";
  progress.add(attempt("a", kStart + 10min, Grade::Failed, {}));
  EXPECT_EQ(progress.level, 5u);
}

TEST(Boxes, CountMovesLostWhereTheGoalWasReached) {
  Progress progress;
  progress.add(attempt("a", kStart, Grade::Solved, 3));
  progress.add(attempt("a", kStart, Grade::Failed, {}));
  progress.add(attempt("a", kStart, Grade::Failed, 7));
  progress.add(attempt("a", kStart, Grade::Helped, 2));
  EXPECT_EQ(progress.measured, 2u);
  EXPECT_EQ(progress.moves_lost, 5u);
}

class Choosing : public testing::Test {
 protected:
  Choice next(sys_seconds now, const std::set<std::size_t>& avoided = {}) const {
    return choose_next({"a", "b", "c"}, progress_of(attempts_), now, avoided);
  }
  std::vector<Attempt> attempts_;
};

TEST_F(Choosing, TakesNewOnesInOrder) {
  EXPECT_EQ(next(kStart).place, 0u);
  EXPECT_EQ(next(kStart).occasion, Occasion::New);
  attempts_.push_back(attempt("a", kStart, Grade::Solved));
  EXPECT_EQ(next(kStart).place, 1u);
}

TEST_F(Choosing, TakesWhatIsDueFirstTheLongestOverdueAtTheHead) {
  attempts_ = {attempt("a", kStart + 5min, Grade::Failed, {}),
               attempt("b", kStart, Grade::Failed, {})};
  EXPECT_EQ(next(kStart + 6min).place, 2u) << "nothing is due, c is new";
  EXPECT_EQ(next(kStart + 30min).place, 1u);
  EXPECT_EQ(next(kStart + 30min).occasion, Occasion::Due);
  EXPECT_EQ(next(kStart + 30min, {1}).place, 0u) << "not twice in a row";
}

TEST_F(Choosing, TakesWhatIsDueSoonestIfThereIsNothingElse) {
  attempts_ = {attempt("a", kStart, Grade::Solved), attempt("b", kStart, Grade::Failed, {}),
               attempt("c", kStart + 1min, Grade::Failed, {})};
  EXPECT_EQ(next(kStart + 2min).place, 1u);
  EXPECT_EQ(next(kStart + 2min).occasion, Occasion::Early);
  EXPECT_EQ(next(kStart + 2min, {1}).place, 2u);
  EXPECT_EQ(choose_next({"a"}, progress_of(attempts_), kStart).place, 0u);
}

TEST(DueText, IsRough) {
  EXPECT_EQ(due_text(kStart, kStart), "now");
  EXPECT_EQ(due_text(kStart, kStart + days(9)), "now");
  EXPECT_EQ(due_text(kStart + 10min, kStart), "in 10 minutes");
  EXPECT_EQ(due_text(kStart + 10min, kStart + 5s), "in 10 minutes");
  EXPECT_EQ(due_text(kStart + 1s, kStart), "in 1 minute");
  EXPECT_EQ(due_text(kStart + 5h, kStart + 1s), "in 5 hours");
  EXPECT_EQ(due_text(kStart + days(1), kStart + 30s), "in 1 day");
  EXPECT_EQ(due_text(kStart + days(3), kStart + 30s), "in 3 days");
}

}  // namespace
}  // namespace lucena
