// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exit_views.h"

#include <algorithm>
#include <numeric>
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

/// The squares near the triangle are 22 of the 64.
Bitboard squares_of(KingSquares kings) {
  if (kings == KingSquares::All) return kAllSquares;
  Bitboard near;
  for (const Square square : kTriangle) near |= Bitboard(square) | king_attacks(square);
  return near;
}

/// A view of promotions that has none so far.
std::unique_ptr<ExitView> no_promotions(const ViewKey& key) {
  const auto& [material, color] = key;
  return std::make_unique<ExitView>(promotion_squares(material, color), material.men() - 2);
}

}  // namespace

/// A set, since twins and captures by either rook lead to the same materials.
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

KingSquares king_squares_after_captures(const Material& material) {
  const bool large = material.men() > kMaxMenInMemory;
  return large && !material.has_pawns() ? KingSquares::NearTriangle : KingSquares::All;
}

std::size_t capture_view_bytes(const Material& material, KingSquares kings) {
  const std::size_t white_kings = squares_of(kings).count();
  return white_kings * sizeof(ValueRow) << (6 * (material.men() - 2));
}

std::size_t promotion_view_bytes(const Material& material) {
  return promotion_squares(material, Color::White).size() *
         (std::size_t{4096} << (6 * (material.men() - 3)));
}

namespace {

/// With all that captures by a side into the material need.
std::shared_ptr<const EndingTable> whole_table(const Material& material, Metric metric, Color mover,
                                               const EndingStore& store) {
  const Material canonical = material.canonical();
  if (auto here = store.table(canonical, metric)) return here;
  const Color side = material.is_canonical() ? opposite(mover) : mover;
  const auto shell = store.table_with(canonical, metric, side, {});
  if (!shell) return nullptr;
  std::vector<std::uint32_t> skeletons(shell->layout().skeleton_count());
  std::iota(skeletons.begin(), skeletons.end(), 0);
  return store.table_with(canonical, metric, side, skeletons);
}

}  // namespace

/// After the capture it is the opponent's move. Bare kings have no table and no man: one row for
/// each square of the white king.
std::unique_ptr<ExitView> lay_out_captures(const ViewKey& key, Reading reading,
                                           const EndingStore& store, ThreadPool& pool,
                                           const std::atomic<bool>& cancelled, KingSquares kings) {
  const auto& [material, mover] = key;
  const bool bare = material.men() == 2;
  const auto table_of = [&](Metric metric) { return whole_table(material, metric, mover, store); };
  const auto scores = bare ? nullptr : table_of(Metric::Mate);
  const auto zeroing = bare || reading == Reading::Scores ? nullptr : table_of(Metric::Zeroing);
  assert(bare || scores != nullptr);
  const OrientedReader reader(scores.get(), zeroing.get(), material);
  auto view = std::make_unique<ExitView>(bare ? std::vector<Square>{Square(0)} : whole_board(),
                                         reader.men().size(), squares_of(kings));
  view->improve(reader, reading, 0, opposite(mover), pool, cancelled);
  return view;
}

const ExitView* ExitViews::capture_view(const ViewKey& key, Reading reading) {
  auto& view = captures_[{key, reading}];
  if (!view) view = lay_out_captures(key, reading, store_, pool_, *cancelled_, kings_);
  return view.get();
}

ExitSource ExitViews::captures_into(const Material& material, Color mover) {
  const bool cursed = store_.has_cursed_table(material.canonical());
  const ViewKey key{material, mover};
  return {capture_view(key, Reading::Scores),
          cursed ? capture_view(key, Reading::Outcomes) : nullptr};
}

ExitSource ExitViews::promotions_of(const Material& material, Color mover) {
  const Key scores{{material, mover}, Reading::Scores},
      outcomes{{material, mover}, Reading::Outcomes};
  ExitSource source;
  source.scores = &unpacked(scores, promotions_.at(scores));
  const auto found = promotions_.find(outcomes);
  if (found != promotions_.end()) source.outcomes = &unpacked(outcomes, found->second);
  return source;
}

/// Makes the view if there is none at all, so that a promotion nobody has added to is no move.
ExitView& ExitViews::unpacked(const Key& key, Promotions& promotions) {
  if (!promotions.view) {
    promotions.view = no_promotions(key.first);
    if (!promotions.compressed.empty())
      promotions.compressed.restore(promotions.view->bytes(), pool_);
    promotions.compressed = {};
  }
  return *promotions.view;
}

/// Either may be kept with its colours the other way round; an ending whose sides are equal needs
/// both ways.
std::vector<PromotionInto> promotions_into(const Material& material,
                                           const std::vector<Material>& plan) {
  std::vector<PromotionInto> promotions;
  std::set<ViewKey> done;
  for (const bool swap : {false, true}) {
    const Material result = swap ? material.with_colors_swapped() : material;
    for (const Piece piece : result.others()) {
      if (piece.type == PieceType::Pawn) continue;
      const Material from = result.without(piece).with({piece.color, PieceType::Pawn});
      const bool wanted = std::find(plan.begin(), plan.end(), from) != plan.end();
      if (!wanted || !done.insert({from, piece.color}).second) continue;
      promotions.push_back({from, result, piece});
    }
  }
  return promotions;
}

void ExitViews::keep_promotions(const std::vector<PromotionInto>& ways, const EndingTable& scores,
                                const EndingTable* zeroing, std::size_t room) {
  const bool cursed = zeroing != nullptr && zeroing->has_cursed();
  for (const auto& [from, result, promoted] : ways) {
    if (*cancelled_) return;
    const std::size_t size = promotion_view_bytes(from) * (cursed ? 2 : 1);
    make_room(room > size ? room - size : 0, {{from, promoted.color}});
    keep_promotions_for(from, OrientedReader(&scores, zeroing, result), cursed, promoted);
  }
}

/// The second view begins with the first ending that has cursed positions; it must not miss what
/// earlier ones have given to the first view.
void ExitViews::keep_promotions_for(const Material& consumer, const OrientedReader& reader,
                                    bool cursed, Piece promoted) {
  const Key scores{{consumer, promoted.color}, Reading::Scores};
  const Key outcomes{{consumer, promoted.color}, Reading::Outcomes};
  const auto first = std::find(reader.men().begin(), reader.men().end(), promoted);
  const std::size_t place = first - reader.men().begin();
  const Color side = opposite(promoted.color);
  ExitView& score_view = unpacked(scores, promotions_[scores]);
  if (cursed && !promotions_.contains(outcomes)) {
    // What was gathered so far is not cursed.
    unpacked(outcomes, promotions_[outcomes]).take_outcomes(score_view);
  }
  const auto found = promotions_.find(outcomes);
  if (found != promotions_.end()) {
    unpacked(outcomes, found->second)
        .improve(reader, Reading::Outcomes, place, side, pool_, *cancelled_);
  }
  score_view.improve(reader, Reading::Scores, place, side, pool_, *cancelled_);
}

/// Room is reckoned as if everything that this ending asks for were there already.
void ExitViews::prepare(const Material& material, std::size_t room) {
  const std::vector<ViewKey> captures = capture_views_of(material);
  const std::vector<ViewKey> promotions = promotion_views_of(material);
  if (kings_ != king_squares_after_captures(material)) captures_.clear();
  kings_ = king_squares_after_captures(material);
  std::size_t to_come = 0;
  for (const ViewKey& key : captures) {
    if (!captures_.contains({key, Reading::Scores})) {
      to_come += capture_view_bytes(key.first, kings_);
    }
  }
  for (const ViewKey& key : promotions) {
    for (const Reading reading : {Reading::Scores, Reading::Outcomes}) {
      const auto found = promotions_.find({key, reading});
      if (found != promotions_.end() && !found->second.view) {
        to_come += promotion_view_bytes(key.first);
      }
    }
  }
  room = room > to_come ? room - to_come : 0;
  for (auto view = captures_.begin(); view != captures_.end() && size_bytes() > room;) {
    const bool needed =
        std::find(captures.begin(), captures.end(), view->first.first) != captures.end();
    view = needed ? std::next(view) : captures_.erase(view);
  }
  make_room(room, promotions);
}

/// In the order of the map, until it fits. A view is unpacked when its ending is added to or
/// solved.
void ExitViews::make_room(std::size_t room, const std::vector<ViewKey>& wanted) {
  for (auto& [key, promotions] : promotions_) {
    if (size_bytes() <= room) return;
    const bool needed = std::find(wanted.begin(), wanted.end(), key.first) != wanted.end();
    if (needed || !promotions.view) continue;
    promotions.compressed = CompressedBytes(promotions.view->bytes(), pool_);
    promotions.view.reset();
  }
}

void ExitViews::forget_promotions(const Material& material) {
  for (const Color color : kColors) {
    promotions_.erase({{material, color}, Reading::Scores});
    promotions_.erase({{material, color}, Reading::Outcomes});
  }
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
