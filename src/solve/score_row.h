// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <emmintrin.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "chess/square.h"
#include "table/score.h"

namespace lucena {

/// One score for each square of the black king.
using ScoreRow = std::array<Score, Square::kCount>;

/// Calls test(sixteen scores) for each quarter of a row and joins the top bits of the answers.
template <class Test>
std::uint64_t row_bits(const Score* row, Test&& test) {
  std::uint64_t bits = 0;
  for (int i = 0; i < Square::kCount; i += 16) {
    const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + i));
    bits |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(test(part)))} << i;
  }
  return bits;
}

/// The squares whose score is this one.
inline std::uint64_t equal_bits(const Score* row, Score score) {
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(score));
  return row_bits(row, [&](__m128i part) { return _mm_cmpeq_epi8(part, wanted); });
}

/// The squares whose score is a loss: its top bit is not set.
inline std::uint64_t loss_bits(const Score* row) {
  return ~row_bits(row, [](__m128i part) { return part; });
}

/// Sets the scores outside a set of squares to 0.
inline void keep_bits(ScoreRow& row, std::uint64_t squares) {
  // Eight bits become eight bytes: copy the bits to every byte, keep bit i in byte i, carry it to
  // the byte's top bit, and turn that into all ones.
  for (std::size_t i = 0; i < row.size(); i += 8) {
    const std::uint64_t copies = (squares >> i & 255) * 0x0101010101010101;
    const std::uint64_t bit_each = copies & 0x8040201008040201;
    const std::uint64_t top_bits = (bit_each + 0x00406070787c7e7f) & 0x8080808080808080;
    std::uint64_t chunk;
    std::memcpy(&chunk, &row[i], 8);
    chunk &= (top_bits >> 7) * 255;
    std::memcpy(&row[i], &chunk, 8);
  }
}

/// Gives a set of squares this score.
inline void write_score(Score* row, std::uint64_t squares, Score score) {
  for (; squares != 0; squares &= squares - 1) row[std::countr_zero(squares)] = score;
}

}  // namespace lucena
