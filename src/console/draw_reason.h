// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "oracle/oracle.h"

namespace lucena {

/// Why the stronger side of an ending does not win a drawn position, as `lucena stats` counts them:
/// UnwonCounts has the definitions.
enum class DrawClass : std::uint8_t {
  Stalemate,
  LostAtOnce,
  LostByForce,
  StalemateTrap,
  LostOrTrap,  // one of the two before: which of them is not known
  OtherDraw,   // a fortress, perpetual check, or too few men
};

/// The class of a drawn position, as far as it can be told soon. Nothing if it cannot, or if
/// neither side of its ending is the stronger one. Two things tell it, and neither can be wrong:
///
///     what is counted    if `stats` counts positions of one class only, with these bishops and
///                        this side to move, the position belongs to that
///     what is forced     a search for a capture or stalemate that the weaker side can force or,
///                        where few positions can arise, as with three men, all of them
Result<std::optional<DrawClass>, OracleFault> draw_class(Oracle& oracle, const Position& position);

/// The sentence on a drawn position with a legal move, without its full stop: that it is a draw,
/// and why, as far as that is known.
Result<std::string, OracleFault> draw_sentence(Oracle& oracle, const Position& position);

}  // namespace lucena
