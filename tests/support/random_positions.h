// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "chess/position.h"

namespace lucena::test {

/// Seeded by the test, so that every run sees the same positions.
using Random = std::mt19937_64;

/// A number from 0 to bound - 1. Unlike the standard distributions, the same in every library.
inline std::uint64_t below(std::uint64_t bound, Random& random) {
  return random() % bound;
}

/// The start and what random legal moves make of it, until the game ends or has so many plies.
std::vector<Position> random_walk(const Position& start, std::size_t plies, Random& random);

/// A legal position of so many men, kings included, with more pawns than other men. If there are
/// men enough, about a quarter have a castling right, and a quarter come after a double step past
/// an enemy pawn, mostly with a legal en passant capture.
Position random_placement(int men, Random& random);

}  // namespace lucena::test
