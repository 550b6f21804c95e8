// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/large_castling_values.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace lucena {

LargeCastlingValues::LargeCastlingValues(const Material& material, Metric metric,
                                         const EndingStore& store,
                                         std::vector<GivenUpRight> given_up)
    : material_(material), metric_(metric), store_(store), given_up_(std::move(given_up)) {
  for (const SmallerEnding& smaller : smaller_endings(material)) bring(smaller);
}

/// King and rook with a right capture anybody; that rook is captured by anybody, a pawn that
/// promotes among them. Castling tables have White as the side with a right, so that colours may be
/// exchanged: an ending with equal sides is then looked at with the other side to move. That takes
/// an even number of men, which six men less one are not.
std::set<LargeCastlingValues::SmallerEnding> LargeCastlingValues::smaller_endings(
    const Material& material) {
  std::set<SmallerEnding> endings;
  const auto add = [&](const Material& rest, Color side) {
    endings.insert({rest.canonical(), rest.is_canonical() ? side : opposite(side)});
    if (rest == rest.with_colors_swapped()) endings.insert({rest, opposite(side)});
  };
  for (const Color us : kColors) {
    if (material.count(us, PieceType::Rook) == 0) continue;
    const Color them = opposite(us);
    for (const Piece man : material.others()) {
      if (man.color == them) add(material.without(man), them);
    }
    const Material without_rook = material.without({us, PieceType::Rook});
    add(without_rook, us);
    if (without_rook.count(them, PieceType::Pawn) == 0) continue;
    for (const PieceType type : kPromotionTypes) {
      add(without_rook.without({them, PieceType::Pawn}).with({them, type}), us);
    }
  }
  return endings;
}

/// Plies are needed to tell cursed wins alone.
void LargeCastlingValues::bring(const SmallerEnding& smaller) {
  const auto& [material, side] = smaller;
  std::vector<std::uint32_t> skeletons(Layout(material).skeleton_count());
  std::iota(skeletons.begin(), skeletons.end(), 0);
  smaller_[{material, Metric::Mate}] = store_.table_with(material, Metric::Mate, side, skeletons);
  if (metric_ != Metric::Zeroing || !store_.has_cursed_table(material)) return;
  smaller_[{material, Metric::Zeroing}] =
      store_.table_with(material, Metric::Zeroing, side, skeletons);
}

const GivenUpRight& LargeCastlingValues::given_up(const CastlingEnding& ending) const {
  const auto found =
      std::find_if(given_up_.begin(), given_up_.end(),
                   [&](const GivenUpRight& right) { return right.ending().key() == ending.key(); });
  assert(found != given_up_.end());
  return *found;
}

const EndingTable* LargeCastlingValues::smaller(const Material& canonical, Metric metric) const {
  const auto found = smaller_.find({canonical, metric});
  return found == smaller_.end() ? nullptr : found->second.get();
}

Result<Worth, TableFault> LargeCastlingValues::ordinary_worth(const Position& position,
                                                              Metric metric, Worth) const {
  if (!position.castling().empty()) return store_.castling_worth(position, metric);
  const Material material = Material::of(position);
  const TableFault missing{TableError::NoTable,
                           "there is no table " + table_file_name(material.canonical(), metric)};
  if (material.canonical() == material_) {
    const bool black_has_moved = position.side_to_move() == Color::White;
    const Material seen = black_has_moved ? material.with_colors_swapped() : material;
    for (const GivenUpRight& right : given_up_) {
      if (right.ending().material != seen) continue;
      if (const auto worth = right.find(position)) return *worth;
    }
    return missing;
  }
  const EndingTable* scores = smaller(material.canonical(), Metric::Mate);
  if (scores == nullptr) return missing;
  const MateScore score(value_of(*scores, position));
  if (metric == Metric::Mate) return Worth::of(score);
  const EndingTable* plies = smaller(material.canonical(), metric);
  if (plies == nullptr) return missing;
  return Worth::of(score, value_of(*plies, position));
}

Result<bool, TableFault> LargeCastlingValues::is_never_cursed(const Position& position) const {
  if (!position.castling().empty()) return false;
  const Material material = Material::of(position).canonical();
  return material != material_ && smaller(material, Metric::Zeroing) == nullptr;
}

}  // namespace lucena
