// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "chess/error.h"
#include "chess/move_reading.h"
#include "chess/position.h"

namespace lucena {

/// How close a reading that fits no legal move comes to the position. In ascending order: with
/// several readings of a text, the nearest is what was probably meant.
enum class Nearness : std::uint8_t { NoSuchMan, OutOfReach, WithinReachButForCheck };

Nearness nearness(const Position& position, const MoveReading& reading);

/// Why no legal move fits the reading, for the person who typed it. Which men could go where comes
/// from the attack functions; this only names the first thing that is in the way.
ChessFault why_illegal(const Position& position, const MoveReading& reading);

}  // namespace lucena
