// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "chess/piece.h"
#include "chess/square.h"
#include "solve/score.h"

namespace lucena {

/// One score for each square of the black king.
using ScoreRow = std::array<Score, Square::kCount>;

/// Sets the scores outside a set of squares to 0.
inline void keep_bits(ScoreRow& row, std::uint64_t squares) {
  // Eight bits become eight bytes: copy the bits to every byte, keep bit i in byte i, and turn
  // what is left there into all ones.
  for (std::size_t i = 0; i < row.size(); i += 8) {
    const std::uint64_t copies = (squares >> i & 255) * 0x0101010101010101;
    const std::uint64_t bit_each = copies & 0x8040201008040201;
    const std::uint64_t nonzero = (bit_each + 0x00406070787c7e7f) & 0x8080808080808080;
    std::uint64_t chunk;
    std::memcpy(&chunk, &row[i], 8);
    chunk &= (nonzero >> 7) * 255;
    std::memcpy(&row[i], &chunk, 8);
  }
}

/// The moves that leave a problem.
class Exits {
 public:
  virtual ~Exits() = default;

  /// For the legal positions of a word, the score of the mover's best exit; 0 where there is none.
  /// The other places may hold anything.
  virtual void best_exits(std::uint32_t word, std::uint64_t legal, Color side,
                          ScoreRow& scores) const = 0;
};

}  // namespace lucena
