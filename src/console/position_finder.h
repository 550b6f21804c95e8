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
  bool stalemates = false;                // will do for draws, if there are no others
};

/// A position of a canonical ending and nobody's castling right: any, a drawn one, one that is won
/// under the rules (by White where he wins at all), or one of those with the longest mate that is
/// won under them. It has a legal move, stalemates excepted. What there is is found, however rare;
/// but an ending that does not fit into memory is not searched, and its hardest position is the
/// hardest of its lists or of many at random.
Result<Position, ConsoleFault> find_position(Oracle& oracle, const Material& material,
                                             Wanted wanted, std::mt19937_64& random,
                                             const FindOptions& options = {});

}  // namespace lucena
