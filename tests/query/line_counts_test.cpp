// SPDX-License-Identifier: GPL-3.0-or-later
// Moves counted 64 words at once, against the same moves one by one.
#include "query/line_counts.h"

#include <gtest/gtest.h>

#include "solve/problem.h"
#include "support/given.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::kNever;

struct SlowCounts {
  std::uint64_t some = 0, several = 0;
};

SlowCounts count_one_by_one(const EndingMoves& moves, std::size_t bar, std::uint32_t skeleton,
                            std::uint32_t word) {
  SlowCounts counts;
  moves.for_each(skeleton, word, [&](const WordMove&, const EndingMoves::Reached& reached) {
    counts.several |= counts.some & reached[bar];
    counts.some |= reached[bar];
  });
  return counts;
}

/// Every so many lines of an ending, which is no divisor of anything in it.
void expect_same_counts(const Material& material, Color us, KnownValues& values) {
  constexpr std::uint32_t kEvery = 64 * 29;
  const std::array bars{kBestLoss, kDraw};
  std::vector<ValueSet> sets;
  for (const MateScore bar : bars) sets.push_back({opposite(us), bar});
  ASSERT_FALSE(values.prepare(material, sets));
  ASSERT_FALSE(EndingMoves::prepare_promotions(material, us, ValueRule::NoClock, bars, values));
  const EndingMoves moves(material, us, ValueRule::NoClock, bars, values);
  const Layout& layout = values.layout(material);
  std::uint64_t found = 0;
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    const Problem problem(layout, skeleton);
    for (std::uint32_t first = 0; first < layout.words(); first += kEvery) {
      for (std::size_t bar = 0; bar < bars.size(); ++bar) {
        LineCounts line(moves, bar);
        line.count(skeleton, first);
        for (std::uint32_t lane = 0; lane < 64; ++lane) {
          const std::uint32_t word = first + lane;
          const std::uint64_t legal =
              word_sets(problem.white_king(word), problem.men(), problem.squares(word)).legal[us];
          const SlowCounts slow = count_one_by_one(moves, bar, skeleton, word);
          ASSERT_EQ(line.some(lane) & legal, slow.some & legal) << skeleton << " " << word;
          ASSERT_EQ(line.several(lane) & legal, slow.several & legal) << skeleton << " " << word;
          found |= slow.some & legal;
        }
      }
    }
  }
  EXPECT_NE(found, 0u);
}

TEST(LineCounts, AreThoseOfMovesOneByOne) {
  ThreadPool pool(2);
  const OpenTables tables(test::small_tables(), 0);
  KnownValues values(test::all_of_four_men(), tables, pool, kNever);
  for (const std::string_view text :
       {"KPvK", "KRPvK", "KPPvK", "KPvKP", "KRvKP", "KQvKR", "KBvKN", "KNNvK", "KBNvK"}) {
    for (const Color us : kColors) {
      SCOPED_TRACE(std::string(text) + " " + std::string(name(us)));
      expect_same_counts(test::material(text), us, values);
    }
  }
}

}  // namespace
}  // namespace lucena
