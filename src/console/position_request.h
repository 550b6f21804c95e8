// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "chess/written_position.h"
#include "console/error.h"
#include "endgame/material.h"

namespace lucena {

/// Which of an ending's positions somebody would like.
enum class Wanted : std::uint8_t { Any, Win, Draw, Hardest };

/// How many moves a mate may take.
struct MoveRange {
  unsigned least, most;

  friend bool operator==(const MoveRange&, const MoveRange&) = default;
};

/// "KBNvK", "random win KRPvKR", "random win KQvKR 8-12", "hardest": what is not said will be asked
/// for.
struct EndingRequest {
  std::optional<Material> material{};  // canonical
  bool colors_swapped = false;         // Black is to have the stronger side, as in "KvKQ"
  std::optional<Wanted> wanted{};
  std::optional<MoveRange> mate_moves{};  // of a win
};

/// "load games.pgn 3".
struct LoadRequest {
  std::string path;
  unsigned number = 1;  // of the game in the file
};

/// A written position leaves something open that must be asked for.
using PositionRequest = std::variant<EndingRequest, WrittenPosition, Position, LoadRequest>;

/// Sets the ending of a request; the fault says why the text is none.
std::optional<ConsoleFault> read_ending(std::string_view text, EndingRequest& request);

/// "games.pgn 3" or "games.pgn": what is to be loaded. A last word that is a number is that of the
/// game; else the first game is meant.
LoadRequest parse_load_request(std::string_view text);

/// Reads what a person asks for: whatever parse_written_position() understands, "start" for the
/// initial position, an ending, or a game to load.
Result<PositionRequest, ConsoleFault> parse_position_request(std::string_view text);

}  // namespace lucena
