// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/accelerator.h"

namespace lucena {

Result<AcceleratedAs, SolveFault> accelerated_as(Accelerator& accelerator, const Layout& layout,
                                                 bool in_part, std::size_t metrics) {
  if (!in_part) {
    const auto lack = accelerator.lacks_room(layout.material(), metrics);
    if (!lack) return AcceleratedAs::Whole;
    if (layout.pawn_count() != 1) return *lack;
  } else if (layout.pawn_count() > 1) {
    return SolveFault{SolveError::Device,
                      "the GPU solves an ending with several pawns as a whole, and this is a part "
                      "of one"};
  }
  if (const auto lack = accelerator.lacks_room(layout.words())) return *lack;
  return AcceleratedAs::Problems;
}

}  // namespace lucena
