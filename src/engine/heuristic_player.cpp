// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/heuristic_player.h"

#include <algorithm>
#include <cassert>
#include <random>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

constexpr std::size_t kHashBytes = std::size_t{2} << 20;

/// The same shuffle with every library.
void shuffle(std::vector<Move>& moves, std::mt19937_64& random) {
  for (std::size_t left = moves.size(); left > 1; --left) {
    std::swap(moves[left - 1], moves[random() % left]);
  }
}

}  // namespace

HeuristicPlayer::HeuristicPlayer(Options options)
    : options_(options), engine_({.hash_bytes = kHashBytes}) {}

Move HeuristicPlayer::choose(const Game& game) {
  const MoveList legal = legal_moves(game.position());
  assert(!legal.empty());
  SearchLimits limits;
  limits.nodes = options_.nodes;
  // The search takes the first of equal moves, so their order decides.
  limits.root_moves.assign(legal.begin(), legal.end());
  std::mt19937_64 random(options_.seed ^ game.position().key() ^ game.moves().size() << 32);
  shuffle(limits.root_moves, random);
  engine_.forget_everything();
  return *engine_.search(game, limits, nullptr).best;
}

}  // namespace lucena
