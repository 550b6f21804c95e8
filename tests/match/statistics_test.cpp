// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lucena {
namespace {

// Figures worked out by hand from the definitions.

TEST(Statistics, EloAndExpectedScoreAreInverse) {
  EXPECT_DOUBLE_EQ(expected_score(0), 0.5);
  EXPECT_NEAR(expected_score(400), 10.0 / 11, 1e-12);
  EXPECT_NEAR(elo_of_score(0.75), 190.8485, 1e-4);  // 400 log10 3
  for (const double elo : {-350.0, -3.5, 0.0, 12.0, 900.0}) {
    EXPECT_NEAR(elo_of_score(expected_score(elo)), elo, 1e-9);
  }
  EXPECT_EQ(elo_of_score(1), HUGE_VAL);
  EXPECT_EQ(elo_of_score(0), -HUGE_VAL);
}

TEST(Statistics, NothingIsKnownBeforeTheFirstGame) {
  EXPECT_FALSE(estimate_elo({}));
  EXPECT_DOUBLE_EQ(likelihood_of_superiority({}), 0.5);
  EXPECT_EQ(Sprt().log_likelihood_ratio({}), 0);
  EXPECT_EQ(Sprt().decision({}), Sprt::Decision::Undecided);
}

TEST(Statistics, ErrorOfSingleGames) {
  // Variance (30 + 40/4) / 100 - 1/4 = 0.15, error 1.96 sqrt(0.15 / 100) = 0.0759 points.
  const auto estimate = estimate_elo({30, 40, 30});
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(estimate->elo, 0, 1e-9);
  EXPECT_NEAR(estimate->low, -53.158, 1e-3);
  EXPECT_NEAR(estimate->high, 53.158, 1e-3);
}

TEST(Statistics, ErrorOfPairs) {
  // 115 pairs with mean 62.5 / 115 and variance 0.0796314.
  const auto estimate = estimate_elo({85, 80, 65, {10, 20, 40, 30, 15}});
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(estimate->elo, 30.288, 1e-3);
  EXPECT_NEAR(estimate->low, -5.627, 1e-3);
  EXPECT_NEAR(estimate->high, 66.863, 1e-3);
}

TEST(Statistics, FewPairsAreNotTrusted) {
  // All nine pairs are alike, but their games are not.
  const auto estimate = estimate_elo({9, 0, 9, {0, 0, 9, 0, 0}});
  ASSERT_TRUE(estimate);
  EXPECT_GT(estimate->high, 100);
  EXPECT_LT(estimate->low, -100);
}

TEST(Statistics, WhoWinsEveryGameIsBetterByAnUnknownAmount) {
  const auto all_won = estimate_elo({10, 0, 0, {0, 0, 0, 0, 5}});
  ASSERT_TRUE(all_won);
  EXPECT_EQ(all_won->elo, HUGE_VAL);
  EXPECT_NEAR(all_won->low, 182.729, 1e-3);  // of the score whose tenth power is 5 %
  const auto all_lost = estimate_elo({0, 0, 10});
  ASSERT_TRUE(all_lost);
  EXPECT_EQ(all_lost->elo, -HUGE_VAL);
  EXPECT_NEAR(all_lost->high, -182.729, 1e-3);
}

TEST(Statistics, LikelihoodOfSuperiority) {
  EXPECT_NEAR(likelihood_of_superiority({20, 500, 10}), 0.966055, 1e-6);
  EXPECT_NEAR(likelihood_of_superiority({10, 0, 20}), 1 - 0.966055, 1e-6);
}

TEST(Statistics, SprtBoundsAreWaldsOwn) {
  EXPECT_NEAR(Sprt().upper_bound(), 2.944439, 1e-6);  // log 19
  EXPECT_NEAR(Sprt().lower_bound(), -2.944439, 1e-6);
}

TEST(Statistics, SprtOfPairs) {
  const MatchTally tally{85, 80, 65, {10, 20, 40, 30, 15}};
  EXPECT_NEAR((Sprt{0, 5}.log_likelihood_ratio(tally)), 0.406204, 1e-6);
  EXPECT_NEAR((Sprt{0, 10}.log_likelihood_ratio(tally)), 0.741149, 1e-6);
  EXPECT_NEAR((Sprt{-5, 0}.log_likelihood_ratio(tally)), 0.475829, 1e-6);
}

TEST(Statistics, SprtIsNotDecidedByAFewPairs) {
  for (const std::uint64_t pairs : {1u, 2u, 5u}) {
    const MatchTally alike{pairs, pairs, 0, {0, 0, 0, pairs, 0}};
    EXPECT_EQ((Sprt{0, 5}.decision(alike)), Sprt::Decision::Undecided) << pairs;
  }
}

TEST(Statistics, AlikeResultsAreNotCertain) {
  // All drawn: decided games may be as frequent as 1 - 0.05^(1/20).
  const auto drawn = estimate_elo({0, 20, 0, {0, 0, 10, 0, 0}});
  ASSERT_TRUE(drawn);
  EXPECT_NEAR(drawn->high, elo_of_score(0.5 + (1 - std::pow(0.05, 1.0 / 20)) / 2), 1e-9);
  EXPECT_NEAR(drawn->low, -drawn->high, 1e-9);
  // All pairs alike: the error of games, of variance 1/16.
  const auto alike = estimate_elo({10, 10, 0, {0, 0, 0, 10, 0}});
  ASSERT_TRUE(alike);
  EXPECT_NEAR(alike->low, elo_of_score(0.75 - 1.959963985 * 0.25 / std::sqrt(20)), 1e-6);
}

TEST(Statistics, SprtDecidesBothWays) {
  const MatchTally better{600, 300, 100, {10, 40, 150, 200, 100}};
  const MatchTally worse{100, 300, 600, {100, 200, 150, 40, 10}};
  EXPECT_EQ((Sprt{0, 5}.decision(better)), Sprt::Decision::AcceptElo1);
  EXPECT_EQ((Sprt{0, 5}.decision(worse)), Sprt::Decision::AcceptElo0);
  EXPECT_EQ((Sprt{0, 5}.decision({1, 0, 1, {0, 0, 1, 0, 0}})), Sprt::Decision::Undecided);
}

}  // namespace
}  // namespace lucena
