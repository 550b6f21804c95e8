// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/settle.h"

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

#include <bit>

#include "solve/value_row.h"

namespace lucena::LUCENA_KERNELS {
extern const Settling kSettling;

namespace {

// Two things are worth writing by hand where the processor has masks.
#if defined(__AVX512BW__)

/// Which of up to 64 words hold anything, as a set.
inline std::uint64_t held(const std::uint64_t* words, std::uint32_t count) {
  std::uint64_t held = 0;
  for (std::uint32_t i = 0; i < count; i += 8) {
    const __m512i part = _mm512_loadu_si512(words + i);
    held |= std::uint64_t{_mm512_test_epi64_mask(part, part)} << i;
  }
  return held;
}

/// Writes a value to the places of a row that a word holds. The word is the mask: one instruction
/// writes all 64 places.
inline void write_row(std::uint8_t* row, std::uint64_t positions, std::uint8_t value) {
  _mm512_mask_storeu_epi8(row, positions, _mm512_set1_epi8(value));
}

#else

inline std::uint64_t held(const std::uint64_t* words, std::uint32_t count) {
  std::uint64_t held = 0;
  for (std::uint32_t i = 0; i < count; ++i) held |= std::uint64_t{words[i] != 0} << i;
  return held;
}

inline void write_row(std::uint8_t* row, std::uint64_t positions, std::uint8_t value) {
  write_value(row, positions, value);
}

#endif

LUCENA_FLATTEN std::size_t intersect(BlockCollector& collector, const std::uint64_t* first,
                                     const std::uint64_t* second) {
  std::size_t left = 0;
  const std::uint32_t count = collector.line_words();
  collector.update_lines([&](std::uint32_t begin) {
    std::uint64_t* words = collector.words() + begin;
    for (std::uint32_t i = 0; i < count; ++i) words[i] &= first[begin + i] & second[begin + i];
    const std::uint64_t left_here = held(words, count);
    left += std::popcount(left_here);
    return left_here;
  });
  return left;
}

/// Only lines that this collector touched are looked at; elsewhere there is nothing to drop.
LUCENA_FLATTEN void subtract(BlockCollector& collector, const BlockCollector& other) {
  const std::uint32_t count = collector.line_words();
  collector.update_lines([&](std::uint32_t begin) {
    std::uint64_t* words = collector.words() + begin;
    for (std::uint32_t i = 0; i < count; ++i) words[i] &= ~other.words()[begin + i];
    return held(words, count);
  });
}

/// As all of them are in the set, exclusive or takes them out.
LUCENA_FLATTEN std::size_t take_out(const BlockCollector& collector, std::uint64_t* set) {
  std::size_t count = 0;
  const std::uint32_t words = collector.line_words();
  collector.for_lines([&](std::uint32_t first, std::uint64_t) {
    const std::uint64_t* positions = collector.words() + first;
    for (std::uint32_t i = 0; i < words; ++i) set[first + i] ^= positions[i];
    count += std::popcount(held(positions, words));
  });
  return count;
}

LUCENA_FLATTEN void write(const BlockCollector& collector, std::uint8_t* rows, std::uint8_t value) {
  const auto write_line = [&](std::uint32_t first, std::uint64_t rest) {
    for (; rest != 0; rest &= rest - 1) {
      const std::uint32_t offset = first + std::countr_zero(rest);
      const std::uint64_t positions = collector.words()[offset];
      if (positions != 0) write_row(rows + std::size_t{64} * offset, positions, value);
    }
  };
  // Rows are hardly ever in a cache: those of a line are called for while the line before is
  // written.
  std::uint32_t first_before = 0;
  std::uint64_t held_before = 0;
  collector.for_lines([&](std::uint32_t first, std::uint64_t held_here) {
    for (std::uint64_t rest = held_here; rest != 0; rest &= rest - 1) {
      const std::uint32_t offset = first + std::countr_zero(rest);
      __builtin_prefetch(rows + std::size_t{64} * offset);
    }
    write_line(first_before, held_before);
    first_before = first;
    held_before = held_here;
  });
  write_line(first_before, held_before);
}

}  // namespace

constinit const Settling kSettling{intersect, subtract, take_out, write};

}  // namespace lucena::LUCENA_KERNELS
