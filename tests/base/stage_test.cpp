// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/stage.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <vector>

namespace lucena {
namespace {

TEST(Stage, DoesJobsInTheOrderInWhichTheyAreGiven) {
  for (const bool on_its_own : {false, true}) {
    std::vector<int> done;
    Stage<int> stage(on_its_own, Priority::Normal, [&](int& job) { done.push_back(job); });
    for (int i = 0; i < 100; ++i) stage.give(i);
    stage.finish();
    ASSERT_EQ(done.size(), 100u);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
  }
}

TEST(Stage, WorksWhileTheGiverGoesOn) {
  std::atomic<bool> go_on{false};
  Stage<int> stage(true, Priority::Low, [&](int&) { go_on.wait(false); });
  stage.give(1);  // under way
  stage.give(2);  // waits, but its giver does not
  go_on = true;
  go_on.notify_all();
  stage.finish();
}

TEST(Stage, PassesJobsOnToTheNext) {
  std::vector<int> done;
  Stage<std::unique_ptr<int>> second(true, Priority::Low,
                                     [&](std::unique_ptr<int>& job) { done.push_back(*job); });
  Stage<std::unique_ptr<int>> first(true, Priority::Normal, [&](std::unique_ptr<int>& job) {
    *job *= 2;
    second.give(std::move(job));
  });
  for (int i = 0; i < 20; ++i) first.give(std::make_unique<int>(i));
  first.finish();
  second.finish();
  ASSERT_EQ(done.size(), 20u);
  EXPECT_EQ(done.back(), 38);
}

TEST(Stage, BeginsNothingAfterAnExceptionAndHandsItOut) {
  std::atomic<int> begun{0};
  Stage<int> stage(true, Priority::Low, [&](int& job) {
    ++begun;
    if (job == 3) throw std::runtime_error("three");
  });
  for (int i = 0; i < 10; ++i) stage.give(i);
  EXPECT_THROW(stage.finish(), std::runtime_error);
  EXPECT_EQ(begun, 4);
}

TEST(Stage, ForgetsAnExceptionThatNobodyAskedFor) {
  Stage<int> stage(true, Priority::Low, [](int&) { throw std::runtime_error("nobody hears"); });
  stage.give(1);
}

}  // namespace
}  // namespace lucena
