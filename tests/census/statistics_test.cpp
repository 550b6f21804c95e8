// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/statistics.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "census/statistics_bytes.h"
#include "chess/fen.h"
#include "endgame/placement.h"
#include "support/given.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::all_of_four_men;
using test::material;

EndingStatistics statistics_of(const Material& ending, unsigned threads = 1) {
  const EndingStore& store = all_of_four_men();
  ThreadPool pool(threads);
  return gather_statistics(*store.table(ending), store.table(ending, Metric::Zeroing).get(), pool,
                           test::kNever);
}
EndingStatistics statistics_of(std::string_view ending) {
  return statistics_of(material(ending));
}

/// Calls visit(position) for every placement of the men on the whole board; twins are not told
/// apart.
template <class Visit>
void for_each_placement(const Material& ending, Color side, Visit&& visit) {
  std::vector<Piece> men = ending.others();
  men.push_back({Color::White, PieceType::King});
  men.push_back({Color::Black, PieceType::King});
  Setup setup;
  setup.side_to_move = side;
  const auto place = [&](const auto& self, std::size_t man, int twin) -> void {
    if (man == men.size()) {
      if (const auto position = Position::create(setup)) visit(*position);
      return;
    }
    const bool is_twin = man > 0 && men[man] == men[man - 1];
    for (int square = is_twin ? twin + 1 : 0; square < Square::kCount; ++square) {
      if (setup[Square(square)]) continue;
      setup[Square(square)] = men[man];
      self(self, man + 1, square);
      setup[Square(square)].reset();
    }
  };
  place(place, 0, 0);
}

Outcome outcome_at(const Position& position) {
  const EndingStore& store = all_of_four_men();
  return outcome_of(*store.score(position),
                    ZeroingPlies(store.worth(position, Metric::Zeroing)->plies()));
}

/// Counts the positions of one side to move one by one.
void expect_recount(const Material& ending, Color side) {
  SCOPED_TRACE(ending.name());
  SCOPED_TRACE(name(side));
  const Layout layout(ending);
  OutcomeCounts unique, placements;
  LevelCounts unique_levels, placement_levels;
  std::set<Index> seen;
  for_each_placement(ending, side, [&](const Position& position) {
    const Outcome outcome = outcome_at(position);
    const auto level = level_of_score(*all_of_four_men().score(position));
    const bool is_new = seen.insert(layout.index_of(position)).second;
    ++placements[outcome];
    unique[outcome] += is_new ? 1 : 0;
    if (!level) return;
    placement_levels.add(*level, 1);
    unique_levels.add(*level, is_new ? 1 : 0);
  });
  const Census census = statistics_of(ending).statistics.all;
  EXPECT_EQ(census.unique[side], unique);
  EXPECT_EQ(census.placements[side], placements);
  EXPECT_EQ(census.unique_levels[side], unique_levels);
  EXPECT_EQ(census.placement_levels[side], placement_levels);
}

TEST(Statistics, CountWhatARecountFinds) {
  for (const std::string_view name : {"KQvK", "KRvK", "KNvK", "KPvK"}) {
    for (const Color side : kColors) expect_recount(material(name), side);
  }
}

TEST(TwinOfFourMen, StatisticsCountWhatARecountFindsWithTwins) {
  expect_recount(material("KNNvK"), Color::Black);
}

TEST(Statistics, KnowTheLongestMatesOfARook) {
  const auto [statistics, lists] = statistics_of("KRvK");
  EXPECT_EQ(statistics.longest_loss[Color::Black]->plies, 32u);
  EXPECT_EQ(statistics.all.placement_levels[Color::Black][32], 3056u);
  EXPECT_EQ(statistics.all.unique_levels[Color::Black][32],
            lists.longest_losses[Color::Black].size());
  EXPECT_TRUE(lists.longest_losses[Color::White].empty());
  const Layout layout(material("KRvK"));
  std::set<Index> listed(lists.longest_losses[Color::Black].begin(),
                         lists.longest_losses[Color::Black].end());
  for (const char* fen : {"8/1R6/4k3/8/8/8/8/K7 b - - 0 1", "8/8/5R2/8/1k6/8/K7/8 b - - 0 1",
                          "7K/8/8/8/8/2R2k2/8/8 b - - 0 1"}) {
    EXPECT_TRUE(listed.contains(layout.index_of(parse_fen(fen).value()))) << fen;
  }
}

TEST(Statistics, ListEveryDeepestPositionOnceAndInOrder) {
  const EndingStore& store = all_of_four_men();
  for (const Material& ending : all_materials(4)) {
    SCOPED_TRACE(ending.name());
    const auto [statistics, lists] = statistics_of(ending);
    const auto table = store.table(ending);
    for (const Color side : kColors) {
      for (const bool wins : {false, true}) {
        const auto& list = (wins ? lists.longest_wins : lists.longest_losses)[side];
        const auto& longest = (wins ? statistics.longest_win : statistics.longest_loss)[side];
        ASSERT_EQ(list.empty(), !longest);
        if (!longest) continue;
        EXPECT_EQ(list.size(),
                  std::min<std::uint64_t>(PositionLists::kMaxDeepest,
                                          statistics.all.unique_levels[side][longest->plies]));
        EXPECT_TRUE(std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) ==
                    list.end());
        for (const Index& index : list) {
          ASSERT_EQ(level_of_score(MateScore(table->at(side, index))), longest->plies);
        }
      }
    }
  }
}

TEST(Statistics, AddUpInEveryConvention) {
  for (const Material& ending : all_materials(4)) {
    SCOPED_TRACE(ending.name());
    const Statistics statistics = statistics_of(ending).statistics;
    for (const Color side : kColors) {
      std::uint64_t decided = 0;
      for (const std::uint64_t count : statistics.all.unique_levels[side]) decided += count;
      const OutcomeCounts& unique = statistics.all.unique[side];
      EXPECT_EQ(decided, unique.won() + unique.lost());
      const std::uint64_t images = ending.has_pawns() ? 2 : 8;
      EXPECT_LE(statistics.all.placements[side].legal(), images * unique.legal());
      if (!statistics.bishops) continue;
      OutcomeCounts sum = statistics.bishops->same.unique[side];
      sum += statistics.bishops->opposite.unique[side];
      EXPECT_EQ(sum, unique);
    }
  }
}

TEST(Statistics, TellBishopsOfOneColourFromOthers) {
  const auto pair = statistics_of("KBBvK").statistics.bishops.value();
  EXPECT_EQ(pair.same.unique[Color::White].won(), 0u);
  EXPECT_EQ(pair.same.unique[Color::Black].lost(), 0u);
  EXPECT_GT(pair.opposite.unique[Color::White].won(), 0u);
  // Mate needs an enemy bishop on a corner's neighbour square that is not of the corner's colour.
  const auto each = statistics_of("KBvKB").statistics.bishops.value();
  EXPECT_EQ(each.same.unique[Color::White].won(), 0u);
  EXPECT_GT(each.opposite.unique[Color::White].won(), 0u);
  EXPECT_FALSE(statistics_of("KBvK").statistics.bishops);
  EXPECT_FALSE(statistics_of("KBNvK").statistics.bishops);
  EXPECT_TRUE(has_bishop_census(material("KBBBvK")));
  EXPECT_TRUE(has_bishop_census(material("KRBvKB")));
}

TEST(Statistics, FindTheZugzwangsOfAPawn) {
  const auto [statistics, lists] = statistics_of("KPvK");
  EXPECT_EQ(statistics.unique_zugzwangs.all(), 80u);
  EXPECT_EQ(statistics.placement_zugzwangs.all(), 160u);
  EXPECT_EQ(statistics.unique_zugzwangs[ZugzwangKind::WhiteWinsOrDraw], 80u);
  const auto& list = lists.zugzwangs[ZugzwangKind::WhiteWinsOrDraw];
  const Layout layout(material("KPvK"));
  const Index opposition = layout.index_of(parse_fen("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1").value());
  EXPECT_EQ(std::count(list.begin(), list.end(), opposition), 1);
}

TEST(Statistics, CountZugzwangsThatDifferByColoursOnce) {
  const auto [statistics, lists] = statistics_of("KPvKP");
  EXPECT_EQ(statistics.unique_zugzwangs[ZugzwangKind::BlackWinsOrDraw], 0u);
  const auto& both = lists.zugzwangs[ZugzwangKind::MoverLoses];
  ASSERT_FALSE(both.empty());
  const Layout layout(material("KPvKP"));
  std::set<Index> listed(both.begin(), both.end());
  for (const Index& index : both) {
    const auto position = Position::create(layout.setup_at(index, Color::White).value());
    const Index swapped = layout.index_of(with_colors_swapped(*position));
    EXPECT_TRUE(swapped == index || !listed.contains(swapped)) << to_fen(*position);
  }
}

TEST(Statistics, AreTheSameWithAnyNumberOfThreads) {
  for (const std::string_view name : {"KQvKR", "KPvKP"}) {
    const auto one = statistics_of(material(name), 1), three = statistics_of(material(name), 3);
    EXPECT_EQ(one.statistics, three.statistics);
    EXPECT_EQ(one.lists.zugzwangs, three.lists.zugzwangs);
    EXPECT_EQ(one.lists.longest_wins, three.lists.longest_wins);
  }
}

TEST(Statistics, AreReadBackFromBytesAsTheyWere) {
  for (const Material& ending : all_materials(4)) {
    const auto [statistics, lists] = statistics_of(ending);
    EXPECT_EQ(statistics_from_bytes(to_bytes(statistics)).value(), statistics) << ending.name();
    const Layout layout(ending);
    for (const auto& list : lists.zugzwangs) {
      EXPECT_EQ(index_list_from_bytes(to_bytes(list, layout), layout).value(), list);
    }
  }
}

TEST(Statistics, StopWhenCancelled) {
  const std::atomic<bool> cancelled{true};
  ThreadPool pool(1);
  const auto table = all_of_four_men().table(material("KQvKR"));
  const auto gathered = gather_statistics(*table, nullptr, pool, cancelled);
  EXPECT_EQ(gathered.statistics.all.unique[Color::White].legal(), 0u);
}

}  // namespace
}  // namespace lucena
