// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/oracle_setup.h"
#include "console/board_picture.h"
#include "console/player.h"
#include "engine/time_control.h"

namespace lucena {

/// How its messages begin.
inline constexpr std::string_view kPlayCommand = "lucena play";

/// What `lucena play` was told.
struct PlayArguments {
  OracleArguments oracle;
  std::optional<std::string> position;
  std::optional<std::string> side;
  std::string metric = "mate";
  std::optional<std::string> fifty;
  bool hints = false;
  bool ascii = false;
  std::optional<std::string> pgn;
  std::optional<std::uint64_t> seed;
  // Self-play
  std::optional<std::string> cases;
  std::optional<std::string> white, black;
  std::optional<unsigned> max_moves;
  std::optional<std::string> out;
  bool force = false;
  // The opponent
  std::optional<std::string> opponent;
  std::optional<unsigned> elo;
  std::optional<unsigned> depth;
  std::optional<std::string> move_time;
  std::optional<std::string> tc;
  std::optional<std::string> book;
};

/// The same, understood.
struct PlaySettings {
  Rules rules;
  BoardStyle style;
  std::uint64_t seed = 0;
  PlayerSpec opponent{};
  std::optional<TimeControl> clock{};
};

/// `lucena play --cases`: the exit status.
int run_cases(Oracle& oracle, const PlayArguments& arguments, const PlaySettings& settings,
              const std::atomic<bool>& interrupted);

}  // namespace lucena
