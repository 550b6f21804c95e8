// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "table/worth.h"

namespace lucena {

/// Worths of moves as bytes that wait on disk: one byte each if mate scores can say all of them,
/// which by mate they nearly always can; otherwise two.
///
///     no such move    0          a loss in n plies    n / 2
///     a draw          128        a win in n plies     256 - (n + 1) / 2
std::vector<std::uint8_t> worths_to_bytes(std::span<const Worth> worths);

/// Gives them back, as many as there were.
void worths_from_bytes(std::span<const std::uint8_t> bytes, std::span<Worth> worths);

}  // namespace lucena
