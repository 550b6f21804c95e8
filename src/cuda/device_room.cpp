// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/device_room.h"

#include <algorithm>

#include "chess/square.h"
#include "cuda/waves.h"
#include "solve/exit_views.h"
#include "table/worth.h"

namespace lucena {
namespace {

/// One value for each position of so many words.
std::size_t rows_bytes(std::uint64_t words, std::size_t value_bytes) {
  return words * Square::kCount * value_bytes;
}

/// What is kept of the promotions of an ending into others, by one metric.
std::size_t promotions_bytes(const Layout& layout) {
  std::size_t skeletons = 0;
  for (const Color side : kColors) skeletons += promoting_skeletons(layout, side).size();
  return rows_bytes(std::uint64_t{layout.words()} * skeletons, sizeof(Worth));
}

/// While an ending is solved, besides tables and promotions.
std::size_t work_bytes(const Layout& layout, std::size_t metrics, bool is_large, bool is_wanted,
                       const ListLimits& limits) {
  std::uint64_t words = 0;  // of the largest wave
  for (const Wave& wave : waves_of(layout)) {
    words = std::max(words, std::uint64_t{layout.words()} * wave.count);
  }
  const std::size_t sets = device_set_bytes(words, limits);
  if (layout.pawn_count() == 0) {
    const std::size_t rows = rows_bytes(words, 1), views = kMaxOthers * rows / Square::kCount;
    const std::size_t values =
        is_wanted ? metrics * kColors.size() * rows_bytes(words, sizeof(Worth)) : 0;
    return sets + rows + views + values;
  }
  constexpr std::size_t kWavesAtHand = 3;
  const std::size_t rows = rows_bytes(words, sizeof(Worth));
  const Material& material = layout.material();
  std::size_t sides = 0;
  for (const Color side : kColors) {
    sides += material.count(side, PieceType::Pawn) > 0 || is_wanted ? 1 : 0;
  }
  return sets + rows + (is_large ? metrics * sides * kWavesAtHand * rows : 0);
}

}  // namespace

/// Five sets a side and one besides; three lists a side and one besides.
std::size_t device_set_bytes(std::uint64_t words, const ListLimits& limits) {
  constexpr std::size_t kSets = 2 * 5 + 1, kLists = 2 * 3 + 1;
  return words * kSets * sizeof(std::uint64_t) +
         words / limits.list_share * kLists * sizeof(std::uint32_t);
}

std::size_t device_table_bytes(const Layout& layout) {
  const std::uint64_t words = std::uint64_t{layout.words()} * layout.skeleton_count();
  return kColors.size() * rows_bytes(words, 1);
}

/// Promotions are kept from the first ending that is promoted into until the one that promotes is
/// solved; those with fewer pawns come first, so that nearly all are kept from the beginning.
std::size_t device_plan_bytes(const std::vector<Material>& plan, std::size_t metrics,
                              const ListLimits& limits, int men_in_tables) {
  std::size_t tables = 0, promotions = 0, most = 0;
  for (const Material& material : plan) {
    const bool is_large = material.men() > men_in_tables;
    if (is_large && material.has_pawns())
      promotions += metrics * promotions_bytes(Layout(material));
  }
  for (const Material& material : plan) {
    const Layout layout(material);
    const bool is_large = material.men() > men_in_tables;
    if (!is_large) tables += metrics * device_table_bytes(layout);
    const bool is_wanted = is_large && !promotions_into(material, plan).empty();
    const std::size_t kept = is_large ? promotions : 0;
    most = std::max(most, tables + kept + work_bytes(layout, metrics, is_large, is_wanted, limits));
    if (is_large && material.has_pawns()) promotions -= metrics * promotions_bytes(layout);
  }
  return most;
}

}  // namespace lucena
