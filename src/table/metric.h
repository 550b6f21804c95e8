// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace lucena {

/// How far away the end of a game is, in plies, counted
///
///     Mate        to mate, 50-move rule ignored
///     Zeroing     to the next capture or pawn move, or mate, under the 50-move rule
///     Conversion  to the next capture or promotion, or mate, 50-move rule ignored
///
/// Tables keep one byte a position: for mate a Score, for the others the plies alone (0 for draws),
/// since whether a position is won, drawn or lost is what its mate score says.
enum class Metric : std::uint8_t { Mate, Zeroing, Conversion };

inline constexpr std::array kMetrics{Metric::Mate, Metric::Zeroing, Metric::Conversion};

}  // namespace lucena
