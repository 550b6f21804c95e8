// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "chess/position.h"
#include "engine/value.h"

namespace lucena {

/// A king's moves from one square to the other.
inline int king_distance(Square a, Square b) {
  return std::max(std::abs(a.file() - b.file()), std::abs(a.rank() - b.rank()));
}

/// Endings of which the outcome is known whatever the details: men enough against a bare king, and
/// men that cannot force mate. The value is for the side to move and leads to the goal: a bare king
/// is driven to the edge, or to a corner of the bishop's colour by bishop and knight, by men and a
/// king that stay close.
std::optional<Value> known_ending(const Position& position);

/// How much of an advantage in the ending remains for this side, which has it, in 64ths: less where
/// winning takes more than being ahead, such as with opposite bishops or without pawns.
int ending_scale(const Position& position, Color stronger);

inline constexpr int kWholeScale = 64;

}  // namespace lucena
