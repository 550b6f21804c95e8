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

}  // namespace lucena
