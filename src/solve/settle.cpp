// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/settle.h"

#include <immintrin.h>

#include <bit>

#include "solve/score_row.h"

namespace lucena {
namespace {

/// How the versions differ: in finding out which of 64 words hold anything, and in writing scores.
struct PlainWords {
  static std::uint64_t held(const std::uint64_t* words, std::uint32_t count) {
    std::uint64_t held = 0;
    for (std::uint32_t i = 0; i < count; ++i) held |= std::uint64_t{words[i] != 0} << i;
    return held;
  }
  static void write(Score* row, std::uint64_t squares, Score score) {
    write_score(row, squares, score);
  }
};

/// A word is the mask of its row: one instruction writes all 64 places.
struct MaskedWords {
  [[gnu::target("arch=x86-64-v4")]] static std::uint64_t held(const std::uint64_t* words,
                                                              std::uint32_t count) {
    std::uint64_t held = 0;
    for (std::uint32_t i = 0; i < count; i += 8) {
      const __m512i part = _mm512_loadu_si512(words + i);
      held |= std::uint64_t{_mm512_test_epi64_mask(part, part)} << i;
    }
    return held;
  }
  [[gnu::target("arch=x86-64-v4")]] static void write(Score* row, std::uint64_t squares,
                                                      Score score) {
    _mm512_mask_storeu_epi8(row, squares, _mm512_set1_epi8(static_cast<char>(score)));
  }
};

template <class Version>
[[gnu::always_inline]] inline std::size_t intersect(BlockCollector& collector,
                                                    const std::uint64_t* first,
                                                    const std::uint64_t* second) {
  std::size_t left = 0;
  const std::uint32_t count = collector.line_words();
  collector.update_lines([&](std::uint32_t begin) {
    std::uint64_t* words = collector.words() + begin;
    for (std::uint32_t i = 0; i < count; ++i) words[i] &= first[begin + i] & second[begin + i];
    const std::uint64_t held = Version::held(words, count);
    left += static_cast<std::size_t>(std::popcount(held));
    return held;
  });
  return left;
}

template <class Version>
[[gnu::always_inline]] inline void subtract(BlockCollector& collector,
                                            const BlockCollector& other) {
  const std::uint32_t count = collector.line_words();
  collector.update_lines([&](std::uint32_t begin) {
    std::uint64_t* words = collector.words() + begin;
    for (std::uint32_t i = 0; i < count; ++i) words[i] &= ~other.words()[begin + i];
    return Version::held(words, count);
  });
}

template <class Version>
[[gnu::always_inline]] inline std::size_t take_out(const BlockCollector& collector,
                                                   std::uint64_t* set) {
  std::size_t count = 0;
  const std::uint32_t words = collector.line_words();
  collector.for_lines([&](std::uint32_t first, std::uint64_t) {
    const std::uint64_t* positions = collector.words() + first;
    for (std::uint32_t i = 0; i < words; ++i) set[first + i] ^= positions[i];
    count += static_cast<std::size_t>(std::popcount(Version::held(positions, words)));
  });
  return count;
}

template <class Version>
[[gnu::always_inline]] inline void write(const BlockCollector& collector, std::uint8_t* rows,
                                         std::uint8_t value) {
  const auto write_line = [&](std::uint32_t first, std::uint64_t held) {
    for (; held != 0; held &= held - 1) {
      const std::uint32_t offset = first + static_cast<std::uint32_t>(std::countr_zero(held));
      const std::uint64_t positions = collector.words()[offset];
      if (positions != 0) Version::write(rows + std::size_t{64} * offset, positions, value);
    }
  };
  // Rows are hardly ever in a cache: those of a line are called for while the line before is
  // written.
  std::uint32_t first_before = 0;
  std::uint64_t held_before = 0;
  collector.for_lines([&](std::uint32_t first, std::uint64_t held) {
    for (std::uint64_t rest = held; rest != 0; rest &= rest - 1) {
      const std::uint32_t offset = first + static_cast<std::uint32_t>(std::countr_zero(rest));
      __builtin_prefetch(rows + std::size_t{64} * offset);
    }
    write_line(first_before, held_before);
    first_before = first;
    held_before = held;
  });
  write_line(first_before, held_before);
}

namespace plain {
[[gnu::flatten]] std::size_t intersect_all(BlockCollector& collector, const std::uint64_t* first,
                                           const std::uint64_t* second) {
  return intersect<PlainWords>(collector, first, second);
}
[[gnu::flatten]] void subtract_all(BlockCollector& collector, const BlockCollector& other) {
  subtract<PlainWords>(collector, other);
}
[[gnu::flatten]] std::size_t take_out_all(const BlockCollector& collector, std::uint64_t* set) {
  return take_out<PlainWords>(collector, set);
}
[[gnu::flatten]] void write_all(const BlockCollector& collector, std::uint8_t* rows,
                                std::uint8_t value) {
  write<PlainWords>(collector, rows, value);
}
}  // namespace plain

namespace avx2 {
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] std::size_t intersect_all(
    BlockCollector& collector, const std::uint64_t* first, const std::uint64_t* second) {
  return intersect<PlainWords>(collector, first, second);
}
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] void subtract_all(BlockCollector& collector,
                                                                  const BlockCollector& other) {
  subtract<PlainWords>(collector, other);
}
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] std::size_t take_out_all(
    const BlockCollector& collector, std::uint64_t* set) {
  return take_out<PlainWords>(collector, set);
}
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] void write_all(const BlockCollector& collector,
                                                               std::uint8_t* rows,
                                                               std::uint8_t value) {
  write<PlainWords>(collector, rows, value);
}
}  // namespace avx2

namespace avx512 {
[[gnu::flatten, gnu::target("arch=x86-64-v4")]] std::size_t intersect_all(
    BlockCollector& collector, const std::uint64_t* first, const std::uint64_t* second) {
  return intersect<MaskedWords>(collector, first, second);
}
[[gnu::flatten, gnu::target("arch=x86-64-v4")]] void subtract_all(BlockCollector& collector,
                                                                  const BlockCollector& other) {
  subtract<MaskedWords>(collector, other);
}
[[gnu::flatten, gnu::target("arch=x86-64-v4")]] std::size_t take_out_all(
    const BlockCollector& collector, std::uint64_t* set) {
  return take_out<MaskedWords>(collector, set);
}
[[gnu::flatten, gnu::target("arch=x86-64-v4")]] void write_all(const BlockCollector& collector,
                                                               std::uint8_t* rows,
                                                               std::uint8_t value) {
  write<MaskedWords>(collector, rows, value);
}
}  // namespace avx512

}  // namespace

const Settling& settling_for(Simd simd) {
  static constexpr Settling kPlain{plain::intersect_all, plain::subtract_all, plain::take_out_all,
                                   plain::write_all};
  static constexpr Settling kAvx2{avx2::intersect_all, avx2::subtract_all, avx2::take_out_all,
                                  avx2::write_all};
  static constexpr Settling kAvx512{avx512::intersect_all, avx512::subtract_all,
                                    avx512::take_out_all, avx512::write_all};
  return version_for(simd, kPlain, kAvx2, kAvx512);
}

}  // namespace lucena
