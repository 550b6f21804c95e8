// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "engine/search_limits.h"

namespace lucena {

enum class UciError { Syntax, Position, Move, Option };
using UciFault = Error<UciError>;

/// `go wtime 60000 winc 1000 movestogo 20` with White to move is a clock of 60 s, 1 s more for each
/// move, and 20 moves to go.
struct GoCommand {
  SearchLimits limits;
  std::optional<unsigned> perft;
  std::string remark;  // about words that are not understood and left out; empty if there are none
};

/// Reads what follows the word "go". Nothing at all, or nothing that limits the search, is
/// "infinite"; it is a fault if there are words and none of them is understood.
Result<GoCommand, UciFault> parse_go(std::span<const std::string_view> words,
                                     const Position& position);

}  // namespace lucena
