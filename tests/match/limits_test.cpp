// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/limits.h"

#include <gtest/gtest.h>

namespace lucena {
namespace {

TEST(Limits, AreToldToTheEngine) {
  const Limits clock{TimeControl{10, 0.1, 0}, {}, {}, {}};
  PlayerClock own(*clock.clock);
  own.spend(1);
  const PlayerClock other(*clock.clock);
  EXPECT_EQ(go_text(clock, Color::White, own, other),
            "go wtime 9100 btime 10000 winc 100 binc 100");
  EXPECT_EQ(go_text(clock, Color::Black, own, other),
            "go wtime 10000 btime 9100 winc 100 binc 100");
  EXPECT_EQ(go_text(clock, Color::Black, own, {}), "go wtime 9100 btime 9100 winc 100 binc 100");
  const PlayerClock period({60, 0, 40});
  EXPECT_EQ(go_text(clock, Color::White, period, period),
            "go wtime 60000 btime 60000 movestogo 40");
  EXPECT_EQ(go_text({{}, 500, 3, 20}, Color::White, {}, {}), "go movetime 20 depth 3 nodes 500");
}

TEST(Limits, OfAnEngineComeBeforeTheCommonOnes) {
  const Limits common{{}, 1000, {}, {}};
  const auto limits = [&](const char* text) {
    return limits_of(*parse_engine_command(text), common);
  };
  EXPECT_EQ(limits("fish")->nodes, 1000u);
  EXPECT_EQ(limits("fish depth=3")->depth, 3u);
  EXPECT_EQ(limits("fish depth=3")->nodes, std::nullopt);
  EXPECT_EQ(limits("fish tc=1+1")->clock, (TimeControl{1, 1, 0}));
  EXPECT_EQ(limits("fish movetime=7")->move_milliseconds, 7u);
  EXPECT_EQ(limits("fish nodes=none").error().message,
            "nodes, depth and movetime of fish must be numbers above 0");
  EXPECT_FALSE(limits("fish depth=0"));
  EXPECT_FALSE(limits("fish tc=soon"));
}

}  // namespace
}  // namespace lucena
