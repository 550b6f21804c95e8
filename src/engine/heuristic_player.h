// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "chess/game.h"
#include "engine/engine.h"

namespace lucena {

/// A player without tables: the engine's search, and chance among moves it holds for equal. What it
/// chooses depends on the seed and the game alone.
class HeuristicPlayer {
 public:
  struct Options {
    std::uint64_t nodes = 60'000;  // a move
    std::uint64_t seed = 0;
  };

  explicit HeuristicPlayer(Options options);

  /// The game must not have ended.
  Move choose(const Game& game);

 private:
  const Options options_;
  Engine engine_;
};

}  // namespace lucena
