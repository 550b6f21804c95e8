// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/player.h"

#include "chess/legal_moves.h"
#include "engine/heuristic_player.h"

namespace lucena {
namespace {

/// The engine, which knows no tables here.
class EnginePlayer final : public Player {
 public:
  explicit EnginePlayer(std::uint64_t seed) : player_({.seed = seed}) {}
  Move choose(const Game& game, const Answer&) override { return player_.choose(game); }

 private:
  HeuristicPlayer player_;
};

}  // namespace

/// Moves that are equally good stand together at the front. Of the moves that draw it takes one
/// with the fewest drawing replies.
Move PerfectPlayer::choose(const Game&, const Answer& known) {
  const std::vector<GradedMove>& moves = known.moves;
  std::size_t equals = 1;  // of the first one, at the front
  while (equals < moves.size() && !is_better(moves.front(), moves[equals])) ++equals;
  return moves[random_below(equals, random_)].move;
}

Move RandomPlayer::choose(const Game& game, const Answer&) {
  const MoveList moves = legal_moves(game.position());
  return moves[random_below(moves.size(), random_)];
}

std::unique_ptr<Player> make_player(PlayerKind kind, std::uint64_t seed) {
  switch (kind) {
    case PlayerKind::Perfect:
      return std::make_unique<PerfectPlayer>(seed);
    case PlayerKind::Heuristic:
      return std::make_unique<EnginePlayer>(seed);
    case PlayerKind::Random:
      break;
  }
  return std::make_unique<RandomPlayer>(seed);
}

}  // namespace lucena
