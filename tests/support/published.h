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

/// What others have published about an ending; see tests/data/endings.csv and, with fewer columns,
/// endings6.csv. Everything but the names of the columns is by side to move.
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

/// The rows of such a file with so many men.
inline std::vector<Published> published_endings(const std::filesystem::path& file, int least_men,
                                                int most_men) {
  std::vector<Published> endings;
  for (const auto& row : read_named_csv(file)) {
    const auto known = [&](const std::string& column) -> std::optional<std::uint64_t> {
      const auto cell = row.find(column);
      if (cell == row.end() || cell->second.empty()) return {};
      return std::stoull(cell->second);
    };
    const auto number = [&](const std::string& column) { return known(column).value_or(0); };
    Published ending;
    ending.material = Material::parse(row.at("ending")).value();
    if (ending.material.men() < least_men || ending.material.men() > most_men) continue;
    ending.max_level_plies = known("max_level_plies");
    ending.longest_white_fen = row.at("longest_white_fen");
    ending.mutual_zugzwangs = known("mutual_zugzwangs");
    for (const Color side : kColors) {
      const std::string color = side == Color::White ? "white" : "black";
      const std::string to_move = side == Color::White ? "wtm" : "btm";
      ending.longest_mate_moves[side] = number(color + "_mates_moves");
      OutcomeCounts& outcomes = ending.with_twins_apart[side];
      outcomes[Outcome::Win] = number(to_move + "_win");
      outcomes[Outcome::CursedWin] = number(to_move + "_cursed_win");
      outcomes[Outcome::Draw] = number(to_move + "_draw");
      outcomes[Outcome::BlessedLoss] = number(to_move + "_blessed_loss");
      outcomes[Outcome::Loss] = number(to_move + "_loss");
      ending.zeroing_plies[side] = number("dtz_" + color + "_win");
      ending.cursed_plies[side] = number("dtz_" + color + "_cursed");
      ending.unique[side] = number("unique_" + to_move);
      ending.castling[side] = number("castling_" + to_move);
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

/// Outcomes, longest mates and deepest distances to a zeroing move; and that the positions shown
/// have them, by whoever says what a position is worth.
template <class WorthOf>
void expect_published_extremes(const Published& published, const Statistics& statistics,
                               bool zeroing, WorthOf&& worth_of) {
  const auto expect = [&](const std::optional<Deepest>& found, unsigned plies, Metric metric,
                          Color winner) {
    EXPECT_EQ(found ? found->plies : 0, plies);
    if (!found) return;
    const Worth worth = worth_of(found->position, metric);
    EXPECT_EQ(worth.plies(), found->plies) << to_fen(found->position);
    EXPECT_EQ(worth.is_win(), found->position.side_to_move() == winner);
  };
  for (const Color side : kColors) {
    SCOPED_TRACE(name(side));
    expect_published_outcomes(statistics.all.with_twins_apart[side],
                              published.with_twins_apart[side], zeroing);
    const unsigned moves = published.longest_mate_moves[side];
    expect(statistics.longest_win[side], moves == 0 ? 0 : 2 * moves - 1, Metric::Mate, side);
    if (!zeroing) continue;
    expect(statistics.deepest_zeroing[side], published.zeroing_plies[side], Metric::Zeroing, side);
    expect(statistics.deepest_cursed[side], published.cursed_plies[side], Metric::Zeroing, side);
  }
  EXPECT_EQ(published.longest_white_fen.empty(), published.longest_mate_moves[Color::White] == 0);
  if (published.longest_white_fen.empty()) return;
  const Position longest = parse_fen(published.longest_white_fen).value();
  EXPECT_EQ(worth_of(longest, Metric::Mate),
            Worth::win(2 * published.longest_mate_moves[Color::White] - 1))
      << published.longest_white_fen;
}

/// All of that and, for endings in memory, everything else that is published.
inline void expect_published(const Published& published, const EndingStore& store,
                             ThreadPool& pool) {
  SCOPED_TRACE(published.material.name());
  const auto zeroing = store.table(published.material, Metric::Zeroing);
  const std::atomic<bool> never{false};
  const Statistics statistics =
      gather_statistics(*store.table(published.material), zeroing.get(), pool, never).statistics;
  expect_published_extremes(published, statistics, zeroing != nullptr,
                            [&](const Position& position, Metric metric) {
                              return store.worth(position, metric).value();
                            });
  const CastlingSummary castling = summarize_castling(published.material, store, never).value();
  std::optional<unsigned> deepest;
  for (const Color side : kColors) {
    SCOPED_TRACE(name(side));
    EXPECT_EQ(statistics.all.unique[side].legal(), published.unique[side]);
    EXPECT_EQ(castling.positions[side].legal(), published.castling[side]);
    for (const auto* found : {&statistics.longest_win[side], &statistics.longest_loss[side]}) {
      const std::optional<Deepest>& longest = *found;
      if (!longest) continue;
      deepest = std::max(deepest.value_or(0), longest->plies);
      EXPECT_EQ(longest->position.side_to_move(), side);
      EXPECT_EQ(level(store, longest->position), longest->plies) << to_fen(longest->position);
    }
  }
  EXPECT_EQ(deepest, published.max_level_plies);
  if (published.mutual_zugzwangs) {
    EXPECT_EQ(statistics.unique_zugzwangs.all(), *published.mutual_zugzwangs);
  }
}

}  // namespace lucena::test
