// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/waves.h"

#include "solve/solver_crew.h"

namespace lucena {

std::vector<Wave> waves_of(const Layout& layout) {
  const std::vector<std::uint32_t> skeletons = skeletons_within(layout, nullptr);
  std::vector<Wave> waves;
  for (std::size_t begin = 0; begin < skeletons.size();) {
    const std::size_t end = SolverCrew::end_of_wave(layout, skeletons, begin);
    waves.push_back({skeletons[begin], static_cast<std::uint32_t>(end - begin)});
    begin = end;
  }
  return waves;
}

std::vector<std::uint32_t> promoting_skeletons(const Layout& layout, Color side) {
  constexpr int kStepsBeforeLast = 5;
  std::vector<std::uint32_t> skeletons;
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    bool promotes = false;
    for (std::size_t i = layout.free_men().size(); i < layout.men().size(); ++i) {
      const Square square(layout.skeleton(skeleton)[i]);
      promotes |= layout.men()[i].color == side && pawn_steps(side, square) == kStepsBeforeLast;
    }
    if (promotes) skeletons.push_back(skeleton);
  }
  return skeletons;
}

}  // namespace lucena
