// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/prober.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "chess/fen.h"
#include "solve/problem.h"
#include "support/effort.h"
#include "support/random_positions.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::all_of_four_men;

/// Compares the positions of a word that are canonical with what the solver found; a fault or
/// difference is reported once a word.
void expect_word(const Prober& prober, const Layout& layout, std::uint32_t skeleton,
                 std::uint32_t word, Color side, Metric metric) {
  for (std::uint64_t rest = layout.canonical_bits(skeleton, word); rest != 0; rest &= rest - 1) {
    const Index index{skeleton, word, static_cast<std::uint8_t>(std::countr_zero(rest))};
    const auto setup = layout.setup_at(index, side);
    if (!setup) continue;
    const auto position = Position::create(*setup);
    if (!position) continue;
    const auto found = prober.worth(*position, metric);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(*found, *all_of_four_men().worth(*position, metric)) << to_fen(*position);
  }
}

/// What somebody could claim that a position is worth, true or not.
std::vector<Worth> claims_about(Worth truth) {
  std::vector<Worth> claims{truth, Worth::draw(), Worth::loss(0)};
  for (const unsigned plies : {1u, 2u, 3u, truth.plies() + 1, truth.plies() + 2}) {
    claims.push_back(Worth::win(plies));
    claims.push_back(Worth::loss(plies));
  }
  if (truth.plies() > 1) {
    for (const unsigned less : {1u, 2u}) {
      claims.push_back(Worth::win(truth.plies() - less));
      claims.push_back(Worth::loss(truth.plies() - less));
    }
  }
  return claims;
}

/// Of each `stride` words, one is looked at.
void expect_ending(const Prober& prober, const Material& material, Color side, Metric metric,
                   std::uint32_t stride, ThreadPool& pool) {
  SCOPED_TRACE(material.name());
  const Layout layout(material);
  pool.for_each(std::size_t{layout.skeleton_count()} * layout.words(),
                [&](std::size_t i, unsigned) {
                  if (i * 2654435761u / 64 % stride != 0 || testing::Test::HasFailure()) return;
                  expect_word(prober, layout, static_cast<std::uint32_t>(i / layout.words()),
                              static_cast<std::uint32_t>(i % layout.words()), side, metric);
                });
}

TEST(ReadBack, EveryPositionIsWhatTheSolverFound) {
  const OpenTables tables(test::small_tables(), std::size_t{1} << 28);
  const Prober prober(tables);
  ThreadPool pool(hardware_threads());
  for (const Material& material : all_materials(4)) {
    // What the files hold is read completely. Zeroing distances with the other side to move take
    // long, being found by looking two plies ahead: those of four men are a sample.
    // A quick run looks at fewer words everywhere.
    const bool small = material.men() == 3;
    const std::uint32_t all = small ? 1 : test::by_effort(256, 1);
    const std::uint32_t some = small ? 1 : test::by_effort(1024, 8);
    expect_ending(prober, material, Color::White, Metric::Mate, all, pool);
    expect_ending(prober, material, Color::Black, Metric::Mate, all, pool);
    expect_ending(prober, material, Color::White, Metric::Zeroing, all, pool);
    expect_ending(prober, material, Color::Black, Metric::Zeroing, some, pool);
    for (const Color side : kColors) {
      expect_ending(prober, material, side, Metric::Conversion, 2 * some, pool);
    }
    if (HasFailure()) return;
  }
}

TEST(ReadBack, EveryPositionWithCastlingRightsIsWhatTheSolverFound) {
  const OpenTables tables(test::small_tables(), std::size_t{1} << 28);
  const Prober prober(tables);
  const EndingStore& store = all_of_four_men();
  for (const Material& material : all_materials(4)) {
    for (const CastlingEnding& ending : castling_endings(material)) {
      store.castling_table(ending)->for_each([&](const Position& position, std::uint8_t) {
        for (const Metric metric : kMetrics) {
          const auto found = prober.worth(position, metric);
          ASSERT_TRUE(found) << found.error().message;
          ASSERT_EQ(*found, *store.worth(position, metric)) << to_fen(position);
        }
      });
    }
  }
}

TEST(Prober, SaysWhichTableIsMissing) {
  const test::TemporaryFolder empty;
  const OpenTables tables(empty.path(), 1000);
  const auto found =
      Prober(tables).worth(parse_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1").value(), Metric::Mate);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, TableError::NoTable);
  EXPECT_NE(found.error().message.find("KRvK.mate"), std::string::npos) << found.error().message;
}

TEST(Prober, TellsADamagedTableFromAMissingOne) {
  const test::TemporaryFolder folder;
  std::filesystem::copy(test::small_tables() / "KRvK.mate", folder.path() / "KRvK.mate");
  std::filesystem::resize_file(folder.path() / "KRvK.mate", 500);
  const OpenTables tables(folder.path(), 1000);
  const auto found =
      Prober(tables).worth(parse_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1").value(), Metric::Mate);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, TableError::Damaged);
}

TEST(Prober, AnswersManyThreadsWithATinyCache) {
  const OpenTables tables(test::small_tables(), 100'000);
  const Prober prober(tables);
  const EndingStore& store = all_of_four_men();
  const Layout layout(test::material("KQvKR"));
  ThreadPool pool(4);
  pool.for_each(2000, [&](std::size_t i, unsigned) {
    const auto word = static_cast<std::uint32_t>(i * 7919 % layout.words());
    for (const Color side : kColors) {
      for (std::uint8_t bit = 0; bit < 64; bit += 9) {
        const auto setup = layout.setup_at({0, word, bit}, side);
        if (!setup) continue;
        const auto position = Position::create(*setup);
        if (!position) continue;
        const auto found = prober.worth(*position, Metric::Mate);
        ASSERT_TRUE(found);
        ASSERT_EQ(*found, *store.worth(*position, Metric::Mate));
      }
    }
  });
}

/// The quick answer whether a claim obeys the moves looks at as little as it can; the slow one says
/// what they make of a position.
TEST(Prober, KnowsWhetherAClaimObeysTheMoves) {
  const OpenTables tables(test::small_tables(), std::size_t{1} << 26);
  const Prober prober(tables);
  test::Random random(7);
  int wins = 0, draws = 0, losses = 0;
  for (int i = 0; i < test::by_effort(1000, 20'000); ++i) {
    const Position position = test::random_placement(3 + i % 2, random);
    for (const Metric metric : kMetrics) {
      const auto truth = worth_from_moves(position, metric, prober);
      ASSERT_TRUE(truth) << truth.error().message;
      for (const Worth claim : claims_about(*truth)) {
        const auto obeys = obeys_moves(position, claim, metric, prober);
        ASSERT_TRUE(obeys) << obeys.error().message;
        ASSERT_EQ(*obeys, claim == *truth)
            << to_fen(position) << ": " << text_of(claim) << " by " << name(metric);
      }
      wins += truth->is_win();
      draws += truth->is_draw();
      losses += truth->is_loss();
    }
  }
  EXPECT_GT(std::min({wins, draws, losses}), 100);
}

}  // namespace
}  // namespace lucena
