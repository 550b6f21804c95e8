// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "endgame/layout.h"

namespace lucena {

/// Skeletons of an ending that follow each other in number and have advanced equally far. No pawn
/// move leads from one of them to another, so that they are solved as one.
struct Wave {
  std::uint32_t first, count;
};

/// All of an ending, in the order in which they are solved: a pawn's step leads to the wave before,
/// a double step to the one before that. Without pawns there is one.
std::vector<Wave> waves_of(const Layout& layout);

}  // namespace lucena
