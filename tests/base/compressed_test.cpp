// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/compressed.h"

#include <gtest/gtest.h>

#include <random>

namespace lucena {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMega = std::size_t{1} << 20;
const std::vector<std::size_t> kSizes{1, 100, kMega - 1, kMega, kMega + 1, 5 * kMega / 2};

Bytes random_bytes(std::size_t size, unsigned different) {
  std::mt19937_64 random(size);
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % different);
  return bytes;
}

TEST(CompressedBytes, ComeBackAsTheyWere) {
  for (const unsigned threads : {1u, 3u}) {
    ThreadPool pool(threads);
    for (const std::size_t size : kSizes) {
      for (const unsigned different : {1u, 3u, 256u}) {
        const Bytes bytes = random_bytes(size, different);
        const CompressedBytes compressed(bytes, pool);
        EXPECT_FALSE(compressed.empty());
        Bytes restored(size, 99);
        compressed.restore(restored, pool);
        EXPECT_EQ(restored, bytes) << size << " bytes of " << different << " kinds";
      }
    }
  }
}

TEST(CompressedBytes, TakeLessRoomWhereThereIsOrder) {
  ThreadPool pool(2);
  const CompressedBytes equal(Bytes(4 * kMega, 128), pool);
  EXPECT_LT(equal.size_bytes(), 4 * kMega / 1000);
  const CompressedBytes few(random_bytes(kMega, 4), pool);
  EXPECT_LT(few.size_bytes(), kMega / 3);
  const CompressedBytes chaos(random_bytes(kMega, 256), pool);
  EXPECT_LT(chaos.size_bytes(), kMega + kMega / 100);
}

TEST(CompressedBytes, AreTheSameWithAnyNumberOfThreads) {
  const Bytes bytes = random_bytes(3 * kMega, 5);
  ThreadPool one(1), three(3);
  EXPECT_EQ(CompressedBytes(bytes, one).size_bytes(), CompressedBytes(bytes, three).size_bytes());
}

TEST(CompressedBytes, OfNothingAreEmpty) {
  ThreadPool pool(1);
  EXPECT_TRUE(CompressedBytes().empty());
  EXPECT_EQ(CompressedBytes().size_bytes(), 0u);
  const CompressedBytes nothing(Bytes{}, pool);
  EXPECT_TRUE(nothing.empty());
  Bytes restored;
  nothing.restore(restored, pool);
}

}  // namespace
}  // namespace lucena
