// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "chess/fen.h"
#include "endgame/material.h"
#include "solve/problem.h"
#include "solve/score_row.h"
#include "solve/summary.h"
#include "solve/word_sets.h"
#include "support/csv.h"

namespace lucena::test {

/// What others have published about an ending; see tests/data/endings.csv. Everything but the names
/// of the columns is by side to move.
struct Published {
  Material material;
  std::array<unsigned, 2> longest_mate_moves{};  // 0 if the side cannot force mate
  std::optional<unsigned> max_level_plies;
  std::string longest_white_fen;
  std::optional<std::uint64_t> mutual_zugzwangs;
  std::array<OutcomeCounts, 2> with_twins_apart;  // the 50-move rule ignored
  std::array<std::uint64_t, 2> unique{};
  std::array<std::uint64_t, 2> castling{};
};

/// The rows of tests/data/endings.csv with so many men.
inline std::vector<Published> published_endings(const std::filesystem::path& data, int least_men,
                                                int most_men) {
  std::vector<Published> endings;
  for (const std::vector<std::string>& row : read_csv(data / "endings.csv")) {
    const auto number = [&](std::size_t column) -> std::uint64_t {
      return row[column].empty() ? 0 : std::stoull(row[column]);
    };
    Published ending;
    ending.material = Material::parse(row[0]).value();
    if (ending.material.men() < least_men || ending.material.men() > most_men) continue;
    if (!row[3].empty()) ending.max_level_plies = static_cast<unsigned>(number(3));
    ending.longest_white_fen = row[4];
    if (!row[5].empty()) ending.mutual_zugzwangs = number(5);
    for (std::size_t side = 0; side < 2; ++side) {
      ending.longest_mate_moves[side] = static_cast<unsigned>(number(1 + side));
      // win, cursed win, draw, blessed loss, loss
      const std::size_t first = 6 + 5 * side;
      ending.with_twins_apart[side] = {number(first) + number(first + 1), number(first + 2),
                                       number(first + 3) + number(first + 4)};
      ending.unique[side] = number(21 + side);
      ending.castling[side] = number(23 + side);
    }
    endings.push_back(ending);
  }
  return endings;
}

/// The plies to mate of a position whose tables are in the store; nothing if it is a draw.
inline std::optional<unsigned> level(const EndingStore& store, const Position& position) {
  return level_of_score(store.score(position).value());
}
inline std::optional<unsigned> level(const EndingStore& store, std::string_view fen) {
  return level(store, parse_fen(fen).value());
}

/// How many positions there are, images not counted, where whoever moves does worse than if the
/// other side moved. With equal men, each of them is another one with the colours swapped.
inline std::uint64_t count_mutual_zugzwangs(const EndingTable& table) {
  const Layout& layout = table.layout();
  std::uint64_t count = 0;
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    const Problem problem(layout, skeleton);
    for (std::uint32_t word = 0; word < layout.words(); ++word) {
      const WordSets sets =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word));
      const std::uint64_t both =
          sets.legal[0] & sets.legal[1] & layout.canonical_bits(skeleton, word);
      if (both == 0) continue;
      const Score* white = table.rows(Color::White, skeleton, word);
      const Score* black = table.rows(Color::Black, skeleton, word);
      const std::uint64_t white_draws = equal_bits(white, kDraw), white_loses = loss_bits(white);
      const std::uint64_t black_draws = equal_bits(black, kDraw), black_loses = loss_bits(black);
      const std::uint64_t worse =
          (white_draws & black_loses) | (white_loses & (black_draws | black_loses));
      count += static_cast<std::uint64_t>(std::popcount(both & worse));
    }
  }
  const Material& material = layout.material();
  return material == material.with_colors_swapped() ? count / 2 : count;
}

/// The counts, the longest mates and the number of positions with castling rights.
inline void expect_published(const Published& published, const EndingStore& store,
                             ThreadPool& pool) {
  SCOPED_TRACE(published.material.name());
  const std::atomic<bool> never{false};
  const Summary summary = summarize(*store.table(published.material), pool, never).value();
  const CastlingSummary castling = summarize_castling(published.material, store, never).value();
  std::optional<unsigned> deepest;
  for (const Color side : kColors) {
    SCOPED_TRACE(name(side));
    const auto s = static_cast<std::size_t>(side);
    EXPECT_EQ(summary.with_twins_apart[s].wins, published.with_twins_apart[s].wins);
    EXPECT_EQ(summary.with_twins_apart[s].draws, published.with_twins_apart[s].draws);
    EXPECT_EQ(summary.with_twins_apart[s].losses, published.with_twins_apart[s].losses);
    EXPECT_EQ(summary.unique[s].legal(), published.unique[s]);
    EXPECT_EQ(castling.positions[s].legal(), published.castling[s]);
    const auto& win = summary.longest_win[s];
    EXPECT_EQ(win ? (win->level + 1) / 2 : 0, published.longest_mate_moves[s]);
    for (const auto* found : {&summary.longest_win[s], &summary.longest_loss[s]}) {
      const std::optional<Deepest>& longest = *found;
      if (!longest) continue;
      deepest = std::max(deepest.value_or(0), longest->level);
      EXPECT_EQ(longest->position.side_to_move(), side);
      EXPECT_EQ(level(store, longest->position), longest->level) << to_fen(longest->position);
    }
  }
  EXPECT_EQ(deepest, published.max_level_plies);
  if (published.mutual_zugzwangs) {
    EXPECT_EQ(count_mutual_zugzwangs(*store.table(published.material)),
              *published.mutual_zugzwangs);
  }
  EXPECT_EQ(published.longest_white_fen.empty(), published.longest_mate_moves[0] == 0);
  if (!published.longest_white_fen.empty()) {
    EXPECT_EQ(level(store, published.longest_white_fen), 2 * published.longest_mate_moves[0] - 1)
        << published.longest_white_fen;
  }
}

}  // namespace lucena::test
