// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/mate_score.h"

#include <gtest/gtest.h>

#include <set>
#include <type_traits>

#include "table/outcome.h"

namespace lucena {
namespace {

// A byte is given its meaning on purpose or not at all.
static_assert(sizeof(MateScore) == 1 && std::is_trivially_copyable_v<MateScore>);
static_assert(sizeof(ZeroingPlies) == 1 && std::is_trivially_copyable_v<ZeroingPlies>);
static_assert(!std::is_convertible_v<std::uint8_t, MateScore>);
static_assert(!std::is_convertible_v<std::uint8_t, ZeroingPlies>);
static_assert(!std::is_convertible_v<MateScore, std::uint8_t>);
static_assert(!std::is_constructible_v<MateScore, ZeroingPlies>);
static_assert(!std::is_constructible_v<ZeroingPlies, MateScore>);

TEST(MateScore, HoldsEveryLevelAndTheDrawAndNothingElse) {
  std::set<MateScore> seen{kDraw};
  EXPECT_FALSE(level_of_score(kDraw));
  for (unsigned level = 0; level <= kMaxLevel; ++level) {
    const MateScore score = score_of_level(level);
    EXPECT_EQ(level_of_score(score), level);
    EXPECT_EQ(is_win(score), level % 2 == 1) << level;
    EXPECT_EQ(is_loss(score), level % 2 == 0) << level;
    EXPECT_TRUE(seen.insert(score).second) << level;
  }
  EXPECT_EQ(seen.size(), 256u);
}

TEST(MateScore, SaysInHowManyMoves) {
  EXPECT_EQ(score_of_level(0).byte(), 0);
  EXPECT_EQ(score_of_level(2).byte(), 1);
  EXPECT_EQ(score_of_level(254).byte(), 127);
  EXPECT_EQ(score_of_level(1).byte(), 256 - 1);
  EXPECT_EQ(score_of_level(3).byte(), 256 - 2);
  EXPECT_EQ(score_of_level(253).byte(), 256 - 127);
}

TEST(MateScore, IsGreaterIfBetter) {
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
      const MateScore worse(a), better(b), deepest = score_of_level(kMaxLevel);
      if (worse == deepest || better == deepest) continue;
      EXPECT_GT(score_before(worse), score_before(better)) << a << ' ' << b;
    }
  }
}

TEST(ScoreBefore, IsNeverTheMarkOfNoMove) {
  for (unsigned score = 0; score < 256; ++score) {
    EXPECT_NE(score_before(MateScore(score)).byte(), 0) << score;
  }
}

}  // namespace
}  // namespace lucena
