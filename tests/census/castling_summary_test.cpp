// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/castling_summary.h"

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
    const unsigned plies = *level_of_score(score);
    if (!best || plies > best->plies) best = Deepest{plies, position};
  };
  const auto count = [&](const Position& position, Score score) {
    const auto s = static_cast<std::size_t>(position.side_to_move());
    ++summary.positions[s][outcome_of(score, 0)];
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
  EXPECT_EQ(a->plies, b->plies);
  EXPECT_EQ(a->position.key(), b->position.key());
}

TEST(CastlingSummary, MatchesTheSlowTwin) {
  const auto plan =
      closure(test::materials({"KRvKR", "KRRvK", "KRvKP", "KRPvK", "KQvKR", "KRvKN"}));
  const auto solver = test::solved(plan, {.castling = true});
  for (const Material& material : plan) {
    SCOPED_TRACE(material.name());
    const auto fast = summarize_castling(material, solver->store(), kNever);
    const CastlingSummary slow = slow_castling_summary(material, solver->store());
    ASSERT_TRUE(fast);
    for (std::size_t s = 0; s < 2; ++s) {
      EXPECT_EQ(fast->positions[s], slow.positions[s]);
      expect_equal(fast->longest_win[s], slow.longest_win[s]);
      expect_equal(fast->longest_loss[s], slow.longest_loss[s]);
    }
  }
}

TEST(CastlingSummary, IsGivenUpWhenCancelled) {
  const auto solver = test::solved(test::materials({"KRvK"}), {.castling = true});
  const Material rook = test::material("KRvK");
  EXPECT_TRUE(summarize_castling(rook, solver->store(), kNever));
  EXPECT_FALSE(summarize_castling(rook, solver->store(), kCancelled));
}

}  // namespace
}  // namespace lucena
