// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ending_store.h"

#include <algorithm>

#include "chess/legal_moves.h"
#include "endgame/placement.h"

namespace lucena {

void EndingStore::add(std::shared_ptr<EndingTable> table) {
  const std::uint32_t key = table->material().key();
  tables_[key] = std::move(table);
}

void EndingStore::add(std::shared_ptr<const CastlingTable> table) {
  const std::uint64_t key = table->ending().key();
  castling_tables_[key] = std::move(table);
}

std::shared_ptr<EndingTable> EndingStore::remove(const Material& material) {
  auto found = tables_.extract(material.key());
  return found.empty() ? nullptr : std::move(found.mapped());
}

std::shared_ptr<const EndingTable> EndingStore::table(const Material& material) const {
  const auto found = tables_.find(material.key());
  return found == tables_.end() ? nullptr : found->second;
}

std::shared_ptr<const CastlingTable> EndingStore::castling_table(
    const CastlingEnding& ending) const {
  const auto found = castling_tables_.find(ending.key());
  return found == castling_tables_.end() ? nullptr : found->second;
}

std::optional<Score> EndingStore::score(const Position& position) const {
  return position.can_capture_en_passant() ? score_with_en_passant(position)
                                           : score_without_en_passant(position);
}

std::optional<Score> EndingStore::score_without_en_passant(const Position& position) const {
  const Material material = Material::of(position);
  if (material.men() == 2) return kDraw;
  if (!position.castling().empty()) {
    const auto found =
        castling_tables_.find(CastlingEnding::of(material, position.castling()).key());
    if (found == castling_tables_.end()) return {};
    return found->second->score(position);
  }
  const bool swap = !material.is_canonical();
  const auto found = tables_.find(material.canonical().key());
  if (found == tables_.end()) return {};
  const EndingTable& table = *found->second;
  const Placement placement = placement_of(position, swap);
  const Row row =
      table.layout().locate(placement.white_king, squares_of(placement, table.layout().men()));
  const Color side = swap ? opposite(position.side_to_move()) : position.side_to_move();
  return table.rows(side, row.skeleton, row.word)[row.symmetry(placement.black_king).index()];
}

/// The better of the ordinary value and the captures in passing; where those are the only moves,
/// they are forced.
std::optional<Score> EndingStore::score_with_en_passant(const Position& position) const {
  Score best_capture = 0;
  bool has_other_move = false;
  for (const Move move : legal_moves(position)) {
    if (move.kind() != MoveKind::EnPassant) {
      has_other_move = true;
      continue;
    }
    const auto after = score(position.after(move));
    if (!after) return {};
    best_capture = std::max(best_capture, score_before(*after));
  }
  if (!has_other_move) return best_capture;
  const auto ordinary = score_without_en_passant(position);
  if (!ordinary) return {};
  return std::max(*ordinary, best_capture);
}

}  // namespace lucena
