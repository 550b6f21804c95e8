// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/score.h"

#include <gtest/gtest.h>

#include <set>

namespace lucena {
namespace {

TEST(Score, HoldsEveryLevelAndTheDrawAndNothingElse) {
  std::set<Score> seen{kDraw};
  EXPECT_FALSE(level_of_score(kDraw));
  for (unsigned level = 0; level <= kMaxLevel; ++level) {
    const Score score = score_of_level(level);
    EXPECT_EQ(level_of_score(score), level);
    EXPECT_EQ(is_win(score), level % 2 == 1) << level;
    EXPECT_EQ(is_loss(score), level % 2 == 0) << level;
    EXPECT_TRUE(seen.insert(score).second) << level;
  }
  EXPECT_EQ(seen.size(), 256u);
}

TEST(Score, SaysInHowManyMoves) {
  EXPECT_EQ(score_of_level(0), 0);
  EXPECT_EQ(score_of_level(2), 1);
  EXPECT_EQ(score_of_level(254), 127);
  EXPECT_EQ(score_of_level(1), 256 - 1);
  EXPECT_EQ(score_of_level(3), 256 - 2);
  EXPECT_EQ(score_of_level(253), 256 - 127);
}

TEST(Score, IsGreaterIfBetter) {
  for (unsigned level = 2; level <= kMaxLevel; level += 2) {
    EXPECT_GT(score_of_level(level), score_of_level(level - 2)) << "a later mate is better";
  }
  EXPECT_GT(kDraw, score_of_level(kMaxLevel));
  EXPECT_LT(kDraw, score_of_level(kMaxLevel - 1));
  for (unsigned level = 3; level <= kMaxLevel; level += 2) {
    EXPECT_LT(score_of_level(level), score_of_level(level - 2)) << "a sooner mate is better";
  }
}

TEST(ScoreBefore, IsOnePlyMoreForTheOtherSide) {
  for (unsigned level = 0; level < kMaxLevel; ++level) {
    EXPECT_EQ(score_before(score_of_level(level)), score_of_level(level + 1)) << level;
  }
  EXPECT_EQ(score_before(kDraw), kDraw);
}

TEST(ScoreBefore, IsWorseTheBetterTheOpponentStands) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = a + 1; b < 256; ++b) {
      // The deepest loss has no win before it; it does not occur.
      if (a == score_of_level(kMaxLevel) || b == score_of_level(kMaxLevel)) continue;
      EXPECT_GT(score_before(static_cast<Score>(a)), score_before(static_cast<Score>(b)))
          << a << ' ' << b;
    }
  }
}

TEST(ScoreBefore, IsNeverTheMarkOfNoMove) {
  for (unsigned score = 0; score < 256; ++score) {
    EXPECT_NE(score_before(static_cast<Score>(score)), 0) << score;
  }
}

}  // namespace
}  // namespace lucena
