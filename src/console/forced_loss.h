// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "oracle/prober.h"

namespace lucena {

/// What the weaker side of an ending can force in a position that the stronger side does not win,
/// by the definitions of UnwonCounts, for one position at a time: a capture that does not lose or,
/// if stalemates count, a stalemate. The tables of the ending must be there.

/// The fewest plies within which it can. Nothing if that was not found, be it that it cannot, or
/// for want of plies or patience.
Result<std::optional<unsigned>, TableFault> forced_within(const Prober& prober,
                                                          const Position& position, Color stronger,
                                                          bool with_stalemates);

struct ForcedForGood {
  bool capture, capture_or_stalemate;
};

/// Whether it can at all. Nothing where too many positions can arise to tell.
Result<std::optional<ForcedForGood>, TableFault> forced_for_good(const Prober& prober,
                                                                 const Position& position,
                                                                 Color stronger);

}  // namespace lucena
