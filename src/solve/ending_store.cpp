// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ending_store.h"

#include <algorithm>

#include "endgame/placement.h"

namespace lucena {
namespace {

TableFault not_here(const Material& material, Metric metric) {
  return {TableError::NoTable, "there is no table " + table_file_name(material, metric)};
}

}  // namespace

void EndingStore::add(std::shared_ptr<EndingTable> table, Metric metric) {
  const auto key = table->material().key();
  tables_[metric][key] = std::move(table);
}

void EndingStore::add(std::shared_ptr<const CastlingTable> table, Metric metric) {
  const auto key = table->ending().key();
  castling_tables_[metric][key] = std::move(table);
}

std::shared_ptr<EndingTable> EndingStore::remove(const Material& material, Metric metric) {
  auto found = tables_[metric].extract(material.key());
  return found.empty() ? nullptr : std::move(found.mapped());
}

std::shared_ptr<const EndingTable> EndingStore::table(const Material& material,
                                                      Metric metric) const {
  const auto found = tables_[metric].find(material.key());
  return found == tables_[metric].end() ? nullptr : found->second;
}

std::shared_ptr<const EndingTable> EndingStore::table_with(
    const Material& material, Metric metric, Color side,
    std::span<const std::uint32_t> skeletons) const {
  if (auto here = table(material, metric)) return here;
  return packed_->bring(material, metric, side, skeletons);
}

bool EndingStore::has_cursed_table(const Material& material) const {
  const auto zeroing = table(material, Metric::Zeroing);
  return zeroing ? zeroing->has_cursed() : packed_->has_cursed(material);
}

std::shared_ptr<const CastlingTable> EndingStore::castling_table(const CastlingEnding& ending,
                                                                 Metric metric) const {
  const auto found = castling_tables_[metric].find(ending.key());
  return found == castling_tables_[metric].end() ? nullptr : found->second;
}

/// Positions with rights can be cursed where none without is, so both are asked.
bool EndingStore::has_cursed(const Material& material) const {
  return table(material, Metric::Zeroing)->has_cursed() || has_cursed_castling(material);
}

bool EndingStore::has_cursed_castling(const Material& material) const {
  const std::vector<CastlingEnding> endings = castling_endings(material);
  return std::any_of(endings.begin(), endings.end(), [&](const CastlingEnding& ending) {
    const auto castling = castling_table(ending, Metric::Zeroing);
    return castling && castling->has_cursed();
  });
}

/// The byte a table holds.
Result<std::uint8_t, TableFault> EndingStore::stored(const Position& position,
                                                     Metric metric) const {
  const Material material = Material::of(position).canonical();
  const auto found = tables_[metric].find(material.key());
  if (found == tables_[metric].end()) return not_here(material, metric);
  return value_of(*found->second, position);
}

Result<StoredValue, TableFault> EndingStore::stored_with_rights(const Position& position,
                                                                Metric metric) const {
  const Material material = Material::of(position);
  const auto& tables = castling_tables_[metric];
  const auto found = tables.find(CastlingEnding::of(material, position.castling()).key());
  if (found == tables.end()) return not_here(material.canonical(), metric);
  return found->second->value(position);
}

Result<Worth, TableFault> EndingStore::castling_worth(const Position& position,
                                                      Metric metric) const {
  const auto mate = stored_with_rights(position, Metric::Mate);
  if (!mate) return mate.error();
  const Worth by_mate = worth_of_stored(*mate);
  if (metric == Metric::Mate || by_mate.is_draw()) return by_mate;
  const auto plies = stored_with_rights(position, metric);
  if (!plies) return plies.error();
  return by_mate.is_win() ? Worth::win(*plies) : Worth::loss(*plies);
}

std::uint8_t value_of(const EndingTable& table, const Position& position) {
  const bool swap = !Material::of(position).is_canonical();
  const Placement placement = placement_of(position, swap);
  const WordPlace place =
      table.layout().locate(placement.white_king, squares_of(placement, table.layout().men()));
  const Color side = swap ? opposite(position.side_to_move()) : position.side_to_move();
  return table.rows(side, place.skeleton, place.word)[place.symmetry(placement.black_king).index()];
}

/// Who wins is what the mate table says, by any metric; another table adds the plies.
Result<Worth, TableFault> EndingStore::ordinary_worth(const Position& position, Metric metric,
                                                      Worth) const {
  if (position.occupied().count() == 2) return Worth::draw();
  if (!position.castling().empty()) return castling_worth(position, metric);
  const auto byte = stored(position, Metric::Mate);
  if (!byte) return byte.error();
  const MateScore score(*byte);
  if (metric == Metric::Mate) return Worth::of(score);
  const auto plies = stored(position, metric);
  if (!plies) return plies.error();
  return Worth::of(score, *plies);
}

/// Bare kings are drawn. Without a zeroing table it must have been said that nothing is cursed, or
/// nobody knows.
Result<bool, TableFault> EndingStore::is_never_cursed(const Position& position) const {
  if (!position.castling().empty()) return false;  // nobody has looked
  const Material material = Material::of(position).canonical();
  if (material.men() == 2) return true;
  const auto found = tables_[Metric::Zeroing].find(material.key());
  if (found == tables_[Metric::Zeroing].end()) {
    if (never_cursed_.contains(material.key())) return true;
    return not_here(material, Metric::Zeroing);
  }
  return !found->second->has_cursed();
}

std::optional<MateScore> EndingStore::score(const Position& position) const {
  const auto found = worth(position, Metric::Mate);
  if (!found) return {};
  return found->is_draw() ? kDraw : score_of_level(found->plies());
}

}  // namespace lucena
