// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "chess/pgn.h"
#include "console/position_request.h"

namespace lucena {

/// Where a game begins, and what was asked for to arrive there.
struct GameStart {
  Position position;
  /// If any position of a kind would have done: the kind, with nothing left open.
  std::optional<EndingRequest> kind{};
  /// A game from a file, to be looked at before it is played on.
  std::optional<PgnGame> loaded{};
};

}  // namespace lucena
