// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/level_positions.h"

#include <gtest/gtest.h>

#include "census/statistics.h"
#include "chess/fen.h"
#include "support/given.h"
#include "support/solved.h"

namespace lucena {
namespace {

TEST(LevelPositions, AreAsManyAsTheStatisticsCountAndHaveTheirLevel) {
  const auto plan = closure(test::materials({"KRvKR", "KPvK", "KBNvK"}));
  const auto solver = test::solved(plan, {});
  ThreadPool pool(1);
  for (const std::string_view name : {"KRvK", "KPvK", "KRvKR", "KBNvK"}) {
    const auto table = solver->store().table(test::material(name));
    const EndingStatistics counted = gather_statistics(*table, nullptr, pool, test::kNever);
    for (const Color side : kColors) {
      for (unsigned plies = 0; plies < 80; plies += name == "KBNvK" ? 13 : 1) {
        const std::uint64_t expected = counted.statistics.all.unique_levels[side][plies];
        const auto found = positions_at_level(*table, side, plies, expected + 1, test::kNever);
        ASSERT_EQ(found.size(), expected) << name << " " << plies;
        for (const Index& index : found) {
          ASSERT_EQ(MateScore(table->at(side, index)), score_of_level(plies));
        }
        EXPECT_EQ(positions_at_level(*table, side, plies, 1, test::kNever).size(),
                  std::min<std::uint64_t>(expected, 1));
      }
    }
  }
}

/// Each draw of an ending turns up once if none will do, and is as much of a draw as its table
/// says.
TEST(FindDraw, SeesEveryDrawOnce) {
  const auto plan = closure(test::materials({"KRvKR", "KPvK", "KBNvK"}));
  const auto solver = test::solved(plan, {});
  ThreadPool pool(1);
  for (const std::string_view name : {"KRvK", "KPvK", "KRvKR", "KBNvK"}) {
    const auto table = solver->store().table(test::material(name));
    const EndingStatistics counted = gather_statistics(*table, nullptr, pool, test::kNever);
    ByColor<std::uint64_t> draws{};
    const auto count = [&](const Position& position) {
      EXPECT_TRUE(solver->store().worth(position, Metric::Mate)->is_draw()) << to_fen(position);
      ++draws[position.side_to_move()];
      return false;
    };
    EXPECT_FALSE(find_draw(*table, 17, count, test::kNever));
    for (const Color side : kColors) {
      EXPECT_EQ(draws[side], counted.statistics.all.unique[side].drawn()) << name;
    }
  }
}

TEST(FindDraw, GoesOnFromTheFirstWordToTheOnesBeforeIt) {
  const auto solver = test::solved(test::materials({"KRvK"}), {});
  const auto table = solver->store().table(test::material("KRvK"));
  const auto any = [](const Position&) { return true; };
  const Position first = find_draw(*table, 0, any, test::kNever).value();
  const auto is_first = [&](const Position& position) { return to_fen(position) == to_fen(first); };
  const std::uint64_t last = std::uint64_t{table->layout().words()} - 1;
  EXPECT_TRUE(find_draw(*table, last, is_first, test::kNever));
  EXPECT_FALSE(find_draw(*table, 0, any, std::atomic<bool>(true)));
}

TEST(LevelPositions, AreGivenUpWhenCancelled) {
  const auto solver = test::solved(test::materials({"KRvK"}), {});
  const std::atomic<bool> cancelled{true};
  const auto table = solver->store().table(test::material("KRvK"));
  EXPECT_TRUE(positions_at_level(*table, Color::White, 5, 100, cancelled).empty());
}

}  // namespace
}  // namespace lucena
