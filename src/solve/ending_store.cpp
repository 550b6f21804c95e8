// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ending_store.h"

#include "endgame/placement.h"
#include "table/en_passant.h"

namespace lucena {
namespace {

std::size_t place(Metric metric) {
  return static_cast<std::size_t>(metric);
}

}  // namespace

void EndingStore::add(std::shared_ptr<EndingTable> table, Metric metric) {
  const std::uint32_t key = table->material().key();
  tables_[place(metric)][key] = std::move(table);
}

void EndingStore::add(std::shared_ptr<const CastlingTable> table, Metric metric) {
  const std::uint64_t key = table->ending().key();
  castling_tables_[place(metric)][key] = std::move(table);
}

std::shared_ptr<EndingTable> EndingStore::remove(const Material& material, Metric metric) {
  auto found = tables_[place(metric)].extract(material.key());
  return found.empty() ? nullptr : std::move(found.mapped());
}

std::shared_ptr<const EndingTable> EndingStore::table(const Material& material,
                                                      Metric metric) const {
  const auto found = tables_[place(metric)].find(material.key());
  return found == tables_[place(metric)].end() ? nullptr : found->second;
}

std::shared_ptr<const CastlingTable> EndingStore::castling_table(const CastlingEnding& ending,
                                                                 Metric metric) const {
  const auto found = castling_tables_[place(metric)].find(ending.key());
  return found == castling_tables_[place(metric)].end() ? nullptr : found->second;
}

/// The byte a table holds; en passant is not looked at.
std::optional<std::uint8_t> EndingStore::stored(const Position& position, Metric metric) const {
  const Material material = Material::of(position);
  if (!position.castling().empty()) {
    const auto& tables = castling_tables_[place(metric)];
    const auto found = tables.find(CastlingEnding::of(material, position.castling()).key());
    if (found == tables.end()) return {};
    return found->second->value(position);
  }
  const bool swap = !material.is_canonical();
  const auto found = tables_[place(metric)].find(material.canonical().key());
  if (found == tables_[place(metric)].end()) return {};
  const EndingTable& table = *found->second;
  const Placement placement = placement_of(position, swap);
  const Row row =
      table.layout().locate(placement.white_king, squares_of(placement, table.layout().men()));
  const Color side = swap ? opposite(position.side_to_move()) : position.side_to_move();
  return table.rows(side, row.skeleton, row.word)[row.symmetry(placement.black_king).index()];
}

std::optional<Worth> EndingStore::worth_without_en_passant(const Position& position,
                                                           Metric metric) const {
  if (position.occupied().count() == 2) return Worth::draw();
  const auto score = stored(position, Metric::Mate);
  if (!score) return {};
  if (metric == Metric::Mate) return Worth::of(*score);
  const auto plies = stored(position, metric);
  if (!plies) return {};
  return Worth::of(*score, *plies);
}

std::optional<Worth> EndingStore::worth(const Position& position, Metric metric) const {
  if (!position.can_capture_en_passant()) return worth_without_en_passant(position, metric);
  return worth_with_en_passant(
      position, [&] { return worth_without_en_passant(position, metric); },
      [&](Move move) { return worth_of_move(position, move, metric); });
}

std::optional<Score> EndingStore::score(const Position& position) const {
  const auto found = worth(position, Metric::Mate);
  if (!found) return {};
  return found->is_draw() ? kDraw : score_of_level(found->plies());
}

std::optional<Worth> EndingStore::worth_of_move(const Position& position, Move move,
                                                Metric metric) const {
  const MoveEffect effect = effect_of(position, move);
  // After a conversion it only counts who wins, and an ending need not be solved by conversion for
  // the sake of another.
  const bool converts = metric == Metric::Conversion && effect == MoveEffect::Conversion;
  const auto after = worth(position.after(move), converts ? Metric::Mate : metric);
  if (!after) return {};
  return worth_before(*after, metric, effect);
}

}  // namespace lucena
