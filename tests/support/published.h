// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "census/castling_summary.h"
#include "census/statistics.h"
#include "chess/fen.h"
#include "endgame/material.h"
#include "support/csv.h"

namespace lucena::test {

/// What others have published about an ending; see tests/data/endings.csv. Everything but the names
/// of the columns is by side to move.
struct Published {
  Material material;
  ByColor<unsigned> longest_mate_moves{};  // 0 if the side cannot force mate
  std::optional<unsigned> max_level_plies;
  std::string longest_white_fen;
  std::optional<std::uint64_t> mutual_zugzwangs;
  ByColor<OutcomeCounts> with_twins_apart;
  ByColor<unsigned> zeroing_plies{}, cursed_plies{};  // by winner; 0 if there is none
  ByColor<std::uint64_t> unique{};
  ByColor<std::uint64_t> castling{};
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
    if (!row[3].empty()) ending.max_level_plies = number(3);
    ending.longest_white_fen = row[4];
    if (!row[5].empty()) ending.mutual_zugzwangs = number(5);
    for (const Color side : kColors) {
      const std::size_t s = side == Color::White ? 0 : 1;
      ending.longest_mate_moves[side] = number(1 + s);
      std::size_t column = 6 + 5 * s;
      for (const Outcome outcome :
           {Outcome::Win, Outcome::CursedWin, Outcome::Draw, Outcome::BlessedLoss, Outcome::Loss}) {
        ending.with_twins_apart[side][outcome] = number(column++);
      }
      ending.zeroing_plies[side] = number(17 + 2 * s);
      ending.cursed_plies[side] = number(18 + 2 * s);
      ending.unique[side] = number(21 + s);
      ending.castling[side] = number(23 + s);
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

/// Without a zeroing table nothing is known of cursed wins.
inline void expect_published_outcomes(const OutcomeCounts& found, const OutcomeCounts& published,
                                      bool zeroing) {
  EXPECT_EQ(found.won(), published.won());
  EXPECT_EQ(found.drawn(), published.drawn());
  EXPECT_EQ(found.lost(), published.lost());
  if (!zeroing) return;
  EXPECT_EQ(found[Outcome::CursedWin], published[Outcome::CursedWin]);
  EXPECT_EQ(found[Outcome::BlessedLoss], published[Outcome::BlessedLoss]);
}

/// The deepest distances to a zeroing move, and that the positions shown have them.
inline void expect_published_zeroing(const Statistics& statistics, const Published& published,
                                     Color winner, const EndingStore& store) {
  const auto expect = [&](const std::optional<Deepest>& found, unsigned plies) {
    EXPECT_EQ(found ? found->plies : 0, plies);
    if (!found) return;
    const Worth worth = store.worth(found->position, Metric::Zeroing).value();
    EXPECT_EQ(worth.plies(), found->plies) << to_fen(found->position);
    EXPECT_EQ(worth.is_win(), found->position.side_to_move() == winner);
  };
  expect(statistics.deepest_zeroing[winner], published.zeroing_plies[winner]);
  expect(statistics.deepest_cursed[winner], published.cursed_plies[winner]);
}

/// The counts, the longest mates and the number of positions with castling rights.
inline void expect_published(const Published& published, const EndingStore& store,
                             ThreadPool& pool) {
  SCOPED_TRACE(published.material.name());
  const auto zeroing = store.table(published.material, Metric::Zeroing);
  const std::atomic<bool> never{false};
  const Statistics statistics =
      gather_statistics(*store.table(published.material), zeroing.get(), pool, never).statistics;
  const CastlingSummary castling = summarize_castling(published.material, store, never).value();
  std::optional<unsigned> deepest;
  for (const Color side : kColors) {
    SCOPED_TRACE(name(side));
    expect_published_outcomes(statistics.all.with_twins_apart[side],
                              published.with_twins_apart[side], zeroing != nullptr);
    EXPECT_EQ(statistics.all.unique[side].legal(), published.unique[side]);
    EXPECT_EQ(castling.positions[side].legal(), published.castling[side]);
    const auto& win = statistics.longest_win[side];
    EXPECT_EQ(win ? (win->plies + 1) / 2 : 0, published.longest_mate_moves[side]);
    for (const auto* found : {&statistics.longest_win[side], &statistics.longest_loss[side]}) {
      const std::optional<Deepest>& longest = *found;
      if (!longest) continue;
      deepest = std::max(deepest.value_or(0), longest->plies);
      EXPECT_EQ(longest->position.side_to_move(), side);
      EXPECT_EQ(level(store, longest->position), longest->plies) << to_fen(longest->position);
    }
    if (zeroing) expect_published_zeroing(statistics, published, side, store);
  }
  EXPECT_EQ(deepest, published.max_level_plies);
  if (published.mutual_zugzwangs) {
    EXPECT_EQ(statistics.unique_zugzwangs.all(), *published.mutual_zugzwangs);
  }
  EXPECT_EQ(published.longest_white_fen.empty(), published.longest_mate_moves[Color::White] == 0);
  if (!published.longest_white_fen.empty()) {
    EXPECT_EQ(level(store, published.longest_white_fen),
              2 * published.longest_mate_moves[Color::White] - 1)
        << published.longest_white_fen;
  }
}

}  // namespace lucena::test
