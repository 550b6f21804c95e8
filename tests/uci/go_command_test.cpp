// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/go_command.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "chess/fen.h"

namespace lucena {
namespace {

Result<GoCommand, UciFault> go(std::string_view text,
                               const Position& position = Position::initial()) {
  return parse_go(split_words(text), position);
}

TEST(GoCommand, TakesTheClockOfTheSideToMove) {
  const std::string_view text = "wtime 60000 btime 30000 winc 1000 binc 500 movestogo 20";
  const auto white = go(text);
  ASSERT_TRUE(white->limits.clock);
  EXPECT_EQ(white->limits.clock->left, Milliseconds(60000));
  EXPECT_EQ(white->limits.clock->increment, Milliseconds(1000));
  EXPECT_EQ(white->limits.clock->moves_to_go, 20u);
  EXPECT_FALSE(white->limits.infinite);
  const auto black = go(text, parse_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1").value());
  EXPECT_EQ(black->limits.clock->left, Milliseconds(30000));
  EXPECT_EQ(black->limits.clock->increment, Milliseconds(500));
}

TEST(GoCommand, KnowsEveryLimit) {
  EXPECT_EQ(go("depth 7")->limits.depth, 7);
  EXPECT_EQ(go("nodes 12345")->limits.nodes, 12345u);
  EXPECT_EQ(go("movetime 250")->limits.move_time, Milliseconds(250));
  EXPECT_EQ(go("mate 3")->limits.mate_moves, 3u);
  EXPECT_EQ(go("perft 4")->perft, 4u);
  EXPECT_TRUE(go("infinite")->limits.infinite);
  EXPECT_TRUE(go("ponder wtime 1000 btime 1000")->limits.ponder);
  const auto moves = go("searchmoves e2e4 d2d4 depth 3");
  EXPECT_EQ(moves->limits.root_moves.size(), 2u);
  EXPECT_EQ(moves->limits.depth, 3);
}

TEST(GoCommand, IsInfiniteWithoutALimit) {
  EXPECT_TRUE(go("")->limits.infinite);
  EXPECT_TRUE(go("searchmoves e2e4")->limits.infinite);
  // Only the other side has a clock.
  EXPECT_TRUE(go("btime 1000")->limits.infinite);
}

TEST(GoCommand, SurvivesOddNumbers) {
  EXPECT_EQ(go("wtime -50 btime 100")->limits.clock->left, Milliseconds(0));
  EXPECT_EQ(go("depth 0")->limits.depth, 1);
  EXPECT_EQ(go("depth 99999999")->limits.depth, kMostPlies - 1);
  EXPECT_EQ(go("wtime 1000 movestogo 0")->limits.clock->moves_to_go, std::nullopt);
}

TEST(GoCommand, LeavesOutWhatItDoesNotUnderstand) {
  const auto odd = go("wtime 1000 sideways btime 100");
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->limits.clock->left, Milliseconds(1000));
  EXPECT_EQ(odd->remark, "'go' does not know 'sideways'");
  EXPECT_EQ(go("wtime 1000")->remark, "");
}

TEST(GoCommand, SaysWhatIsWrong) {
  EXPECT_EQ(go("depth").error().message, "'go depth' needs a number");
  EXPECT_EQ(go("depth x").error().message, "'go depth' needs a number");
  EXPECT_EQ(go("sideways").error().message, "'go' does not know 'sideways'");
  EXPECT_EQ(go("searchmoves e2e5").error().code, UciError::Move);
}

}  // namespace
}  // namespace lucena
