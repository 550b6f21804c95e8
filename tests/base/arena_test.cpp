// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace lucena {
namespace {

TEST(Arena, HandsOutArraysThatDoNotOverlap) {
  Arena arena;
  std::vector<std::span<std::uint64_t>> words;
  std::vector<std::span<std::uint16_t>> halves;
  // Together more than one chunk, and one array that is larger than any.
  for (const std::size_t size : {1u, 0u, 7u, 100'000u, 3'000'000u, 999'999u, 5u}) {
    words.push_back(arena.array<std::uint64_t>(size));
    halves.push_back(arena.array<std::uint16_t>(size));
    ASSERT_EQ(words.back().size(), size);
    ASSERT_EQ(halves.back().size(), size);
    std::fill(words.back().begin(), words.back().end(), size);
    std::fill(halves.back().begin(), halves.back().end(), static_cast<std::uint16_t>(size));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t size = words[i].size();
    EXPECT_EQ(static_cast<std::size_t>(std::count(words[i].begin(), words[i].end(), size)), size);
    const auto half = static_cast<std::uint16_t>(size);
    EXPECT_EQ(static_cast<std::size_t>(std::count(halves[i].begin(), halves[i].end(), half)), size);
  }
}

TEST(Arena, AlignsEveryArray) {
  Arena arena;
  for (std::size_t size = 1; size < 20; ++size) {
    arena.array<char>(size);
    const auto address = reinterpret_cast<std::uintptr_t>(arena.array<std::uint64_t>(1).data());
    EXPECT_EQ(address % alignof(std::uint64_t), 0u);
  }
}

TEST(Arena, HandsOutTheSameMemoryAgainAfterAReset) {
  Arena arena;
  const int* first = arena.array<int>(1000).data();
  arena.array<int>(10'000'000);
  arena.reset();
  EXPECT_EQ(arena.array<int>(500).data(), first);
}

}  // namespace
}  // namespace lucena
