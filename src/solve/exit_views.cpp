// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exit_views.h"

#include <algorithm>
#include <set>

namespace lucena {
namespace {

/// The squares on which a pawn of this ending promotes. A single pawn is kept on the files a to d.
std::vector<Square> promotion_squares(const Material& material, Color color) {
  std::vector<Square> squares;
  const int files = material.count(PieceType::Pawn) == 1 ? 4 : 8;
  for (int file = 0; file < files; ++file) {
    squares.emplace_back(file, color == Color::White ? 7 : 0);
  }
  return squares;
}

std::vector<Square> whole_board() {
  std::vector<Square> squares;
  for (int i = 0; i < Square::kCount; ++i) squares.emplace_back(i);
  return squares;
}

}  // namespace

std::vector<ViewKey> capture_views_of(const Material& material) {
  std::set<ViewKey> keys;
  for (const Piece victim : material.others()) {
    const Color mover = opposite(victim.color);
    const Material rest = material.without(victim);
    keys.insert({rest, mover});
    const bool promotes =
        victim.type != PieceType::Pawn && material.count(mover, PieceType::Pawn) > 0;
    if (!promotes) continue;
    for (const PieceType type : kPromotionTypes) {
      keys.insert({rest.without({mover, PieceType::Pawn}).with({mover, type}), mover});
    }
  }
  return {keys.begin(), keys.end()};
}

std::vector<ViewKey> promotion_views_of(const Material& material) {
  std::vector<ViewKey> keys;
  for (const Color color : kColors) {
    if (material.count(color, PieceType::Pawn) > 0) keys.push_back({material, color});
  }
  return keys;
}

std::size_t capture_view_bytes(const Material& material) {
  return std::size_t{4096} << (6 * (material.men() - 2));
}

std::size_t promotion_view_bytes(const Material& material) {
  return promotion_squares(material, Color::White).size() *
         (std::size_t{4096} << (6 * (material.men() - 3)));
}

const ExitView& ExitViews::captures_into(const Material& material, Color mover) {
  auto& view = captures_[{material, mover}];
  if (view) return *view;
  const bool bare = material.men() == 2;
  const auto table = bare ? nullptr : store_.table(material.canonical());
  assert(bare || table != nullptr);
  const OrientedReader reader(table.get(), material);
  view = std::make_unique<ExitView>(bare ? std::vector<Square>{Square(0)} : whole_board(),
                                    reader.men().size());
  view->improve(reader, 0, opposite(mover), pool_);
  return *view;
}

const ExitView& ExitViews::promotions_of(const Material& material, Color mover) {
  const ViewKey key{material, mover};
  return unpacked(key, promotions_.at(key));
}

std::unique_ptr<ExitView> ExitViews::new_promotion_view(const ViewKey& key) const {
  return std::make_unique<ExitView>(promotion_squares(key.first, key.second),
                                    static_cast<std::size_t>(key.first.men()) - 2);
}

ExitView& ExitViews::unpacked(const ViewKey& key, Promotions& promotions) {
  if (!promotions.view) {
    promotions.view = new_promotion_view(key);
    if (!promotions.compressed.empty())
      promotions.compressed.restore(promotions.view->bytes(), pool_);
    promotions.compressed = {};
  }
  return *promotions.view;
}

/// An ending with a pawn where this one has a piece needs this table for the promotion. Either may
/// be kept with its colours the other way round; an ending whose sides are equal needs both ways.
void ExitViews::keep_promotions(const EndingTable& table, std::size_t room) {
  std::set<ViewKey> done;
  for (const bool swap : {false, true}) {
    const Material material = swap ? table.material().with_colors_swapped() : table.material();
    for (const Piece piece : material.others()) {
      if (piece.type == PieceType::Pawn) continue;
      const Material consumer = material.without(piece).with({piece.color, PieceType::Pawn});
      const bool wanted = std::find(plan_.begin(), plan_.end(), consumer) != plan_.end();
      if (!wanted || !done.insert({consumer, piece.color}).second) continue;
      const std::size_t size = promotion_view_bytes(consumer);
      make_room(room > size ? room - size : 0, {{consumer, piece.color}});
      keep_promotions_for(consumer, OrientedReader(&table, material), piece);
    }
  }
}

void ExitViews::keep_promotions_for(const Material& consumer, const OrientedReader& reader,
                                    Piece promoted) {
  const ViewKey key{consumer, promoted.color};
  ExitView& view = unpacked(key, promotions_[key]);
  const auto first = std::find(reader.men().begin(), reader.men().end(), promoted);
  view.improve(reader, static_cast<std::size_t>(first - reader.men().begin()),
               opposite(promoted.color), pool_);
}

void ExitViews::prepare(const Material& material, std::size_t room) {
  const std::vector<ViewKey> captures = capture_views_of(material);
  const std::vector<ViewKey> promotions = promotion_views_of(material);
  std::size_t to_come = 0;
  for (const ViewKey& key : captures) {
    if (!captures_.contains(key)) to_come += capture_view_bytes(key.first);
  }
  for (const ViewKey& key : promotions) {
    if (!promotions_.at(key).view) to_come += promotion_view_bytes(key.first);
  }
  room = room > to_come ? room - to_come : 0;
  for (auto view = captures_.begin(); view != captures_.end() && size_bytes() > room;) {
    const bool needed = std::find(captures.begin(), captures.end(), view->first) != captures.end();
    view = needed ? std::next(view) : captures_.erase(view);
  }
  make_room(room, promotions);
}

void ExitViews::make_room(std::size_t room, const std::vector<ViewKey>& wanted) {
  for (auto& [key, promotions] : promotions_) {
    if (size_bytes() <= room) return;
    const bool needed = std::find(wanted.begin(), wanted.end(), key) != wanted.end();
    if (needed || !promotions.view) continue;
    promotions.compressed = CompressedBytes(promotions.view->bytes(), pool_);
    promotions.view.reset();
  }
}

void ExitViews::forget_promotions(const Material& material) {
  for (const Color color : kColors) promotions_.erase({material, color});
}

std::size_t ExitViews::size_bytes() const {
  std::size_t sum = 0;
  for (const auto& [key, view] : captures_) sum += view->size_bytes();
  for (const auto& [key, promotions] : promotions_) {
    sum += promotions.view ? promotions.view->size_bytes() : promotions.compressed.size_bytes();
  }
  return sum;
}

}  // namespace lucena
