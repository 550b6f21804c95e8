// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "chess/game.h"
#include "engine/engine.h"

namespace lucena {

/// A player without tables: the engine's search, and chance among moves it holds for equal. What it
/// chooses depends on the seed and on what it was asked before in the same game: it remembers what
/// it has seen until it is asked about another one.
class HeuristicPlayer {
 public:
  struct Options {
    /// In nodes and not in time, so that the same seed gives the same game on every machine.
    std::uint64_t nodes = 80'000;  // a move
    std::uint64_t seed = 0;
  };

  explicit HeuristicPlayer(Options options);

  /// The game must not have ended.
  Move choose(const Game& game);

 private:
  bool continues_last_game(const Game& game) const;

  const Options options_;
  Engine engine_;
  std::optional<Game> last_;  // as it was when we were last asked
};

}  // namespace lucena
