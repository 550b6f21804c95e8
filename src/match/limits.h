// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/piece.h"
#include "engine/time_control.h"
#include "match/error.h"
#include "uci/engine_command.h"

namespace lucena {

/// How long an engine may think: all that is given applies.
struct Limits {
  std::optional<TimeControl> clock;
  std::optional<std::uint64_t> nodes;
  std::optional<unsigned> depth;
  std::optional<unsigned> move_milliseconds;

  bool empty() const { return !clock && !nodes && !depth && !move_milliseconds; }
};

/// The limits of one engine: those that its command line sets (tc=10+0.1, nodes=1000, depth=8,
/// movetime=100), or if it sets none, the common ones.
Result<Limits, MatchFault> limits_of(const EngineCommand& command, const Limits& common);

/// "go ..." for whoever is to move. The clocks are there if the mover has one; an opponent without
/// a clock is said to have as much time as the mover. "go wtime 10000 btime 9500 winc 100 binc 100
/// depth 8": everything that is limited is said.
std::string go_text(const Limits& limits, Color mover, const std::optional<PlayerClock>& own,
                    const std::optional<PlayerClock>& other);

}  // namespace lucena
