// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/position.h"
#include "engine/value.h"

namespace lucena {

/// Kings cannot be lost, so that they cost nothing.
inline constexpr ByPieceType<Value> kExchangeValues{100, 320, 330, 500, 950, 0};

/// What men are worth in exchanges.
constexpr Value exchange_value(PieceType type) {
  return kExchangeValues[type];
}

/// Whether a legal move gains at least so much, if both sides go on capturing on its target square
/// for as long as it pays, the least valuable man first. Pins are not seen.
bool exchange_gains(const Position& position, Move move, Value threshold);

}  // namespace lucena
