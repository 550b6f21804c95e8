// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/heuristic_player.h"

#include "engine/strength.h"

namespace lucena {
namespace {

constexpr std::size_t kHashBytes = std::size_t{2} << 20;

}  // namespace

HeuristicPlayer::HeuristicPlayer(Options options)
    : options_(options), engine_({.hash_bytes = kHashBytes}) {}

Move HeuristicPlayer::choose(const Game& game) {
  SearchLimits limits;
  limits.nodes = options_.nodes;
  // The search takes the first of equal moves, so their order decides.
  limits.root_moves = shuffled_moves(game, options_.seed);
  engine_.forget_everything();
  return *engine_.search(game, limits, nullptr).best;
}

}  // namespace lucena
