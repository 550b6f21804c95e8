// SPDX-License-Identifier: GPL-3.0-or-later
// The values of the endings with up to four men, recomputed by the ordinary move generator: all of
// them, or with four men a sample.
#include <gtest/gtest.h>

#include <algorithm>

#include "census/statistics.h"
#include "chess/fen.h"
#include "solve/verifier.h"
#include "support/contradiction.h"
#include "support/effort.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::all_of_four_men;
using test::by_effort;
using test::effort;
using test::Effort;
using test::expect_no_contradiction;

/// Positions of each ending with four men that a quick run looks at.
constexpr std::uint64_t kSample = 5'000;

TEST(Verify, EveryPositionFollowsFromItsSuccessors) {
  const EndingStore& store = all_of_four_men();
  ThreadPool pool(hardware_threads());
  const std::atomic<bool> never{false};
  for (const Material& material : all_materials(4)) {
    SCOPED_TRACE(material.name());
    if (material.men() == 4 && effort() == Effort::Sample) {
      expect_no_contradiction(
          verify_sample(material, Metric::Mate, store, kSample, 1, pool, never));
      continue;
    }
    const VerifyReport report = verify_all(material, Metric::Mate, store, pool, never);
    expect_no_contradiction(report);
    const Census census =
        gather_statistics(*store.table(material), nullptr, pool, never).statistics.all;
    EXPECT_EQ(report.positions,
              census.unique[Color::White].legal() + census.unique[Color::Black].legal());
  }
}

TEST(Verify, OtherMetricsFollowFromTheSuccessorsToo) {
  // The 50-move rule and conversion differ from mate in what exits are worth, not in the loop: all
  // positions of three men, a sample of those with four.
  const EndingStore& store = all_of_four_men();
  ThreadPool pool(hardware_threads());
  const std::atomic<bool> never{false};
  for (const Material& material : all_materials(4)) {
    for (const Metric metric : {Metric::Zeroing, Metric::Conversion}) {
      SCOPED_TRACE(material.name());
      expect_no_contradiction(material.men() == 3
                                  ? verify_all(material, metric, store, pool, never)
                                  : verify_sample(material, metric, store,
                                                  by_effort<std::uint64_t>(kSample, 200'000), 1,
                                                  pool, never));
      expect_no_contradiction(verify_castling(material, metric, store, never));
    }
  }
}

TEST(Verify, EveryPositionWithCastlingRightsFollowsFromItsSuccessors) {
  const std::atomic<bool> never{false};
  for (const Material& material : all_materials(4)) {
    SCOPED_TRACE(material.name());
    expect_no_contradiction(verify_castling(material, Metric::Mate, all_of_four_men(), never));
  }
}

TEST(Verify, ACopyOfAPositionThatDiffersIsFound) {
  const EndingStore& store = all_of_four_men();
  const auto right = store.table(test::material("KNNvK"));
  const Layout& layout = right->layout();
  const auto damaged = std::make_shared<EndingTable>(layout.material());
  for (const Color side : kColors) {
    std::copy_n(right->rows(side, 0), std::size_t{layout.words()} * 64, damaged->rows(side, 0));
  }
  // The knights on d3 and c6 in the order that is not the canonical one; nobody reads it.
  const Position position = parse_fen("7k/8/2N5/8/8/3N4/8/1K6 w - - 0 1").value();
  const Squares squares{"c6"_sq.byte(), "d3"_sq.byte()};
  const WordPlace place = layout.locate("b1"_sq, squares);
  ASSERT_EQ(layout.canonical_bits(place.skeleton, place.word), 0u);
  ASSERT_EQ(damaged->rows(Color::White, place.skeleton, place.word)["h8"_sq.index()], kDraw.byte());
  damaged->rows(Color::White, place.skeleton, place.word)["h8"_sq.index()] = 0;

  ThreadPool pool(hardware_threads());
  const std::atomic<bool> never{false};
  EndingStore with_damage = store;
  with_damage.add(damaged);
  const VerifyReport report = verify_all(layout.material(), Metric::Mate, with_damage, pool, never);
  ASSERT_TRUE(report.first_contradiction);
  EXPECT_EQ(report.first_contradiction->position, position);
}

}  // namespace
}  // namespace lucena
