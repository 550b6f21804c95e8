// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "cuda/device_array.h"
#include "cuda/device_room.h"
#include "cuda/pawn_exit_kernels.h"
#include "endgame/layout.h"
#include "solve/value_bytes.h"

namespace lucena {

/// A man on the board after an exit: what he is by then, and his number among the men before it.
struct BoardMan {
  Piece piece;
  int number;
};

/// Those who are left when somebody is captured; one may have become somebody else by promotion.
std::vector<BoardMan> men_after(const std::vector<Piece>& men,
                                std::optional<std::size_t> victim = {},
                                std::optional<BoardMan> promoted = {});

/// The tables of endings in the memory of a machine, in the order of an EndingTable, and how
/// positions on the board find themselves in them.
template <class Machine>
class DeviceTables {
 public:
  explicit DeviceTables(Machine& machine) : machine_(machine) {}

  /// The bytes of one side to move; null if there are none.
  std::uint8_t* values(const Material& material, Metric metric, Color side) const {
    const auto table = tables_.find({material, metric});
    return table == tables_.end() ? nullptr : table->second.values(side).data();
  }
  /// Copies all bytes of one side to move; whether there are any.
  bool copy(const Material& material, Metric metric, Color side,
            std::span<std::uint8_t> values) const {
    const auto table = tables_.find({material, metric});
    if (table == tables_.end()) return false;
    table->second.values(side).get(values);
    return !machine_.fault();
  }

  /// A table in which everything is drawn.
  void add(const Layout& layout, Metric metric) {
    const std::size_t bytes = device_table_bytes(layout) / kColors.size();
    Table table(machine_, bytes, layout.skeleton_count());
    for (const Color side : kColors) table.values(side).fill(ValueBytes::drawn(metric), bytes);
    tables_.insert_or_assign(Key{layout.material(), metric}, std::move(table));
  }
  std::size_t size_bytes() const {
    std::size_t sum = 0;
    for (const auto& [key, table] : tables_) sum += table.white.size() + table.black.size();
    return sum;
  }
  void remove(const Material& material, Metric metric) { tables_.erase({material, metric}); }
  template <class Predicate>
  void remove_if(Predicate&& is_unwanted) {
    std::erase_if(tables_, [&](const auto& entry) { return is_unwanted(entry.first.first); });
  }

  /// How these men find themselves in the ending that keeps them, values still to be named.
  on_device::StoredValues place_of(const std::vector<BoardMan>& men) {
    const Material material = material_of(men);
    on_device::StoredValues stored;
    stored.is_drawn = men.empty();
    stored.is_swapped = !material.is_canonical();
    const std::vector<Piece> order = ordered_men(material.canonical());
    std::vector<bool> taken(men.size(), false);
    for (const Piece piece : order) {
      const Piece wanted{stored.is_swapped ? opposite(piece.color) : piece.color, piece.type};
      std::size_t who = 0;
      while (taken[who] || men[who].piece != wanted) ++who;
      taken[who] = true;
      stored.man[stored.men_count++] = static_cast<std::uint8_t>(men[who].number);
      if (piece.type != PieceType::Pawn) ++stored.free_count;
    }
    stored.skeleton_count = 1;
    if (material.has_pawns()) stored.skeletons = skeletons_of(material.canonical());
    return stored;
  }

  /// Where the captures and promotions of a side lead; pawn moves are still to be named.
  on_device::ExitPlaces exits_of(const std::vector<Piece>& men, Metric metric, Color us) {
    const Color them = opposite(us);
    on_device::ExitPlaces places{};
    for (std::size_t victim = 0; victim < men.size(); ++victim) {
      // What they capture in passing is ours.
      places.captures[victim] = find(men_after(men, victim), metric, men[victim].color);
    }
    for (std::size_t pawn = 0; pawn < men.size(); ++pawn) {
      if (men[pawn] != Piece{us, PieceType::Pawn}) continue;
      for (std::size_t i = 0; i < kPromotionTypes.size(); ++i) {
        const BoardMan promoted{{us, kPromotionTypes[i]}, static_cast<int>(pawn)};
        places.promotions[pawn][i] = find(men_after(men, {}, promoted), metric, them);
        for (std::size_t victim = 0; victim < men.size(); ++victim) {
          if (men[victim].color == us || men[victim].type == PieceType::Pawn) continue;
          places.capture_promotions[pawn][victim][i] =
              find(men_after(men, victim, promoted), metric, them);
        }
      }
    }
    return places;
  }

  /// As place_of(), with the values that the ending's table has for a side to move on the board:
  /// none if there is no table.
  on_device::StoredValues find(const std::vector<BoardMan>& men, Metric metric, Color side) {
    on_device::StoredValues stored = place_of(men);
    const Material kept = material_of(men).canonical();
    const Color stored_side = stored.is_swapped ? opposite(side) : side;
    const auto table = tables_.find({kept, Metric::Mate});
    if (table == tables_.end()) return stored;
    stored.scores = table->second.values(stored_side).data();
    stored.skeleton_count = table->second.skeletons;
    if (metric != Metric::Mate) stored.plies = values(kept, metric, stored_side);
    return stored;
  }

 private:
  template <class T>
  using Array = DeviceArray<T, Machine>;
  using Key = std::pair<Material, Metric>;

  struct Table {
    Table(Machine& machine, std::size_t bytes, std::uint32_t skeleton_count)
        : white(machine, bytes), black(machine, bytes), skeletons(skeleton_count) {}

    Array<std::uint8_t>& values(Color side) { return side == Color::White ? white : black; }
    const Array<std::uint8_t>& values(Color side) const {
      return side == Color::White ? white : black;
    }

    Array<std::uint8_t> white, black;  // by side to move
    std::uint32_t skeletons;
  };

  static Material material_of(const std::vector<BoardMan>& men) {
    Material material;
    for (const BoardMan& man : men) material = material.with(man.piece);
    return material;
  }

  /// See StoredValues::skeletons.
  const std::uint32_t* skeletons_of(const Material& material) {
    const auto [entry, is_new] = skeletons_.try_emplace(material, machine_);
    if (is_new) {
      const Layout layout(material);
      std::vector<std::uint32_t> places;
      for (const Layout::SkeletonPlace& place : layout.skeleton_places()) {
        places.push_back(2 * place.number + (place.mirrored ? 1 : 0));
      }
      entry->second.make_room(places.size());
      entry->second.put(places);
    }
    return entry->second.data();
  }

  Machine& machine_;
  std::map<Key, Table> tables_;
  std::map<Material, Array<std::uint32_t>> skeletons_;
};

}  // namespace lucena
