// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/castling_summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "chess/fen.h"
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

/// By position, for every depth at once.
std::map<std::pair<Color, unsigned>, std::set<std::string>> slow_castling_depths(
    const Material& material, const EndingStore& store) {
  std::map<std::pair<Color, unsigned>, std::set<std::string>> depths;
  const auto note = [&](const Position& position, MateScore score) {
    const auto plies = level_of_score(score);
    if (plies) depths[{position.side_to_move(), *plies}].insert(to_fen(position));
  };
  const bool equal_sides = material == material.with_colors_swapped();
  for (const CastlingEnding& ending : castling_endings(material)) {
    const bool own = ending.material == material;
    store.castling_table(ending)->for_each([&](const Position& position, std::uint8_t value) {
      if (own) note(position, MateScore(value));
      if (!own || (equal_sides && !CastlingEnding::is_own_image(ending))) {
        note(with_colors_swapped(position), MateScore(value));
      }
    });
  }
  return depths;
}

/// As with six men: one mate takes 262 moves, and one loss 128.
TEST(CastlingSummary, KnowsDistancesOfTwoBytes) {
  const Material material = test::material("KRvK");
  EndingStore store = test::solved({material}, {.castling = true})->store();
  const CastlingEnding ending = castling_endings(material).front();
  const CastlingSummary before = *summarize_castling(material, store, test::kNever);
  const auto table = std::make_shared<CastlingTable>(*store.castling_table(ending));
  table->widen();
  const auto set = [&](Color side, Square king, unsigned level) {
    ASSERT_TRUE(table->position_at(0, 0, king, side));
    table->values(side)[king.byte()] = static_cast<std::uint8_t>(stored_level(level));
    table->high_values(side)[king.byte()] = static_cast<std::uint8_t>(stored_level(level) >> 8);
  };
  set(Color::White, "b5"_sq, 523);
  set(Color::Black, "c6"_sq, 256);
  store.add(table);
  const CastlingSummary after = *summarize_castling(material, store, test::kNever);
  EXPECT_EQ(after.longest_win[Color::White]->plies, 523u);
  EXPECT_EQ(after.longest_win[Color::White]->position.king(Color::Black), "b5"_sq);
  EXPECT_EQ(after.longest_loss[Color::Black]->plies, 256u);
  EXPECT_EQ(after.positions, before.positions);
  const auto found = castling_positions_at(material, store, Color::White, 523, 10, test::kNever);
  EXPECT_EQ(found->count, 1u);
}

TEST(CastlingPositions, AreThoseOfTheSlowTwin) {
  const auto plan = closure(test::materials({"KRvKR", "KQvKR"}));
  const auto solver = test::solved(plan, {.castling = true});
  for (const std::string_view name : {"KRvK", "KRvKR", "KQvKR"}) {
    const Material material = test::material(name);
    for (const auto& [depth, fens] : slow_castling_depths(material, solver->store())) {
      const auto [side, plies] = depth;
      const auto all =
          castling_positions_at(material, solver->store(), side, plies, fens.size(), test::kNever);
      ASSERT_TRUE(all);
      EXPECT_EQ(all->count, fens.size()) << name << " " << plies;
      std::set<std::string> found;
      for (const Position& position : all->positions) found.insert(to_fen(position));
      EXPECT_EQ(found, fens) << name << " " << plies;
      const auto one =
          castling_positions_at(material, solver->store(), side, plies, 1, test::kNever);
      EXPECT_EQ(one->count, fens.size());
      EXPECT_EQ(one->positions.size(), 1u);
    }
  }
}

TEST(CastlingSummary, IsGivenUpWhenCancelled) {
  const auto solver = test::solved(test::materials({"KRvK"}), {.castling = true});
  const Material rook = test::material("KRvK");
  EXPECT_TRUE(summarize_castling(rook, solver->store(), test::kNever));
  EXPECT_FALSE(summarize_castling(rook, solver->store(), kCancelled));
  EXPECT_FALSE(castling_positions_at(rook, solver->store(), Color::White, 5, 1, kCancelled));
}

}  // namespace
}  // namespace lucena
