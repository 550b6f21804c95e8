// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "chess/position.h"
#include "console/error.h"
#include "endgame/material.h"

namespace lucena {

/// Which of an ending's positions somebody would like.
enum class Wanted : std::uint8_t { Any, Win, Draw, Hardest };

/// "KBNvK", "random win KRPvKR", "hardest": what is not said will be asked for.
struct EndingRequest {
  std::optional<Material> material{};  // canonical
  bool colors_swapped = false;         // Black is to have the stronger side, as in "KvKQ"
  std::optional<Wanted> wanted{};
};

/// Men on squares, and perhaps nothing else: then who is to move, castling rights and en passant
/// must be asked for.
struct MenRequest {
  Setup setup;
  bool side_is_known = false;
};

using PositionRequest = std::variant<EndingRequest, MenRequest, Position>;

/// Sets the ending of a request; the fault says why the text is none.
std::optional<ConsoleFault> read_ending(std::string_view text, EndingRequest& request);

/// Reads what a person asks for: a FEN, the men one by one as for parse_men() or as the first one
/// or two fields of a FEN, or an ending.
Result<PositionRequest, ConsoleFault> parse_position_request(std::string_view text);

}  // namespace lucena
