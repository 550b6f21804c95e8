// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/reach.h"

#include <algorithm>
#include <numeric>

#include "endgame/symmetry.h"

namespace lucena {
namespace {

constexpr Symmetry kLeftRight(true, false, false), kUpsideDown(false, true, false);

PawnSets mirrored(const PawnSets& pawns) {
  return {kLeftRight(pawns[Color::White]), kLeftRight(pawns[Color::Black])};
}

/// White's pawns become Black's and run the other way.
PawnSets turned_round(const PawnSets& pawns) {
  return {kUpsideDown(pawns[Color::Black]), kUpsideDown(pawns[Color::White])};
}

/// Calls visit(placement) for all that a step of one pawn makes of a placement. A double step is
/// two of them.
template <class Visit>
void for_each_step(const PawnPlacement& from, Visit&& visit) {
  const auto& [material, pawns] = from;
  const std::uint64_t blocked = pawns[Color::White] | pawns[Color::Black];
  for (const Color color : kColors) {
    const bool white = color == Color::White;
    for (const Square square : Bitboard(pawns[color])) {
      const Square to(square.index() + (white ? 8 : -8));
      if (Bitboard(blocked).contains(to)) continue;
      PawnSets after = pawns;
      after[color] ^= Bitboard(square).bits();
      if (to.rank() != (white ? 7 : 0)) {
        after[color] |= Bitboard(to).bits();
        visit(PawnPlacement::of(material, after));
        continue;
      }
      for (const PieceType type : kPromotionTypes) {
        const Material promoted = material.without({color, PieceType::Pawn}).with({color, type});
        visit(PawnPlacement::of(promoted, after));
      }
    }
  }
}

}  // namespace

PawnPlacement PawnPlacement::of(const Material& on_the_board, const PawnSets& pawns) {
  const bool swaps = !on_the_board.is_canonical();
  const PawnSets canonical = swaps ? turned_round(pawns) : pawns;
  return {on_the_board.canonical(), std::min(canonical, mirrored(canonical))};
}

PawnPlacement PawnPlacement::of(const Position& position) {
  const auto pawns = [&](Color color) { return position.men_of(color, PieceType::Pawn).bits(); };
  return of(Material::of(position), {pawns(Color::White), pawns(Color::Black)});
}

PawnPlacement PawnPlacement::of(const Layout& layout, std::uint32_t skeleton) {
  PawnSets pawns{};
  for (std::size_t i = layout.free_men().size(); i < layout.men().size(); ++i) {
    const Square square(layout.skeleton(skeleton)[i]);
    pawns[layout.men()[i].color] |= Bitboard(square).bits();
  }
  return of(layout.material(), pawns);
}

PawnPlacement PawnPlacement::with_colors_swapped() const {
  return of(material.with_colors_swapped(), turned_round(pawns));
}

/// What is found is looked at in turn, until nothing is new.
Reach::Reach(const PawnPlacement& start) : start_(start), placements_{start} {
  std::vector<PawnPlacement> open{start};
  while (!open.empty()) {
    const PawnPlacement from = open.back();
    open.pop_back();
    for_each_step(from, [&](const PawnPlacement& found) {
      if (placements_.insert(found).second) open.push_back(found);
    });
  }
}

/// Placements of the same material are next to each other.
bool Reach::contains(const Material& canonical_material) const {
  const auto found = placements_.lower_bound({canonical_material, {}});
  return found != placements_.end() && found->material == canonical_material;
}

std::vector<std::uint32_t> skeletons_within(const Layout& layout, const Reach* reach) {
  std::vector<std::uint32_t> skeletons(layout.skeleton_count());
  std::iota(skeletons.begin(), skeletons.end(), 0);
  std::erase_if(skeletons, [&](std::uint32_t skeleton) {
    return reach != nullptr && !reach->contains(PawnPlacement::of(layout, skeleton));
  });
  return skeletons;
}

bool is_all_within(const Layout& layout, const Reach* reach) {
  return reach == nullptr || skeletons_within(layout, reach).size() == layout.skeleton_count();
}

}  // namespace lucena
