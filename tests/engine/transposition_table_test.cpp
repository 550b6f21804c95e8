// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/transposition_table.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace lucena {
namespace {

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table(1 << 20);
  const Move move("e2"_sq, "e4"_sq);
  table.store(12345, {move, -321, 77, 9, Bound::Lower});
  const auto entry = table.find(12345);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->move, move);
  EXPECT_EQ(entry->value, -321);
  EXPECT_EQ(entry->evaluation, 77);
  EXPECT_EQ(entry->depth, 9);
  EXPECT_EQ(entry->bound, Bound::Lower);
  EXPECT_FALSE(table.find(12346));
  table.clear();
  EXPECT_FALSE(table.find(12345));
}

/// No processor has addresses for a petabyte, which is 2^50 bytes.
TEST(TranspositionTable, IsSmallerWhereThereIsNoSuchMemory) {
  constexpr std::size_t kPetabyte = std::size_t{1} << 50;
  TranspositionTable table(1 << 20);
  table.resize(kPetabyte);
  EXPECT_LT(table.size_bytes(), kPetabyte);
  EXPECT_GE(table.size_bytes(), std::size_t{1} << 20);
  table.store(12345, {{}, 7, 7, 1, Bound::Exact});
  EXPECT_TRUE(table.find(12345));
  table.resize(1 << 20);
  EXPECT_EQ(table.size_bytes(), std::size_t{1} << 20);
  EXPECT_FALSE(table.find(12345));
}

TEST(TranspositionTable, KeepsMatesAndMissingEvaluations) {
  TranspositionTable table(1 << 16);
  table.store(1, {{}, mated_in(3), kNoEvaluation, 0, Bound::Exact});
  const auto entry = table.find(1);
  ASSERT_TRUE(entry);
  EXPECT_FALSE(entry->move);
  EXPECT_EQ(entry->value, mated_in(3));
  EXPECT_EQ(entry->evaluation, kNoEvaluation);
}

TEST(TranspositionTable, KeepsTheDeeperEntriesOfAFullBucket) {
  TranspositionTable table(1);  // one bucket of four
  for (std::uint64_t key = 1; key <= 4; ++key) {
    table.store(key, {{}, 0, 0, static_cast<int>(10 + key), Bound::Exact});
  }
  table.store(9, {{}, 0, 0, 1, Bound::Exact});
  EXPECT_FALSE(table.find(1));
  EXPECT_TRUE(table.find(4));
  EXPECT_TRUE(table.find(9));
}

TEST(TranspositionTable, LetsNewSearchesReplaceOldEntries) {
  TranspositionTable table(1);
  for (std::uint64_t key = 1; key <= 4; ++key) table.store(key, {{}, 0, 0, 9, Bound::Exact});
  table.start_search();
  table.start_search();
  for (std::uint64_t key = 5; key <= 8; ++key) table.store(key, {{}, 0, 0, 1, Bound::Exact});
  for (std::uint64_t key = 5; key <= 8; ++key) EXPECT_TRUE(table.find(key)) << key;
  EXPECT_EQ(table.permille_full(), 1000u);
}

/// Whatever the threads do to each other's entries, an entry that is found is one that was stored.
TEST(TranspositionTable, ThreadsNeverSeeATornEntry) {
  TranspositionTable table(1 << 10);
  const auto work = [&table](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 50000; ++i) {
      const std::uint64_t key = random() % 512 * 0x9e3779b97f4a7c15u;
      const auto value = static_cast<Value>(key % 1000);
      if (const auto entry = table.find(key)) {
        ASSERT_EQ(entry->value, value);
      }
      table.store(key, {{}, value, static_cast<Value>(random() % 100), 1, Bound::Exact});
    }
  };
  std::jthread other(work, 1);
  work(2);
}

}  // namespace
}  // namespace lucena
