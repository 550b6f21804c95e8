// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "chess/game.h"
#include "engine/search_limits.h"

namespace lucena {

inline constexpr unsigned kWeakestElo = 1000;
inline constexpr unsigned kStrongestElo = 2600;

/// Makes a search as weak as a number asks for: a limit of nodes that doubles every 160 points,
/// from 100 nodes on, and the moves at the root in a random order, so that chance decides among
/// those the search holds for equal. The numbers are a scale and no more: nobody has measured them.
void limit_strength(unsigned elo, const Game& game, std::uint64_t seed, SearchLimits& limits);

/// The legal moves in a random order that depends on the game and the seed alone.
std::vector<Move> shuffled_moves(const Game& game, std::uint64_t seed);

}  // namespace lucena
