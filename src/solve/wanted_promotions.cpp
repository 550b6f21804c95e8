// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/wanted_promotions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace lucena {
namespace {

/// What one kind of man means to an ending in which he is still a pawn of this side.
std::uint64_t promotion_bytes(const Material& material, Color side, const Reach* reach) {
  const Layout layout(material);
  const std::vector<std::uint32_t> promoting = promoting_skeletons(layout, side);
  const std::vector<std::uint32_t> within = skeletons_within(layout, reach);
  std::vector<std::uint32_t> both;
  std::set_intersection(promoting.begin(), promoting.end(), within.begin(), within.end(),
                        std::back_inserter(both));
  return std::uint64_t{both.size()} * layout.words() * Square::kCount;
}

}  // namespace

std::vector<PromotionInto> wanted_promotions(const Material& material, const EndingOrder& order,
                                             std::size_t place) {
  std::vector<Material> by_any, by_black;
  for (std::size_t i = place; i < order.endings.size() && order.endings[i] != material; ++i) {
    (order.is_read(i) && order.is_large(i) ? by_black : by_any).push_back(order.endings[i]);
  }
  std::vector<PromotionInto> ways = promotions_into(material, by_any);
  for (const PromotionInto& way : promotions_into(material, by_black)) {
    const bool is_there = std::any_of(ways.begin(), ways.end(), [&](const PromotionInto& other) {
      return other.from == way.from && other.promoted.color == way.promoted.color;
    });
    if (way.promoted.color == Color::Black && !is_there) ways.push_back(way);
  }
  return ways;
}

std::vector<std::uint32_t> promoting_skeletons(const Layout& layout, Color side) {
  constexpr int kStepsBeforeLast = 5;
  std::vector<std::uint32_t> skeletons;
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    bool promotes = false;
    for (std::size_t i = layout.free_men().size(); i < layout.men().size(); ++i) {
      const Square square(layout.skeleton(skeleton)[i]);
      promotes |= layout.men()[i].color == side && pawn_steps(side, square) == kStepsBeforeLast;
    }
    if (promotes) skeletons.push_back(skeleton);
  }
  return skeletons;
}

/// Goes through the order as a Solver does.
std::uint64_t waiting_promotions_bytes(const EndingOrder& order, const Reach* reach) {
  std::map<std::pair<Material, Color>, std::uint64_t> sizes;
  // By the ending with the pawn, its side and what it becomes.
  std::map<Material, std::map<std::pair<Color, PieceType>, std::uint64_t>> waiting;
  std::uint64_t sum = 0, most = 0;
  for (std::size_t i = 0; i < order.endings.size(); ++i) {
    const Material& material = order.endings[i];
    if (!order.is_large(i)) continue;
    for (const PromotionInto& way : wanted_promotions(material, order, i + 1)) {
      const auto [size, is_new] = sizes.try_emplace({way.from, way.promoted.color}, 0);
      if (is_new) size->second = promotion_bytes(way.from, way.promoted.color, reach);
      std::uint64_t& here = waiting[way.from][{way.promoted.color, way.promoted.type}];
      sum += size->second - std::exchange(here, size->second);
    }
    most = std::max(most, sum);
    for (const auto& [kind, bytes] : waiting[material]) sum -= bytes;
    waiting.erase(material);
  }
  return most;
}

}  // namespace lucena
