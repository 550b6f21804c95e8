// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace lucena {
namespace {

TEST(RandomBelow, ReachesEveryNumberBelowTheBoundAndNoOther) {
  std::mt19937_64 random(1);
  std::vector<int> seen(7);
  for (int i = 0; i < 7000; ++i) ++seen.at(random_below(seen.size(), random));
  for (const int times : seen) EXPECT_NEAR(times, 1000, 150);  // five standard deviations
  EXPECT_EQ(random_below(1, random), 0u);
}

TEST(Shuffle, LeavesTheSameElements) {
  std::mt19937_64 random(1);
  for (std::size_t size = 0; size < 50; ++size) {
    std::vector<std::size_t> elements(size);
    std::iota(elements.begin(), elements.end(), std::size_t{0});
    const std::vector<std::size_t> before = elements;
    shuffle(elements, random);
    std::sort(elements.begin(), elements.end());
    EXPECT_EQ(elements, before);
  }
}

TEST(Shuffle, MakesEveryOrderEquallyLikely) {
  std::mt19937_64 random(1);
  std::map<std::vector<int>, int> seen;
  for (int i = 0; i < 24'000; ++i) {
    std::vector<int> elements{1, 2, 3, 4};
    shuffle(elements, random);
    ++seen[elements];
  }
  EXPECT_EQ(seen.size(), 24u);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 1000, 160);
}

TEST(Shuffle, IsTheSameForTheSameSeedEverywhere) {
  // The generator's numbers are laid down by the language standard, so these are for good: games
  // that were played with a seed can be played again.
  std::mt19937_64 random(1);
  std::vector<int> elements{1, 2, 3, 4, 5, 6, 7, 8};
  shuffle(elements, random);
  EXPECT_EQ(elements, (std::vector<int>{5, 7, 4, 6, 2, 8, 3, 1}));
}

}  // namespace
}  // namespace lucena
