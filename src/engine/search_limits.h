// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "engine/value.h"

namespace lucena {

using Milliseconds = std::chrono::milliseconds;

/// One player's clock. Without a number of moves to go, the time is for the rest of the game.
struct ClockTime {
  Milliseconds left{0};
  Milliseconds increment{0};
  std::optional<unsigned> moves_to_go;
};

/// When to stop a search. Whatever comes first counts; without any limit only stop() ends it.
struct SearchLimits {
  std::optional<ClockTime> clock;
  std::optional<Milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<unsigned> mate_moves;  // stop once a mate in so many moves is found
  int depth = kMostPlies - 1;
  bool infinite = false;         // not even a mate or a single legal move ends it
  bool ponder = false;           // the clock starts with ponder_hit()
  std::vector<Move> root_moves;  // nothing else is considered; empty for all
};

}  // namespace lucena
