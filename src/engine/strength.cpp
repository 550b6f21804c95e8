// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/strength.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/random.h"
#include "chess/legal_moves.h"

namespace lucena {

/// The key makes positions differ, the number of plies makes the same position differ when it
/// occurs again.
std::vector<Move> shuffled_moves(const Game& game, std::uint64_t seed) {
  const MoveList legal = legal_moves(game.position());
  std::vector<Move> moves(legal.begin(), legal.end());
  std::mt19937_64 random(seed ^ game.position().key() ^ std::uint64_t{game.moves().size()} << 32);
  shuffle(moves, random);
  return moves;
}

/// 1000 is 100 nodes, 1160 is 200, 2000 is 7,610 and 2600 is 102,400.
void limit_strength(unsigned elo, const Game& game, std::uint64_t seed, SearchLimits& limits) {
  const double doublings = (std::clamp(elo, kWeakestElo, kStrongestElo) - kWeakestElo) / 160.0;
  const auto nodes = static_cast<std::uint64_t>(100 * std::exp2(doublings));
  limits.nodes = std::min(limits.nodes.value_or(nodes), nodes);
  if (limits.root_moves.empty()) limits.root_moves = shuffled_moves(game, seed);
}

}  // namespace lucena
