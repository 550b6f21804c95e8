// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "chess/square.h"
#include "table/mate_score.h"

namespace lucena {

/// One value for each square of the black king, as bytes: what they mean is for those to know who
/// know the table or view that they come from.
using ValueRow = std::array<std::uint8_t, Square::kCount>;

/// Sixteen bytes of a row: what every x86-64 processor compares in one instruction. A comparison
/// answers ff or 00 for each byte.
using Sixteen [[gnu::vector_size(16)]] = std::uint8_t;

inline Sixteen load_sixteen(const std::uint8_t* bytes) {
  Sixteen sixteen;
  std::memcpy(&sixteen, bytes, sizeof sixteen);
  return sixteen;
}

/// Bit i is the top bit of byte i.
inline std::uint64_t top_bits(Sixteen bytes) {
#if defined(__SSE2__)
  const std::uint32_t bits = _mm_movemask_epi8(std::bit_cast<__m128i>(bytes));
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < 16; ++i) bits |= std::uint32_t{bytes[i]} >> 7 << i;
#endif
  return bits;
}

/// Calls test(sixteen values) for each quarter of a row and joins the top bits of the answers.
template <class Test>
std::uint64_t row_bits(const std::uint8_t* row, Test&& test) {
  std::uint64_t bits = 0;
  for (int i = 0; i < Square::kCount; i += 16) {
    bits |= top_bits(Sixteen(test(load_sixteen(row + i)))) << i;
  }
  return bits;
}

/// The squares whose value is this one.
inline std::uint64_t equal_bits(const std::uint8_t* row, std::uint8_t value) {
  return row_bits(row, [&](Sixteen part) { return part == value; });
}

/// The squares whose value is this one, in a row of mate scores.
inline std::uint64_t equal_bits(const std::uint8_t* row, MateScore score) {
  return equal_bits(row, score.byte());
}

/// The squares whose value is a loss, in a row of mate scores: its top bit is not set. 128 draws
/// and more than 128 wins, so losses are what is left.
inline std::uint64_t loss_bits(const std::uint8_t* row) {
  return ~row_bits(row, [](Sixteen part) { return part; });
}

/// Sets the bytes of a row outside a set of squares to 0.
///
/// For squares a1, c1 and f1, bits 0, 2 and 5 of the first eight, 25 in hexadecimal:
///
///     copies        25 25 25 25 25 25 25 25      the byte of h1 first, that of a1 last
///     bit_each      00 00 20 00 00 04 00 01
///     + constant    00 40 80 70 78 80 7e 80      7f + 1, 7c + 4 and 60 + 20 reach the top bit
///     top_bits      00 00 80 00 00 80 00 80
///     * 255         00 00 ff 00 00 ff 00 ff
///
/// The constant of byte i is 128 - 2^i, so that bit i alone brings it to 128, and no sum leaves its
/// byte.
inline void keep_bits(std::uint8_t* row, std::uint64_t squares) {
  // Eight bits become eight bytes: copy the bits to every byte, keep bit i in byte i, carry it to
  // the byte's top bit, and turn that into all ones.
  for (int i = 0; i < Square::kCount; i += 8) {
    const std::uint64_t copies = (squares >> i & 255) * 0x0101010101010101;
    const std::uint64_t bit_each = copies & 0x8040201008040201;
    const std::uint64_t top_bits = (bit_each + 0x00406070787c7e7f) & 0x8080808080808080;
    std::uint64_t eight;
    std::memcpy(&eight, row + i, 8);
    eight &= (top_bits >> 7) * 255;
    std::memcpy(row + i, &eight, 8);
  }
}

/// Gives a set of squares this value.
inline void write_value(std::uint8_t* row, std::uint64_t squares, std::uint8_t value) {
  for (; squares != 0; squares &= squares - 1) row[std::countr_zero(squares)] = value;
}

}  // namespace lucena
