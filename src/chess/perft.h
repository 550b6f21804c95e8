// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "chess/move.h"
#include "chess/position.h"

namespace lucena {

/// The number of move sequences of exactly `depth` plies. The last ply is counted, not played. From
/// the initial position 1, 20, 400, 8902 and 197281 for depths 0 to 4.
std::uint64_t perft(const Position& position, unsigned depth);

struct PerftShare {
  Move move;
  std::uint64_t nodes;
};

/// The same, by first move, in the order of legal_moves(). The depth is at least 1.
std::vector<PerftShare> perft_divide(const Position& position, unsigned depth, ThreadPool& pool);

}  // namespace lucena
