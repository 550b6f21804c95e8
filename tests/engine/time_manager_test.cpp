// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/time_manager.h"

#include <gtest/gtest.h>

namespace lucena {
namespace {

constexpr Milliseconds kOverhead{10};

TimePlan plan(Milliseconds left, Milliseconds increment, std::optional<unsigned> moves_to_go = {}) {
  SearchLimits limits;
  limits.clock = ClockTime{left, increment, moves_to_go};
  return plan_time(limits, kOverhead);
}

TEST(TimeManager, PlansNothingWithoutAClock) {
  const TimePlan none = plan_time({}, kOverhead);
  EXPECT_FALSE(none.aim);
  EXPECT_FALSE(none.end);
}

TEST(TimeManager, TakesTheTimeOfAMoveToItsEnd) {
  SearchLimits limits;
  limits.move_time = Milliseconds(500);
  EXPECT_EQ(plan_time(limits, kOverhead).end, Milliseconds(490));
  EXPECT_FALSE(plan_time(limits, kOverhead).aim);
  limits.move_time = Milliseconds(3);
  EXPECT_EQ(plan_time(limits, kOverhead).end, Milliseconds(1));
}

TEST(TimeManager, NeverPlansMoreThanIsLeft) {
  for (const int left : {0, 1, 11, 50, 100, 1000, 60'000, 3'600'000}) {
    for (const int increment : {0, 10, 1000, 30'000}) {
      for (const unsigned moves : {0u, 1u, 2u, 40u}) {
        const TimePlan made = plan(Milliseconds(left), Milliseconds(increment),
                                   moves == 0 ? std::nullopt : std::optional(moves));
        EXPECT_LE(*made.aim, *made.end);
        EXPECT_LE(*made.end, std::max(Milliseconds(left) - kOverhead, Milliseconds(1)))
            << left << ' ' << increment << ' ' << moves;
        EXPECT_GE(*made.aim, Milliseconds(1));
      }
    }
  }
}

TEST(TimeManager, LastsForAWholeGame) {
  // Even if every move takes as long as it may aim for, increments aside.
  Milliseconds left{60'000};
  for (int move = 0; move < 100; ++move) left -= *plan(left, Milliseconds(0)).aim;
  EXPECT_GT(left, Milliseconds(100));
}

TEST(TimeManager, SpendsMoreShortlyBeforeTheTimeControl) {
  EXPECT_GT(*plan(Milliseconds(10'000), Milliseconds(0), 2).aim,
            *plan(Milliseconds(10'000), Milliseconds(0), 30).aim);
}

}  // namespace
}  // namespace lucena
