// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/settle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "support/random_positions.h"

namespace lucena {
namespace {

using Words = std::vector<std::uint64_t>;

/// Blocks have as many words as there are places for the last two free men, or fewer of these.
constexpr std::array<std::uint32_t, 3> kBlockSizes{1, 64, BlockCollector::kWords};

/// All words but one in so many are empty.
Words random_words(std::uint32_t size, std::uint64_t one_in, test::Random& random) {
  Words words(size);
  for (std::uint64_t& word : words) {
    if (test::below(one_in, random) == 0) word = random() & random();
  }
  return words;
}

std::unique_ptr<BlockCollector> collected(const Words& words) {
  auto collector = std::make_unique<BlockCollector>();
  collector->set_size(static_cast<std::uint32_t>(words.size()));
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (words[i] != 0) collector->add(i, words[i]);
  }
  return collector;
}

Words contents(const BlockCollector& collector, std::size_t size) {
  Words words(size);
  collector.for_each(
      [&](std::uint32_t offset, std::uint64_t positions) { words.at(offset) = positions; });
  return words;
}

std::size_t count_words(const Words& words) {
  return words.size() - static_cast<std::size_t>(std::count(words.begin(), words.end(), 0u));
}

/// Calls check(functions, size, how sparse, random) for every version the processor can run.
template <class Check>
void for_all_versions(Check&& check) {
  for (const Simd simd : {Simd::None, Simd::Avx2, Simd::Avx512}) {
    if (simd > simd_level()) continue;
    test::Random random(1);
    for (const std::uint32_t size : kBlockSizes) {
      for (const std::uint64_t one_in : {1u, 5u, 300u, 100'000u}) {
        check(settling_for(simd), size, one_in, random);
      }
    }
  }
}

TEST(Settling, KeepsWhatIsInBothSetsToo) {
  for_all_versions([](const Settling& settling, std::uint32_t size, std::uint64_t one_in,
                      test::Random& random) {
    const Words before = random_words(size, one_in, random);
    const Words first = random_words(size, 2, random), second = random_words(size, 1, random);
    Words expected = before;
    for (std::size_t i = 0; i < size; ++i) expected[i] &= first[i] & second[i];
    const auto collector = collected(before);
    EXPECT_EQ(settling.intersect(*collector, first.data(), second.data()), count_words(expected));
    EXPECT_EQ(contents(*collector, size), expected);
  });
}

TEST(Settling, DropsWhatTheOtherCollectorHolds) {
  for_all_versions(
      [](const Settling& settling, std::uint32_t size, std::uint64_t one_in, test::Random& random) {
        const Words before = random_words(size, one_in, random);
        const Words other = random_words(size, 3, random);
        Words expected = before;
        for (std::size_t i = 0; i < size; ++i) expected[i] &= ~other[i];
        const auto collector = collected(before);
        settling.subtract(*collector, *collected(other));
        EXPECT_EQ(contents(*collector, size), expected);
      });
}

TEST(Settling, TakesPositionsOutAndWritesTheirValues) {
  for_all_versions(
      [](const Settling& settling, std::uint32_t size, std::uint64_t one_in, test::Random& random) {
        const Words decided = random_words(size, one_in, random);
        Words set = random_words(size, 1, random);
        for (std::size_t i = 0; i < size; ++i) set[i] |= decided[i];
        Words expected_set = set;
        std::vector<std::uint8_t> rows(std::size_t{size} * 64);
        for (std::uint8_t& value : rows) value = random();
        std::vector<std::uint8_t> expected_rows = rows;
        for (std::size_t i = 0; i < size; ++i) {
          expected_set[i] &= ~decided[i];
          for (std::size_t bit = 0; bit < 64; ++bit) {
            if ((decided[i] >> bit & 1) != 0) expected_rows[i * 64 + bit] = 77;
          }
        }
        EXPECT_EQ(settling.take_out(*collected(decided), set.data()), count_words(decided));
        settling.write(*collected(decided), rows.data(), 77);
        EXPECT_EQ(set, expected_set);
        EXPECT_TRUE(rows == expected_rows);
      });
}

TEST(LevelSet, HoldsWhatItIsFilledWithWhetherThinOrCrowded) {
  test::Random random(2);
  BlockPool pool;
  LevelSet level;
  // Problems of different shapes one after the other, as one loop solves them.
  for (const int block_shift : {12, 6, 0, 12}) {
    constexpr std::uint32_t kBlocks = 5;
    const std::uint32_t size = 1u << block_shift;
    level.reset(kBlocks, block_shift, pool);
    for (int round = 0; round < 3; ++round) {
      std::vector<Words> expected;
      for (std::uint32_t block = 0; block < kBlocks; ++block) {
        expected.push_back(random_words(size, block == 0 ? 100'000 : block * 10, random));
        level.clear(block);
        EXPECT_TRUE(level.empty(block));
        level.fill(block, *collected(expected[block]), count_words(expected[block]));
      }
      for (std::uint32_t block = 0; block < kBlocks; ++block) {
        const std::size_t count = count_words(expected[block]);
        EXPECT_EQ(level.empty(block), count == 0);
        EXPECT_EQ(level.is_crowded(block), count > LevelSet::kCrowded);
        Words found(size);
        if (level.is_crowded(block))
          std::copy_n(std::as_const(level).words(block), size, found.begin());
        for (const WordEntry& entry : level.entries(block)) {
          found.at(entry.word - block * size) = entry.positions;
        }
        EXPECT_EQ(found, expected[block]);
      }
    }
  }
}

}  // namespace
}  // namespace lucena
