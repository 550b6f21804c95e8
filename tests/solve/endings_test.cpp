// SPDX-License-Identifier: GPL-3.0-or-later
// All endings with three and four men against what others have published about them.
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "endgame/placement.h"
#include "support/given.h"
#include "support/published.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::all_of_four_men;

std::optional<unsigned> level(std::string_view fen) {
  return test::level(all_of_four_men(), fen);
}

TEST(Endings, HaveThePublishedCountsAndLongestMates) {
  const auto published = test::published_endings(LUCENA_TEST_DATA "/endings.csv", 3, 4);
  EXPECT_EQ(published.size(), 35u);
  ThreadPool pool(hardware_threads());
  for (const test::Published& ending : published) {
    test::expect_published(ending, all_of_four_men(), pool);
  }
}

/// Calls visit(position) for every legal placement of king and rook against king.
template <class Visit>
void for_each_rook_ending(Color side, Visit&& visit) {
  for (int number = 0; number < 64 * 64 * 64; ++number) {
    const Square white(number >> 12), black(number >> 6 & 63), rook(number & 63);
    if (white == black || white == rook || black == rook) continue;
    Setup setup;
    setup.side_to_move = side;
    setup[white] = Piece{Color::White, PieceType::King};
    setup[black] = Piece{Color::Black, PieceType::King};
    setup[rook] = Piece{Color::White, PieceType::Rook};
    if (const auto position = Position::create(setup)) visit(*position);
  }
}

TEST(Endings, OfARookTakeThirtyTwoPliesAtMostFrom3056Placements) {
  int longest = 0, longer = 0;
  for_each_rook_ending(Color::Black, [&](const Position& position) {
    const auto plies = test::level(all_of_four_men(), position);
    longest += plies == 32u;
    longer += plies.value_or(0) > 32;
  });
  EXPECT_EQ(longest, 3056);
  EXPECT_EQ(longer, 0);
  EXPECT_EQ(level("8/1R6/4k3/8/8/8/8/K7 b - - 0 1"), 32u);
  EXPECT_EQ(level("8/8/5R2/8/1k6/8/K7/8 b - - 0 1"), 32u);
  EXPECT_EQ(level("7K/8/8/8/8/2R2k2/8/8 b - - 0 1"), 32u);
}

TEST(Endings, WithARightToCastleCanBeShorter) {
  EXPECT_EQ(level("8/2k5/8/8/8/8/8/R3K3 w Q - 0 1"), 23u);
  EXPECT_EQ(level("8/2k5/8/8/8/8/8/R3K3 w - - 0 1"), 27u);
  EXPECT_EQ(level("8/6k1/8/8/8/8/8/4K2R w K - 0 1"), 19u);
  EXPECT_EQ(level("8/6k1/8/8/8/8/8/4K2R w - - 0 1"), 23u);
}

TEST(Endings, OfARookHave211PositionsWithARightAndThirteenWhereItMatters) {
  const EndingStore& store = all_of_four_men();
  const std::atomic<bool> never{false};
  const CastlingSummary summary = summarize_castling(test::material("KRvK"), store, never).value();
  EXPECT_EQ(summary.positions[Color::White].legal(), 97u);
  EXPECT_EQ(summary.positions[Color::Black].legal(), 114u);
  EXPECT_EQ(summary.longest_win[Color::White]->plies, 27u);
  EXPECT_EQ(summary.longest_loss[Color::Black]->plies, 28u);
  int levels_changed = 0, results_changed = 0;
  for (const CastlingEnding& ending : castling_endings(test::material("KRvK"))) {
    store.castling_table(ending)->for_each([&](const Position& position, std::uint8_t value) {
      const MateScore score(value);
      const MateScore without = store.score(test::without_rights(position)).value();
      levels_changed += score != without;
      results_changed += is_win(score) != is_win(without) || is_loss(score) != is_loss(without);
    });
  }
  EXPECT_EQ(levels_changed, 13);
  EXPECT_EQ(results_changed, 0);
}

TEST(Endings, AfterADoubleStepCountTheCaptureInPassing) {
  EXPECT_EQ(level("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1"), 19u);
  EXPECT_EQ(level("8/8/7k/8/1pP5/7K/8/8 b - - 0 1"), 27u);
}

TEST(Endings, AreTheSameGameWithTheColoursSwapped) {
  const EndingStore& store = all_of_four_men();
  for (const std::string_view name : {"KQvKR", "KPvKP", "KRvKP", "KRPvK"}) {
    for (const CastlingEnding& ending : castling_endings(test::material(name))) {
      store.castling_table(ending)->for_each([&](const Position& position, std::uint8_t value) {
        const MateScore score(value);
        ASSERT_EQ(store.score(position), score) << to_fen(position);
        ASSERT_EQ(store.score(with_colors_swapped(position)), score) << to_fen(position);
      });
    }
    const auto table = store.table(test::material(name));
    for (const Color side : kColors) {
      for (std::uint32_t word = 0; word < table->layout().words(); word += 97) {
        for (int bit = 0; bit < Square::kCount; ++bit) {
          const Index index{word % table->layout().skeleton_count(), word,
                            static_cast<std::uint8_t>(bit)};
          const auto setup = table->layout().setup_at(index, side);
          const auto position = setup ? Position::create(*setup) : ChessFault{};
          if (!position) continue;
          const MateScore score(table->at(side, index));
          ASSERT_EQ(store.score(*position), score) << to_fen(*position);
          ASSERT_EQ(store.score(with_colors_swapped(*position)), score) << to_fen(*position);
        }
      }
    }
  }
}

TEST(Endings, AreTheSameWithAnyNumberOfThreadsAndLittleMemory) {
  const std::vector<Material> plan = closure(test::materials({"KQvKR", "KPvKP", "KRPvK"}));
  const Solver::Options one{.threads = 1, .castling = true};
  Solver::Options three{.threads = 3, .castling = true};
  three.memory_bytes = Solver::memory_needed(three, plan);
  const auto first = test::solved(plan, one), second = test::solved(plan, three);
  for (const Material& material : plan) {
    EXPECT_TRUE(test::same_table(material, first->store(), second->store())) << material.name();
    EXPECT_TRUE(test::same_castling_tables(material, first->store(), second->store()));
  }
}

}  // namespace
}  // namespace lucena
