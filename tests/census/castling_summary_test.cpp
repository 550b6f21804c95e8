// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/castling_summary.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "endgame/placement.h"
#include "support/given.h"
#include "support/solved.h"

namespace lucena {
namespace {

const std::atomic<bool> kCancelled{true};

/// Position by position.
CastlingSummary slow_castling_summary(const Material& material, const EndingStore& store) {
  CastlingSummary summary;
  const auto deeper = [](std::optional<Deepest>& best, const Position& position, MateScore score) {
    const unsigned plies = *level_of_score(score);
    if (!best || plies > best->plies) best = Deepest{plies, position};
  };
  const auto count = [&](const Position& position, MateScore score) {
    const Color side = position.side_to_move();
    ++summary.positions[side][outcome_of(score, ZeroingPlies(0))];
    if (is_win(score)) deeper(summary.longest_win[side], position, score);
    if (is_loss(score)) deeper(summary.longest_loss[side], position, score);
  };
  for (const CastlingEnding& ending : castling_endings(material)) {
    const bool own = ending.material == material;
    const bool equal_sides = material == material.with_colors_swapped();
    store.castling_table(ending)->for_each([&](const Position& position, std::uint8_t value) {
      const MateScore score(value);
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
    const auto fast = summarize_castling(material, solver->store(), test::kNever);
    const CastlingSummary slow = slow_castling_summary(material, solver->store());
    ASSERT_TRUE(fast);
    for (const Color side : kColors) {
      EXPECT_EQ(fast->positions[side], slow.positions[side]);
      expect_equal(fast->longest_win[side], slow.longest_win[side]);
      expect_equal(fast->longest_loss[side], slow.longest_loss[side]);
    }
  }
}

TEST(CastlingSummary, IsGivenUpWhenCancelled) {
  const auto solver = test::solved(test::materials({"KRvK"}), {.castling = true});
  const Material rook = test::material("KRvK");
  EXPECT_TRUE(summarize_castling(rook, solver->store(), test::kNever));
  EXPECT_FALSE(summarize_castling(rook, solver->store(), kCancelled));
}

}  // namespace
}  // namespace lucena
