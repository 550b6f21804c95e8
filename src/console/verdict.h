// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "oracle/oracle.h"

namespace lucena {

/// What there is to say about an initial position before the first move, in one sentence:
///
///     The initial position is a checkmate: Black has lost
///     White cannot prevent a quick capture at the initial position: ...
///     The initial position is a draw under the perfect play assumption
///     White wins in at most 23 moves
///     White wins in at most 2 moves without the 50-move rule, which may make it longer
Result<std::string, OracleFault> verdict(Oracle& oracle, const Position& position,
                                         const Rules& rules);

/// The same for what is no position, or none that is supported.
std::string invalid_verdict(std::string_view why);

/// A sentence or two on the ending in general: which share of its positions is won, and the longest
/// mate. Where it matters on which colours bishops stand, about the positions with such bishops:
/// KBBvK is won or drawn by that. Empty for bare kings.
Result<std::string, OracleFault> about_ending(Oracle& oracle, const Position& position);

}  // namespace lucena
