// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <vector>

#include "endgame/layout.h"

namespace lucena {

/// Pawns of both sides, as sets of squares.
using PawnSets = ByColor<std::uint64_t>;

/// A canonical material and where its pawns stand: a skeleton, whatever its number is. Of two that
/// mirror each other only one is ever made.
struct PawnPlacement {
  Material material;
  PawnSets pawns{};

  /// Of a material with its colours as on the board, where Black may be the stronger side.
  static PawnPlacement of(const Material& on_the_board, const PawnSets& pawns);
  static PawnPlacement of(const Position& position);
  static PawnPlacement of(const Layout& layout, std::uint32_t skeleton);

  /// The same game with the colours exchanged, if that leads to the same material: KPvKP with pawns
  /// on a2 and b6 is KPvKP with pawns on b3 and a7.
  PawnPlacement with_colors_swapped() const;

  friend auto operator<=>(const PawnPlacement&, const PawnPlacement&) = default;
};

/// What can become of a position as long as nothing is captured: the endings with as many men, and
/// where their pawns can stand in them. Nobody leaves his file, and no pawn passes another one on
/// it; all other men can be anywhere.
///
///     KRBvKRP, pawn on c4    KRBvKRP with the pawn on c4, c3 or c2; KRBvKRQ, KRBvKRR and so on
///     KRPvKRP, e4 and e5     nothing else
///
/// Law: every move without a capture leads from a placement that is within to one that is, wherever
/// the other men stand. So it has all that whoever solves one of its placements needs of endings
/// with as many men, and all that a game from there comes to; where the sides are equal perhaps
/// with the colours exchanged. KPPvKRP on the board is kept as KRPvKPP, and so what it is after a
/// white pawn has become a rook.
class Reach {
 public:
  explicit Reach(const PawnPlacement& start);
  explicit Reach(const Position& start) : Reach(PawnPlacement::of(start)) {}

  const PawnPlacement& start() const { return start_; }
  bool contains(const PawnPlacement& placement) const { return placements_.contains(placement); }
  bool contains(const Material& canonical_material) const;
  const std::set<PawnPlacement>& placements() const { return placements_; }

 private:
  PawnPlacement start_;
  std::set<PawnPlacement> placements_;
};

/// The skeletons of an ending that a reach contains, ascending; all of them if there is no reach.
std::vector<std::uint32_t> skeletons_within(const Layout& layout, const Reach* reach);
/// Whether it contains all of them.
bool is_all_within(const Layout& layout, const Reach* reach);

}  // namespace lucena
