// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/conditions.h"

#include <gtest/gtest.h>

#include "support/given.h"

namespace lucena {
namespace {

Result<Query, QueryFault> parse(std::string_view ending, const std::vector<std::string>& words) {
  return parse_query(test::material(ending), words);
}

unsigned scores_that_do(const Query& query, Color side) {
  unsigned count = 0;
  for (const bool will_do : query.scores[side].elements) count += will_do ? 1 : 0;
  return count;
}

TEST(Conditions, LeaveTheScoresThatAllOfThemAllow) {
  EXPECT_EQ(scores_that_do(*parse("KRvK", {}), Color::White), 256u);
  EXPECT_EQ(scores_that_do(*parse("KRvK", {"won"}), Color::White), 127u);
  EXPECT_EQ(scores_that_do(*parse("KRvK", {"won", "drawn"}), Color::White), 0u);
  EXPECT_EQ(scores_that_do(*parse("KRvK", {"mate=3"}), Color::White), 2u);
  EXPECT_EQ(scores_that_do(*parse("KRvK", {"mate=0"}), Color::White), 1u);
  EXPECT_EQ(scores_that_do(*parse("KRvK", {"white-wins", "mate=8-12"}), Color::Black), 5u);
  EXPECT_EQ(scores_that_do(*parse("KRvK", {"mate=100-"}), Color::Black), 28u + 28u);
  EXPECT_EQ(scores_that_do(*parse("KRvK", {"only-draw"}), Color::Black), 1u);
}

TEST(Conditions, NameSquaresByFileRankRangeAndWord) {
  const auto squares = [](const std::string& word) {
    const auto query = parse("KRPvKR", {word});
    return query ? query->men.at(0).squares.count() : -1;
  };
  EXPECT_EQ(squares("P:a"), 8);
  EXPECT_EQ(squares("P:7"), 8);
  EXPECT_EQ(squares("K:d4"), 1);
  EXPECT_EQ(squares("r:a-c"), 24);
  EXPECT_EQ(squares("r:c-a"), 24);
  EXPECT_EQ(squares("R:a2-c4"), 9);
  EXPECT_EQ(squares("k:edge"), 28);
  EXPECT_EQ(squares("k:corner,d4"), 5);
  EXPECT_EQ(squares("k:light,dark"), 64);
}

/// Whoever mistypes is told what there is.
TEST(Conditions, ThatMeanNothingAreExplained) {
  const auto message = [](const std::string& word) {
    const auto query = parse("KRPvKR", {word});
    return query ? std::string("no fault") : query.error().message;
  };
  EXPECT_EQ(message("drwan"), "unknown condition 'drwan'; did you mean 'drawn'?");
  EXPECT_EQ(message("zugzwnag=1"), "unknown condition 'zugzwnag=1'; did you mean 'zugzwang'?");
  EXPECT_EQ(message(""), "unknown condition ''");
  EXPECT_EQ(message("won=3"), "won takes no value");
  EXPECT_EQ(message("mate"), "mate needs a number of moves, such as mate=12 or mate=8-12");
  EXPECT_EQ(message("mate=9-3"), "mate=9-3 has the greater number first; write mate=3-9");
  for (const char* word : {"mate=", "mate=x", "mate=-", "mate=1-2-3", "mate=1000", "mate=+3"}) {
    EXPECT_TRUE(message(word).starts_with("mate must be a number of moves or a range")) << word;
  }
  EXPECT_EQ(message("Q:a"), "White has no queen in KRPvKR; capitals are White's men");
  EXPECT_TRUE(message("x:a").starts_with("'x' is no man"));
  for (const char* word : {"P:", "P:i", "P:9", "P:a-", "P:a-3x", "P:,", "P:a2-c", "P:d44"}) {
    EXPECT_TRUE(message(word).ends_with("several with commas")) << word << message(word);
  }
  EXPECT_TRUE(message("only-move=quite").ends_with("did you mean 'quiet'?"));
  EXPECT_FALSE(parse("KRvK", {"white", "black"}));
  EXPECT_FALSE(parse("KRvK", {"only-move", "only-draw"}));
}

}  // namespace
}  // namespace lucena
