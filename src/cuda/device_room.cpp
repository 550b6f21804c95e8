// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/device_room.h"

#include <algorithm>
#include <map>
#include <utility>

#include "chess/square.h"
#include "cuda/waves.h"
#include "solve/wanted_promotions.h"
#include "table/worth.h"

namespace lucena {
namespace {

/// Events take twelve bytes, and besides them there is a turn on its way to whoever hears of it.
/// How many there are a word is known by experience: captures alone have few levels, pawn moves
/// have many.
constexpr std::size_t event_bytes(std::uint64_t words, bool has_pawns) {
  return words * ((has_pawns ? 16 : 6) * 12 + 10);
}

/// One value for each position of so many words.
std::size_t rows_bytes(std::uint64_t words, std::size_t value_bytes) {
  return words * Square::kCount * value_bytes;
}

/// What is kept by one metric of the promotions of one side.
std::size_t promotions_bytes(const Material& material, Color side) {
  const Layout layout(material);
  const std::size_t skeletons = promoting_skeletons(layout, side).size();
  return rows_bytes(std::uint64_t{layout.words()} * skeletons, sizeof(Worth));
}

/// What is used for one ending after the other, and grows.
struct WorkBytes {
  std::uint64_t words = 0;  // of the largest wave
  std::size_t sets = 0, rows = 0, views = 0, events = 0;

  std::size_t sum() const { return sets + rows + views + events; }

  void grow(const Layout& layout, const ListLimits& limits) {
    const bool pawns = layout.pawn_count() > 0;
    const std::uint64_t here = largest_wave_words(layout);
    words = std::max(words, here);
    sets = std::max(sets, device_set_bytes(here, limits));
    rows = std::max(rows, rows_bytes(here, pawns ? sizeof(Worth) : 1));
    if (!pawns) views = std::max(views, kMaxOthers * rows_bytes(here, 1) / Square::kCount);
    events = std::max(events, event_bytes(here, pawns));
  }
};

/// The values of a large ending that others, or its own pawn moves, lead to.
std::size_t values_bytes(const Layout& layout, const std::vector<PromotionInto>& promotions) {
  constexpr std::size_t kWavesAtHand = 3;
  std::size_t sides = 0;
  for (const Color side : kColors) sides += is_led_to(layout.material(), promotions, side) ? 1 : 0;
  const std::size_t waves = layout.pawn_count() > 0 ? kWavesAtHand : 1;
  return sides * waves * rows_bytes(largest_wave_words(layout), sizeof(Worth));
}

}  // namespace

/// Five sets a side and one besides; three lists a side and one besides.
std::size_t device_set_bytes(std::uint64_t words, const ListLimits& limits) {
  constexpr std::size_t kSets = 2 * 5 + 1, kLists = 2 * 3 + 1;
  return words * kSets * sizeof(std::uint64_t) +
         words / limits.list_share * kLists * sizeof(std::uint32_t);
}

std::size_t device_problem_bytes(std::uint64_t words, bool has_pawns, const ListLimits& limits) {
  return device_set_bytes(words, limits) + event_bytes(words, has_pawns);
}

std::size_t device_table_bytes(const Layout& layout) {
  const std::uint64_t words = std::uint64_t{layout.words()} * layout.skeleton_count();
  return kColors.size() * rows_bytes(words, 1);
}

std::uint64_t largest_wave_words(const Layout& layout) {
  std::uint64_t words = 0;
  for (const Wave& wave : waves_of(layout)) {
    words = std::max(words, std::uint64_t{layout.words()} * wave.count);
  }
  return words;
}

/// A way may be written with colours exchanged.
bool is_led_to(const Material& material, const std::vector<PromotionInto>& promotions, Color side) {
  if (material.count(opposite(side), PieceType::Pawn) > 0) return true;
  return std::any_of(promotions.begin(), promotions.end(), [&](const PromotionInto& way) {
    const Color promoting = way.promoted.color;
    return (way.result != material ? promoting : opposite(promoting)) == side;
  });
}

std::vector<PromotionInto> promotions_of_large(const Material& material, const DevicePlan& plan) {
  std::vector<PromotionInto> promotions = promotions_into(material, plan.endings);
  std::erase_if(promotions, [&](const PromotionInto& way) { return !plan.is_large(way.from); });
  return promotions;
}

/// Goes through the plan as DeviceEndings does: promotions are kept from the first ending that is
/// promoted into until the one that promotes is solved, and what is used for one ending after the
/// other is given back where a large one needs less.
std::size_t device_plan_bytes(const DevicePlan& plan, const ListLimits& limits) {
  WorkBytes work;
  std::size_t tables = 0, most = 0;
  std::map<std::pair<Material, Color>, std::size_t> kept;  // by who promotes
  for (const Material& material : plan.endings) {
    const Layout layout(material);
    const bool is_large = plan.is_large(material);
    if (is_large && largest_wave_words(layout) < work.words) work = {};
    work.grow(layout, limits);
    if (!is_large) {
      tables += plan.metrics * device_table_bytes(layout);
      most = std::max(most, tables + work.sum());
      continue;
    }
    const std::vector<PromotionInto> promotions = promotions_of_large(material, plan);
    for (const PromotionInto& way : promotions) {
      const std::pair promoting{way.from, way.promoted.color};
      if (!kept.contains(promoting))
        kept[promoting] = promotions_bytes(way.from, way.promoted.color);
    }
    std::size_t large = values_bytes(layout, promotions);
    for (const auto& [who, bytes] : kept) large += bytes;
    most = std::max(most, tables + work.sum() + large);
    for (const Color side : kColors) kept.erase({material, side});
  }
  return most;
}

}  // namespace lucena
