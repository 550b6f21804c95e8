// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/problem_geometry.h"

#include <algorithm>
#include <cassert>

namespace lucena {

std::vector<FrozenPawns> frozen_pawns(const Layout& layout,
                                      std::span<const std::uint32_t> skeletons) {
  std::vector<FrozenPawns> placements;
  for (const std::uint32_t skeleton : skeletons) {
    FrozenPawns& placement = placements.emplace_back();
    std::copy_n(layout.skeleton(skeleton).begin(), kMaxOthers, placement.squares);
    placement.is_own_mirror = layout.is_own_mirror(skeleton);
  }
  return placements;
}

ProblemGeometry::ProblemGeometry(const Problem& problem)
    : men{},
      frozen{},
      men_count(static_cast<int>(problem.men().size())),
      free_count(problem.free_count()),
      words(problem.words()),
      in_triangle(false),
      black_king_is_frozen(problem.black_king_is_frozen()),
      placements(nullptr),
      king_squares{},
      step_counts{},
      steps{} {
  std::copy(problem.men().begin(), problem.men().end(), men);
  const Squares squares = problem.squares(0);
  std::copy(squares.begin(), squares.end(), frozen);
  const int slots = static_cast<int>(words >> (6 * free_count));
  in_triangle = slots == kTriangleSize;
  for (int slot = 0; slot < slots; ++slot) {
    const std::uint32_t word = static_cast<std::uint32_t>(slot) << (6 * free_count);
    king_squares[slot] = problem.white_king(word).byte();
  }
  for (int slot = 0; slot < slots; ++slot) {
    for (const KingStep& step : problem.king_steps(slot)) {
      const Square there(king_squares[step.slot]);
      steps[slot][step_counts[slot]++] = {static_cast<std::uint8_t>(step.slot),
                                          static_cast<std::uint8_t>(step.symmetry.code()),
                                          step.symmetry.inverse()(there).byte()};
    }
  }
}

ProblemGeometry::ProblemGeometry(const Layout& layout, const FrozenPawns* several,
                                 std::uint32_t count)
    : ProblemGeometry(Problem(layout, 0)) {
  assert(layout.pawn_count() > 0);
  words *= count;
  placements = several;
}

}  // namespace lucena
