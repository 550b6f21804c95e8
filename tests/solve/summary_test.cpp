// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/summary.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "endgame/placement.h"
#include "support/solved.h"

namespace lucena {
namespace {

const std::atomic<bool> kNever{false}, kCancelled{true};

/// Position by position.
CastlingSummary slow_castling_summary(const Material& material, const EndingStore& store) {
  CastlingSummary summary;
  const auto deeper = [](std::optional<Deepest>& best, const Position& position, Score score) {
    const unsigned level = *level_of_score(score);
    if (!best || level > best->level) best = Deepest{level, position};
  };
  const auto count = [&](const Position& position, Score score) {
    const auto s = static_cast<std::size_t>(position.side_to_move());
    OutcomeCounts& counts = summary.positions[s];
    ++(is_win(score) ? counts.wins : is_loss(score) ? counts.losses : counts.draws);
    if (is_win(score)) deeper(summary.longest_win[s], position, score);
    if (is_loss(score)) deeper(summary.longest_loss[s], position, score);
  };
  for (const CastlingEnding& ending : castling_endings(material)) {
    const bool own = ending.material == material;
    const bool equal_sides = material == material.with_colors_swapped();
    store.castling_table(ending)->for_each([&](const Position& position, Score score) {
      if (own) count(position, score);
      if (!own || (equal_sides && !CastlingEnding::is_own_image(ending))) {
        count(with_colors_swapped(position), score);
      }
    });
  }
  return summary;
}

void expect_equal(const std::optional<Deepest>& a, const std::optional<Deepest>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->level, b->level);
  EXPECT_EQ(a->position.key(), b->position.key());
}

TEST(Summary, OfCastlingMatchesTheSlowTwin) {
  const auto plan =
      closure(test::materials({"KRvKR", "KRRvK", "KRvKP", "KRPvK", "KQvKR", "KRvKN"}));
  const auto solver = test::solved(plan, {.castling = true});
  for (const Material& material : plan) {
    SCOPED_TRACE(material.name());
    const auto fast = summarize_castling(material, solver->store(), kNever);
    const CastlingSummary slow = slow_castling_summary(material, solver->store());
    ASSERT_TRUE(fast);
    for (std::size_t s = 0; s < 2; ++s) {
      EXPECT_EQ(fast->positions[s].wins, slow.positions[s].wins);
      EXPECT_EQ(fast->positions[s].draws, slow.positions[s].draws);
      EXPECT_EQ(fast->positions[s].losses, slow.positions[s].losses);
      expect_equal(fast->longest_win[s], slow.longest_win[s]);
      expect_equal(fast->longest_loss[s], slow.longest_loss[s]);
    }
  }
}

TEST(Summary, IsGivenUpWhenCancelled) {
  const auto solver = test::solved(test::materials({"KRvK"}), {.castling = true});
  const Material rook = test::material("KRvK");
  EXPECT_TRUE(summarize(*solver->store().table(rook), solver->pool(), kNever));
  EXPECT_FALSE(summarize(*solver->store().table(rook), solver->pool(), kCancelled));
  EXPECT_TRUE(summarize_castling(rook, solver->store(), kNever));
  EXPECT_FALSE(summarize_castling(rook, solver->store(), kCancelled));
}

}  // namespace
}  // namespace lucena
