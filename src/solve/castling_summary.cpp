// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_summary.h"

#include "endgame/placement.h"
#include "solve/castling_table.h"

namespace lucena {
namespace {

void keep_deepest(std::optional<Deepest>& best, const Position& position, Score score) {
  const unsigned plies = *level_of_score(score);
  if (!best || plies > best->plies) best = Deepest{plies, position};
}

}  // namespace

CastlingSummary summarize_castling(const Material& material, const EndingStore& store) {
  CastlingSummary summary;
  const bool equal_sides = material == material.with_colors_swapped();
  for (const CastlingEnding& ending : castling_endings(material)) {
    const auto table = store.castling_table(ending);
    // A table may stand for two sets of positions, of which only one is its own.
    const bool swapped = ending.material != material;
    const bool own_image = CastlingEnding::is_own_image(ending);
    const auto count = [&](const Position& position, Score score) {
      const auto s = static_cast<std::size_t>(position.side_to_move());
      ++summary.positions[s][outcome_of(score, 0)];
      if (is_win(score)) keep_deepest(summary.longest_win[s], position, score);
      if (is_loss(score)) keep_deepest(summary.longest_loss[s], position, score);
    };
    table->for_each([&](const Position& position, Score score) {
      if (!swapped) count(position, score);
      if (swapped || (equal_sides && !own_image)) count(with_colors_swapped(position), score);
    });
  }
  return summary;
}

}  // namespace lucena
