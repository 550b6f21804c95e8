// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "chess/written_position.h"
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

/// A written position leaves something open that must be asked for.
using PositionRequest = std::variant<EndingRequest, WrittenPosition, Position>;

/// Sets the ending of a request; the fault says why the text is none.
std::optional<ConsoleFault> read_ending(std::string_view text, EndingRequest& request);

/// Reads what a person asks for: whatever parse_written_position() understands, or an ending.
Result<PositionRequest, ConsoleFault> parse_position_request(std::string_view text);

}  // namespace lucena
