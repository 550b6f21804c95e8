// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lucena {
namespace {

TEST(Buffer, StartsAllZeroAndKeepsWhatIsWritten) {
  for (const std::size_t size : {1u, 511u, 512u, 100'000u, 1'000'003u}) {
    Buffer<std::uint64_t> buffer(size);
    ASSERT_EQ(buffer.size(), size);
    EXPECT_EQ(std::count(buffer.data(), buffer.data() + size, 0u),
              static_cast<std::ptrdiff_t>(size));
    for (std::size_t i = 0; i < size; ++i) buffer[i] = i * i;
    const Buffer<std::uint64_t>& same = buffer;
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(same[i], i * i);
  }
}

TEST(Buffer, MayBeEmpty) {
  EXPECT_EQ(Buffer<int>().size(), 0u);
  EXPECT_EQ(Buffer<int>(0).size(), 0u);
}

TEST(Buffer, IsHandedOnWithItsContents) {
  Buffer<int> first(1000);
  first[999] = 7;
  const int* data = first.data();
  Buffer<int> second = std::move(first);
  EXPECT_EQ(second.data(), data);
  EXPECT_EQ(second[999], 7);
  second = Buffer<int>(10);
  EXPECT_EQ(second.size(), 10u);
  EXPECT_EQ(second[9], 0);
}

TEST(Buffer, IsAlignedForTheWidestRegisters) {
  Buffer<std::uint64_t> buffer(8);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
}

TEST(Buffer, ThatNoMachineCanHoldIsRefused) {
  EXPECT_THROW(Buffer<std::uint64_t>(std::size_t{1} << 58), std::bad_alloc);
}

}  // namespace
}  // namespace lucena
