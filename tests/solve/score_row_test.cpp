// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/score_row.h"

#include <gtest/gtest.h>

#include "support/random_positions.h"

namespace lucena {
namespace {

/// Few different scores, so that equal ones meet.
ScoreRow random_row(test::Random& random) {
  constexpr std::array<Score, 8> kSome{0, 1, 127, 128, 129, 200, 254, 255};
  ScoreRow row;
  for (Score& score : row) score = kSome[test::below(kSome.size(), random)];
  return row;
}

template <class Test>
std::uint64_t slow_bits(const ScoreRow& row, Test&& test) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (test(row[i])) bits |= std::uint64_t{1} << i;
  }
  return bits;
}

TEST(ScoreRow, FindsScores) {
  test::Random random(1);
  for (int round = 0; round < 1000; ++round) {
    const ScoreRow row = random_row(random);
    ASSERT_EQ(loss_bits(row.data()), slow_bits(row, is_loss));
    for (const Score wanted : {0, 1, 5, 127, 128, 129, 255}) {
      ASSERT_EQ(equal_bits(row.data(), wanted),
                slow_bits(row, [&](Score score) { return score == wanted; }));
    }
  }
}

TEST(ScoreRow, KeepsTheScoresOfASetOfSquares) {
  test::Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const ScoreRow before = random_row(random);
    const std::uint64_t squares = round < 64    ? std::uint64_t{1} << round
                                  : round == 64 ? ~std::uint64_t{0}
                                                : random();
    ScoreRow after = before;
    keep_bits(after, squares);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(after[i], (squares >> i & 1) != 0 ? before[i] : 0) << i;
    }
  }
}

TEST(ScoreRow, WritesAScoreToASetOfSquares) {
  test::Random random(3);
  for (int round = 0; round < 1000; ++round) {
    const ScoreRow before = random_row(random);
    const std::uint64_t squares = random() & random();
    ScoreRow after = before;
    write_score(after.data(), squares, 77);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(after[i], (squares >> i & 1) != 0 ? 77 : before[i]) << i;
    }
  }
}

}  // namespace
}  // namespace lucena
