// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/position.h"

namespace lucena {

namespace polyglot {

inline constexpr std::size_t kNumberCount = 781;
extern const std::array<std::uint64_t, kNumberCount> kNumbers;

}  // namespace polyglot

/// The key by which Polyglot books know a position. The format counts an en passant square whenever
/// a pawn stands ready to capture there; positions that Position::make() leads to no longer know
/// of one where the capture would expose the king, so there the keys differ.
///
/// How it differs from Position::key(), apart from the numbers:
///
///     castling       four numbers, one for each right; there sixteen, one for each set
///     side to move   a number for White; there one for Black
///     en passant     if a pawn stands ready; there only if the capture is legal
///
/// The initial position has the key 463b96181691fc9c.
std::uint64_t polyglot_key(const Position& position);

}  // namespace lucena
