// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>

#include "console/error.h"
#include "console/position_request.h"
#include "oracle/oracle.h"

namespace lucena {

/// What is asked of a position besides its kind.
struct FindOptions {
  std::optional<MoveRange> mate_moves{};  // of a win
  bool fifty_moves = true;                // whether the 50-move rule is in force
};

/// A position of the ending with a legal move and nobody's castling right: any, a drawn one, one
/// that is won under the 50-move rule (by White where he wins at all), or one of those with the
/// longest mate.
Result<Position, ConsoleFault> find_position(Oracle& oracle, const Material& material,
                                             Wanted wanted, std::mt19937_64& random,
                                             const FindOptions& options = {});

}  // namespace lucena
