// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/problem.h"

namespace lucena {

namespace {

using KingSteps = std::vector<std::vector<KingStep>>;

KingSteps steps_in_triangle() {
  KingSteps all;
  for (const Square from : kTriangle) {
    std::vector<KingStep>& steps = all.emplace_back();
    for (const Square to : king_attacks(from)) {
      const Symmetry symmetry = into_triangle(to);
      steps.push_back({triangle_slot(symmetry(to)), symmetry});
    }
  }
  return all;
}

KingSteps steps_on_whole_board() {
  KingSteps all;
  for (int slot = 0; slot < Square::kCount; ++slot) {
    std::vector<KingStep>& steps = all.emplace_back();
    for (const Square to : king_attacks(Square(slot))) steps.push_back({to.index(), Symmetry()});
  }
  return all;
}

const KingSteps& king_steps_of(const Layout& layout) {
  static const KingSteps kInTriangle = steps_in_triangle();
  static const KingSteps kOnWholeBoard = steps_on_whole_board();
  return layout.pawn_count() > 0 ? kOnWholeBoard : kInTriangle;
}

}  // namespace

Problem::Problem(const Layout& layout, std::uint32_t skeleton)
    : layout_(&layout),
      skeleton_(skeleton),
      frozen_(layout.skeleton(skeleton)),
      king_steps_(&king_steps_of(layout)) {}

}  // namespace lucena
