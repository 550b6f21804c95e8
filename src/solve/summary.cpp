// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/summary.h"

#include <algorithm>
#include <bit>

#include "endgame/placement.h"
#include "solve/problem.h"
#include "solve/score_row.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

std::uint64_t size(std::uint64_t set) {
  return static_cast<std::uint64_t>(std::popcount(set));
}

/// How many orders the identical pawns of a material have.
std::uint64_t pawn_orders(const Material& material) {
  std::uint64_t orders = 1;
  for (const Color color : kColors) {
    for (int i = 2; i <= material.count(color, PieceType::Pawn); ++i) {
      orders *= static_cast<std::uint64_t>(i);
    }
  }
  return orders;
}

/// The deepest scores of a part of a table and the first index of each.
struct DeepestScores {
  std::optional<Index> win, loss;
  Score win_score = 255, loss_score = 0;
};

struct Part {
  OutcomeCounts unique, with_twins_apart, placements;
  DeepestScores deepest;
};

void note_deepest(const Score* row, std::uint64_t wins, std::uint64_t losses,
                  std::uint32_t skeleton, std::uint32_t word, DeepestScores& deepest) {
  const auto first = [&](std::uint64_t set) {
    return Index{skeleton, word, static_cast<std::uint8_t>(std::countr_zero(set))};
  };
  if (wins != 0) {
    // The smallest score above a draw, by making draws and losses large.
    Score smallest = 255;
    for (int i = 0; i < Square::kCount; ++i) {
      smallest = std::min(smallest, static_cast<Score>(row[i] - kDraw - 1));
    }
    const auto score = static_cast<Score>(smallest + kDraw + 1);
    if (!deepest.win || score < deepest.win_score) {
      deepest.win_score = score;
      deepest.win = first(wins & equal_bits(row, score));
    }
  }
  if (losses != 0) {
    Score smallest = 255;
    for (int i = 0; i < Square::kCount; ++i) {
      smallest = std::min(smallest, static_cast<Score>(kDraw - 1 - row[i]));
    }
    const auto score = static_cast<Score>(kDraw - 1 - smallest);
    if (!deepest.loss || score > deepest.loss_score) {
      deepest.loss_score = score;
      deepest.loss = first(losses & equal_bits(row, score));
    }
  }
}

void add(OutcomeCounts& counts, std::uint64_t wins, std::uint64_t draws, std::uint64_t losses,
         std::uint64_t weight) {
  counts.wins += weight * size(wins);
  counts.draws += weight * size(draws);
  counts.losses += weight * size(losses);
}

/// The legal positions of a row by their outcome.
struct Outcomes {
  std::uint64_t wins, draws, losses;
};

Outcomes outcomes_of(const Score* row, std::uint64_t legal) {
  const std::uint64_t draws = legal & equal_bits(row, kDraw);
  const std::uint64_t losses = legal & loss_bits(row);
  return {legal & ~draws & ~losses, draws, losses};
}

/// Both sides to move of the words from begin to end of one skeleton.
std::array<Part, 2> summarize_words(const EndingTable& table, std::uint32_t skeleton,
                                    std::uint32_t begin, std::uint32_t end) {
  std::array<Part, 2> parts;
  const Layout& layout = table.layout();
  const Problem problem(layout, skeleton);
  const std::uint64_t orders = pawn_orders(layout.material());
  for (std::uint32_t word = begin; word < end; ++word) {
    const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
    if ((sets.legal[0] | sets.legal[1]) == 0) continue;
    const std::uint64_t unique = layout.canonical_bits(skeleton, word);
    const std::uint64_t apart = layout.canonical_bits(skeleton, word, true);
    const unsigned images = layout.images(skeleton, word);
    for (const Color side : kColors) {
      Part& part = parts[static_cast<std::size_t>(side)];
      const Score* row = table.rows(side, skeleton, word);
      const auto [wins, draws, losses] =
          outcomes_of(row, sets.legal[static_cast<std::size_t>(side)]);
      add(part.unique, wins & unique, draws & unique, losses & unique, 1);
      add(part.with_twins_apart, wins & apart, draws & apart, losses & apart, orders);
      add(part.placements, wins, draws, losses, images);
      note_deepest(row, wins, losses, skeleton, word, part.deepest);
    }
  }
  return parts;
}

std::optional<Deepest> deepest_at(const Layout& layout, const std::optional<Index>& index,
                                  Score score, Color side) {
  if (!index) return {};
  const auto position = Position::create(layout.setup_at(*index, side).value());
  return Deepest{*level_of_score(score), position.value()};
}

/// Both sides to move of one skeleton.
std::array<Part, 2> summarize_castling_rows(const CastlingTable& table, std::uint32_t skeleton) {
  std::array<Part, 2> parts;
  table.for_each_row(skeleton,
                     [&](std::uint32_t word, Color side, std::uint64_t legal, const Score* row) {
                       Part& part = parts[static_cast<std::size_t>(side)];
                       const auto [wins, draws, losses] = outcomes_of(row, legal);
                       add(part.unique, wins, draws, losses, 1);
                       note_deepest(row, wins, losses, skeleton, word, part.deepest);
                     });
  return parts;
}

/// Adds a part with this side to move, perhaps with its colours swapped.
void add_castling(CastlingSummary& summary, const CastlingTable& table, const Part& part,
                  Color side, bool swap) {
  const auto s = static_cast<std::size_t>(swap ? opposite(side) : side);
  summary.positions[s] += part.unique;
  const auto keep_deeper = [&](std::optional<Deepest>& best, const std::optional<Index>& index,
                               Score score) {
    if (!index || (best && *level_of_score(score) <= best->level)) return;
    const Position position =
        table.position_at(index->skeleton, index->word, Square(index->bit), side).value();
    best = Deepest{*level_of_score(score), swap ? with_colors_swapped(position) : position};
  };
  keep_deeper(summary.longest_win[s], part.deepest.win, part.deepest.win_score);
  keep_deeper(summary.longest_loss[s], part.deepest.loss, part.deepest.loss_score);
}

}  // namespace

OutcomeCounts& OutcomeCounts::operator+=(const OutcomeCounts& other) {
  wins += other.wins;
  draws += other.draws;
  losses += other.losses;
  return *this;
}

std::optional<Summary> summarize(const EndingTable& table, ThreadPool& pool,
                                 const std::atomic<bool>& cancelled) {
  const Layout& layout = table.layout();
  const std::uint32_t slice = std::min<std::uint32_t>(layout.words(), 1u << 14);
  const std::uint32_t slices = layout.words() / slice + (layout.words() % slice != 0);
  std::vector<std::array<Part, 2>> parts(std::size_t{layout.skeleton_count()} * slices);
  pool.for_each(parts.size(), [&](std::size_t i, unsigned) {
    if (cancelled) return;
    const auto skeleton = static_cast<std::uint32_t>(i / slices);
    const auto begin = static_cast<std::uint32_t>(i % slices) * slice;
    parts[i] = summarize_words(table, skeleton, begin, std::min(begin + slice, layout.words()));
  });
  if (cancelled) return {};
  Summary summary;
  for (const Color side : kColors) {
    const auto s = static_cast<std::size_t>(side);
    DeepestScores deepest;
    for (const auto& part : parts) {
      summary.unique[s] += part[s].unique;
      summary.with_twins_apart[s] += part[s].with_twins_apart;
      summary.placements[s] += part[s].placements;
      const DeepestScores& found = part[s].deepest;
      if (found.win && (!deepest.win || found.win_score < deepest.win_score)) {
        deepest.win = found.win;
        deepest.win_score = found.win_score;
      }
      if (found.loss && (!deepest.loss || found.loss_score > deepest.loss_score)) {
        deepest.loss = found.loss;
        deepest.loss_score = found.loss_score;
      }
    }
    summary.longest_win[s] = deepest_at(layout, deepest.win, deepest.win_score, side);
    summary.longest_loss[s] = deepest_at(layout, deepest.loss, deepest.loss_score, side);
  }
  return summary;
}

std::optional<CastlingSummary> summarize_castling(const Material& material,
                                                  const EndingStore& store,
                                                  const std::atomic<bool>& cancelled) {
  CastlingSummary summary;
  const bool equal_sides = material == material.with_colors_swapped();
  for (const CastlingEnding& ending : castling_endings(material)) {
    const auto table = store.castling_table(ending);
    // A table may stand for two sets of positions, of which only one is its own.
    const bool swapped = ending.material != material;
    const bool both_ways = equal_sides && !CastlingEnding::is_own_image(ending);
    for (const std::uint32_t skeleton : table->skeletons()) {
      if (cancelled) return {};
      const std::array<Part, 2> parts = summarize_castling_rows(*table, skeleton);
      for (const Color side : kColors) {
        const Part& part = parts[static_cast<std::size_t>(side)];
        if (!swapped) add_castling(summary, *table, part, side, false);
        if (swapped || both_ways) add_castling(summary, *table, part, side, true);
      }
    }
  }
  return summary;
}

}  // namespace lucena
