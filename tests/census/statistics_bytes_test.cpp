// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/statistics_bytes.h"

#include <gtest/gtest.h>

#include <random>

#include "census/unwon.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::material;

/// Small enough for the sanitizers.
const EndingStore& some_endings() {
  static const auto kSolver = test::solved(closure(test::materials({"KPvK", "KBBvK", "KRvKN"})),
                                           {.threads = hardware_threads(), .zeroing = true});
  return kSolver->store();
}

EndingStatistics gathered_of(const Material& ending) {
  const EndingStore& store = some_endings();
  const std::atomic<bool> never{false};
  ThreadPool pool(hardware_threads());
  auto gathered = gather_statistics(*store.table(ending),
                                    store.table(ending, Metric::Zeroing).get(), pool, never);
  UnwonFinder(pool).add_to(gathered.statistics, store, never);
  return gathered;
}

TEST(StatisticsBytes, AreReadBackAsTheyWere) {
  for (const Material& ending : test::materials({"KQvK", "KPvK", "KNvK", "KBBvK", "KRvKN"})) {
    const auto [statistics, lists] = gathered_of(ending);
    const auto read = statistics_from_bytes(to_bytes(statistics));
    ASSERT_TRUE(read) << ending.name();
    EXPECT_EQ(*read, statistics) << ending.name();
    const Layout layout(ending);
    for (const auto* list : {&lists.longest_wins[Color::White], &lists.longest_losses[Color::Black],
                             &lists.zugzwangs[ZugzwangKind::WhiteWinsOrDraw],
                             &lists.zugzwangs[ZugzwangKind::MoverLoses]}) {
      const auto read_list = index_list_from_bytes(to_bytes(*list, layout), layout);
      ASSERT_TRUE(read_list) << ending.name();
      EXPECT_EQ(*read_list, *list) << ending.name();
    }
  }
}

TEST(StatisticsBytes, AreReadBackWithoutZeroing) {
  ThreadPool pool(1);
  const std::atomic<bool> never{false};
  const Statistics statistics =
      gather_statistics(*some_endings().table(material("KRvKN")), nullptr, pool, never).statistics;
  EXPECT_EQ(statistics_from_bytes(to_bytes(statistics)).value(), statistics);
}

/// With six men, mates take up to 523 plies.
TEST(StatisticsBytes, AreReadBackWithDistancesOfMoreThanAByte) {
  Statistics statistics = gathered_of(material("KRvKN")).statistics;
  for (const unsigned plies : {255u, 257u, 523u, Worth::kMaxPlies}) {
    ASSERT_TRUE(statistics.longest_win[Color::White]);
    statistics.longest_win[Color::White]->plies = plies;
    statistics.all.unique[Color::White][Outcome::CursedWin] += 1;
    statistics.all.unique_levels[Color::White].add(plies, 1);
    statistics.all.placements[Color::White][Outcome::CursedWin] += 8;
    statistics.all.placement_levels[Color::White].add(plies, 8);
    const auto read = statistics_from_bytes(to_bytes(statistics));
    ASSERT_TRUE(read) << plies;
    EXPECT_EQ(*read, statistics) << plies;
  }
}

TEST(StatisticsBytes, OfANewerVersionAreRefused) {
  std::vector<std::uint8_t> bytes = to_bytes(gathered_of(material("KRvK")).statistics);
  ++bytes[0];
  const auto read = statistics_from_bytes(bytes);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, StatisticsError::NewerVersion);
}

TEST(StatisticsBytes, NeverHarmWhenDamaged) {
  for (const std::string_view name : {"KRvK", "KPvK", "KBBvK"}) {
    const Statistics statistics = gathered_of(material(name)).statistics;
    const std::vector<std::uint8_t> whole = to_bytes(statistics);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_FALSE(statistics_from_bytes(std::span(whole).first(size))) << size;
    }
    std::size_t found = 0, tried = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      for (const int bit : {0, 3, 7}) {
        std::vector<std::uint8_t> damaged = whole;
        damaged[i] ^= static_cast<std::uint8_t>(1 << bit);
        const auto read = statistics_from_bytes(damaged);
        found += !read || *read != statistics ? 1 : 0;
        ++tried;
      }
    }
    EXPECT_EQ(found, tried);
  }
}

TEST(StatisticsBytes, NeverHarmWhenRandom) {
  std::mt19937 random(1);
  const Layout layout(material("KRvK"));
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::uint8_t> bytes(random() % 64);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    if (!bytes.empty()) bytes[0] = 1;
    EXPECT_FALSE(statistics_from_bytes(bytes));
    const auto list = index_list_from_bytes(bytes, layout);
    if (!list) continue;
    for (const Index& index : *list) {
      EXPECT_LT(index.skeleton, layout.skeleton_count());
      EXPECT_LT(index.word, layout.words());
    }
  }
}

TEST(StatisticsBytes, OfAListEndWhereTheListDoes) {
  const Layout layout(material("KRvK"));
  const std::vector<Index> list{{0, 0, 0}, {0, 1, 5}, {0, layout.words() - 1, 63}};
  std::vector<std::uint8_t> bytes = to_bytes(list, layout);
  EXPECT_EQ(index_list_from_bytes(bytes, layout).value(), list);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(index_list_from_bytes(std::span(bytes).first(size), layout));
  }
  bytes.push_back(0);
  EXPECT_FALSE(index_list_from_bytes(bytes, layout));
  // One too many: the last index is the last there is.
  bytes[0] = 4;
  bytes.back() = 1;
  EXPECT_FALSE(index_list_from_bytes(bytes, layout));
}

}  // namespace
}  // namespace lucena
