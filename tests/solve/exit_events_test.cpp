// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exit_events.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_positions.h"
#include "table/mate_score.h"

namespace lucena {
namespace {

constexpr std::uint32_t kEventBlocks = 4, kBlockWords = 4096;

/// Those of one turn, in their order.
std::vector<ExitEvent> of_turn(const std::vector<ExitEvent>& events, Turn turn) {
  std::vector<ExitEvent> found;
  std::copy_if(events.begin(), events.end(), std::back_inserter(found),
               [&](const ExitEvent& event) { return event.turn == turn; });
  return found;
}

TEST(ExitEvents, ComeBackTurnByTurnInTheirOrder) {
  test::Random random(3);
  ExitEvents kept;
  Arena arena;
  // One problem after the other, as one loop solves them.
  for (int round = 0; round < 2; ++round) {
    kept.reset(kEventBlocks);
    arena.reset();
    std::vector<std::vector<ExitEvent>> expected(kEventBlocks);
    for (std::uint32_t block = 1; block < kEventBlocks; ++block) {
      for (std::uint32_t offset = 0; offset < kBlockWords; offset += block) {
        const auto level = static_cast<unsigned>(test::below(kMaxLevel + 1, random));
        const Turn turn(level, test::below(2, random) != 0);
        expected[block].push_back({random(), block * kBlockWords + offset, turn});
      }
      kept.keep(block, block * kBlockWords, expected[block], arena);
    }
    for (unsigned number = 0; number < 2 * (kMaxLevel + 1); ++number) {
      const Turn turn(number / 2, number % 2 != 0);
      for (std::uint32_t block = 0; block < kEventBlocks; ++block) {
        const std::vector<ExitEvent> wanted = of_turn(expected[block], turn);
        const ExitEvents::OfTurn found = kept.take(block, turn);
        ASSERT_EQ(found.offsets.size(), wanted.size());
        ASSERT_EQ(found.positions.size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          EXPECT_EQ(found.positions[i], wanted[i].positions);
          EXPECT_EQ(block * kBlockWords + found.offsets[i], wanted[i].word);
        }
      }
    }
  }
}

TEST(ExitEvents, KnowTheirLastLevel) {
  ExitEvents kept;
  Arena arena;
  kept.reset(3);
  EXPECT_EQ(kept.last_level(), 0u);
  const Turn early(4, false), late(17, true);
  kept.keep(1, 64, std::vector<ExitEvent>{{1, 64, late}, {2, 65, early}}, arena);
  kept.keep(2, 128, std::vector<ExitEvent>{{1, 128, Turn(9, true)}}, arena);
  EXPECT_EQ(kept.last_level(), 17u);
  EXPECT_TRUE(kept.take(1, Turn(3, true)).offsets.empty());
  EXPECT_EQ(kept.take(1, early).offsets.size(), 1u);
  EXPECT_TRUE(kept.take(1, Turn(4, true)).offsets.empty());
  EXPECT_EQ(kept.take(1, late).offsets.size(), 1u);
  kept.reset(3);
  EXPECT_EQ(kept.last_level(), 0u);
  EXPECT_TRUE(kept.take(1, early).offsets.empty());
}

}  // namespace
}  // namespace lucena
