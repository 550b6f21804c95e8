// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/settle.h"

#include <immintrin.h>

#include "solve/score_row.h"

namespace lucena {
namespace {

[[gnu::always_inline]] inline std::size_t intersect(BlockCollector& collector,
                                                    const std::uint64_t* first,
                                                    const std::uint64_t* second) {
  std::uint64_t* words = collector.words();
  std::size_t left = 0;
  collector.for_lines([&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
      words[i] &= first[i] & second[i];
      left += words[i] != 0;
    }
  });
  return left;
}

[[gnu::always_inline]] inline void subtract(BlockCollector& collector,
                                            const BlockCollector& other) {
  std::uint64_t* words = collector.words();
  collector.for_lines([&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) words[i] &= ~other.words()[i];
  });
}

template <class Writer>
[[gnu::always_inline]] inline std::size_t decide(const BlockCollector& collector,
                                                 std::uint64_t* set, Score* rows, Score score) {
  std::size_t count = 0;
  collector.for_each([&](std::uint32_t offset, std::uint64_t positions) {
    ++count;
    set[offset] ^= positions;
    Writer::write(rows + std::size_t{64} * offset, positions, score);
  });
  return count;
}

struct PlainWriter {
  static void write(Score* row, std::uint64_t squares, Score score) {
    write_score(row, squares, score);
  }
};

/// A word is the mask of its row: one instruction writes all 64 places.
struct MaskWriter {
  [[gnu::target("arch=x86-64-v4")]] static void write(Score* row, std::uint64_t squares,
                                                      Score score) {
    _mm512_mask_storeu_epi8(row, squares, _mm512_set1_epi8(static_cast<char>(score)));
  }
};

namespace plain {
[[gnu::flatten]] std::size_t intersect_all(BlockCollector& collector, const std::uint64_t* first,
                                           const std::uint64_t* second) {
  return intersect(collector, first, second);
}
[[gnu::flatten]] void subtract_all(BlockCollector& collector, const BlockCollector& other) {
  subtract(collector, other);
}
[[gnu::flatten]] std::size_t decide_all(const BlockCollector& collector, std::uint64_t* set,
                                        Score* rows, Score score) {
  return decide<PlainWriter>(collector, set, rows, score);
}
}  // namespace plain

namespace avx2 {
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] std::size_t intersect_all(
    BlockCollector& collector, const std::uint64_t* first, const std::uint64_t* second) {
  return intersect(collector, first, second);
}
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] void subtract_all(BlockCollector& collector,
                                                                  const BlockCollector& other) {
  subtract(collector, other);
}
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] std::size_t decide_all(
    const BlockCollector& collector, std::uint64_t* set, Score* rows, Score score) {
  return decide<PlainWriter>(collector, set, rows, score);
}
}  // namespace avx2

namespace avx512 {
[[gnu::flatten, gnu::target("arch=x86-64-v4")]] std::size_t intersect_all(
    BlockCollector& collector, const std::uint64_t* first, const std::uint64_t* second) {
  return intersect(collector, first, second);
}
[[gnu::flatten, gnu::target("arch=x86-64-v4")]] void subtract_all(BlockCollector& collector,
                                                                  const BlockCollector& other) {
  subtract(collector, other);
}
[[gnu::flatten, gnu::target("arch=x86-64-v4")]] std::size_t decide_all(
    const BlockCollector& collector, std::uint64_t* set, Score* rows, Score score) {
  return decide<MaskWriter>(collector, set, rows, score);
}
}  // namespace avx512

}  // namespace

const Settling& settling_for(Simd simd) {
  static constexpr Settling kPlain{plain::intersect_all, plain::subtract_all, plain::decide_all};
  static constexpr Settling kAvx2{avx2::intersect_all, avx2::subtract_all, avx2::decide_all};
  static constexpr Settling kAvx512{avx512::intersect_all, avx512::subtract_all,
                                    avx512::decide_all};
  return version_for(simd, kPlain, kAvx2, kAvx512);
}

}  // namespace lucena
