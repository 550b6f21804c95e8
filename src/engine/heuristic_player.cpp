// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/heuristic_player.h"

#include <algorithm>

#include "engine/strength.h"

namespace lucena {
namespace {

constexpr std::size_t kHashBytes = std::size_t{8} << 20;

}  // namespace

HeuristicPlayer::HeuristicPlayer(Options options)
    : options_(options), engine_({.hash_bytes = kHashBytes}) {}

bool HeuristicPlayer::continues_last_game(const Game& game) const {
  if (!last_ || last_->start() != game.start()) return false;
  const std::vector<Move>&before = last_->moves(), &now = game.moves();
  return before.size() <= now.size() && std::equal(before.begin(), before.end(), now.begin());
}

Move HeuristicPlayer::choose(const Game& game) {
  SearchLimits limits;
  limits.nodes = options_.nodes;
  // The search takes the first of equal moves, so their order decides.
  limits.root_moves = shuffled_moves(game, options_.seed);
  if (!continues_last_game(game)) engine_.forget_everything();
  last_ = game;
  return *engine_.search(game, limits, nullptr).best;
}

}  // namespace lucena
