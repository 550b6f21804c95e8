// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/time_control.h"

#include <gtest/gtest.h>

namespace lucena {
namespace {

TEST(TimeControl, IsReadAndWritten) {
  EXPECT_EQ(*TimeControl::parse("10+0.1"), (TimeControl{10, 0.1, 0}));
  EXPECT_EQ(*TimeControl::parse("0.5"), (TimeControl{0.5, 0, 0}));
  EXPECT_EQ(*TimeControl::parse("40/60+0.5"), (TimeControl{60, 0.5, 40}));
  EXPECT_EQ(*TimeControl::parse("0+1"), (TimeControl{0, 1, 0}));
  for (const char* text : {"10+0.1", "0.5", "40/60+0.5", "3600"}) {
    EXPECT_EQ(TimeControl::parse(text)->text(), text);
  }
}

TEST(TimeControl, RefusesWhatIsNone) {
  for (const char* text : {"", "0", "x", "-1", "1+", "+1", "0/5", "1/", "1+2+3", "1e3", "1..2",
                           "1.", "10:00", "99999999"}) {
    EXPECT_FALSE(TimeControl::parse(text)) << text;
  }
  EXPECT_EQ(TimeControl::parse("5m").error().message,
            "'5m' is no time control: write seconds+increment, such as 10+0.1, or "
            "moves/seconds+increment");
}

TEST(PlayerClock, AddsTheIncrementAndNewPeriods) {
  PlayerClock clock({10, 0.5, 2});
  EXPECT_EQ(clock.moves_left(), 2u);
  clock.spend(3);
  EXPECT_DOUBLE_EQ(clock.left_seconds(), 7.5);
  EXPECT_EQ(clock.moves_left(), 1u);
  clock.spend(1);
  EXPECT_DOUBLE_EQ(clock.left_seconds(), 17);
  EXPECT_EQ(clock.moves_left(), 2u);
  clock.spend(20);  // an overdrawn clock is empty, not negative
  EXPECT_DOUBLE_EQ(clock.left_seconds(), 0.5);
}

}  // namespace
}  // namespace lucena
