// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/worth_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lucena {
namespace {

std::vector<Worth> there_and_back(const std::vector<Worth>& worths, std::size_t size_bytes) {
  const std::vector<std::uint8_t> bytes = worths_to_bytes(worths);
  EXPECT_EQ(bytes.size(), size_bytes);
  std::vector<Worth> back(worths.size());
  worths_from_bytes(bytes, back);
  return back;
}

/// What a move can be worth by mate, as far as scores go: nobody loses at once by moving.
std::vector<Worth> worths_of_scores() {
  std::vector<Worth> worths{Worth(), Worth::draw()};
  for (unsigned plies = 1; plies <= kMaxLevel; ++plies) {
    worths.push_back(plies % 2 == 1 ? Worth::win(plies) : Worth::loss(plies));
  }
  return worths;
}

TEST(WorthBytes, AreOneEachForWhatMateScoresCanSay) {
  const std::vector<Worth> worths = worths_of_scores();
  EXPECT_EQ(worths.size(), 256u);
  EXPECT_EQ(there_and_back(worths, worths.size()), worths);
  EXPECT_EQ(there_and_back({}, 0), std::vector<Worth>());
}

TEST(WorthBytes, AreTwoEachForAnythingElse) {
  for (unsigned plies = 0; plies <= Worth::kMaxPlies; ++plies) {
    for (const Worth more : {Worth::win(plies), Worth::loss(plies)}) {
      std::vector<Worth> worths = worths_of_scores();
      if (std::find(worths.begin(), worths.end(), more) != worths.end()) continue;
      worths.insert(worths.begin() + 100, more);
      EXPECT_EQ(there_and_back(worths, 2 * worths.size()), worths) << text_of(more);
    }
  }
}

}  // namespace
}  // namespace lucena
