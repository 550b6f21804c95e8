// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/memory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <stdexcept>

#include "support/limited_memory.h"

namespace lucena {
namespace {

constexpr std::uint64_t kKilobyte = 1024, kMegabyte = kKilobyte * 1024,
                        kGigabyte = kMegabyte * 1024;

TEST(ParseSize, TakesANumberAndAUnit) {
  EXPECT_EQ(parse_size("4G"), 4 * kGigabyte);
  EXPECT_EQ(parse_size("512M"), 512 * kMegabyte);
  EXPECT_EQ(parse_size("1.5G"), 3 * kGigabyte / 2);
  EXPECT_EQ(parse_size("800000K"), 800000 * kKilobyte);
  EXPECT_EQ(parse_size("2T"), 2048 * kGigabyte);
  EXPECT_EQ(parse_size("0.5k"), 512u);
  EXPECT_EQ(parse_size("7m"), 7 * kMegabyte);
  EXPECT_EQ(parse_size("3GB"), 3 * kGigabyte);
  EXPECT_EQ(parse_size("3gb"), 3 * kGigabyte);
}

TEST(ParseSize, CountsBytesWithoutAUnit) {
  EXPECT_EQ(parse_size("0"), 0u);
  EXPECT_EQ(parse_size("123456789"), 123456789u);
}

TEST(ParseSize, RefusesEverythingElse) {
  for (const std::string_view text :
       {"", "G", "-1G", "+1G", " 4G", "4G ", "4 G", "4X", "4GG", "4GiB", "4,5G", "0x10", "1e3",
        "nan", "inf", "infinity", "all", "9999999T", "1.2.3"}) {
    EXPECT_FALSE(parse_size(text)) << text;
  }
}

TEST(FormatSize, ShowsOneDecimalOfTheLargestUnitThatFits) {
  EXPECT_EQ(format_size(0), "0 bytes");
  EXPECT_EQ(format_size(999), "999 bytes");
  EXPECT_EQ(format_size(1000), "1.0 KB");
  EXPECT_EQ(format_size(1023), "1.0 KB");
  EXPECT_EQ(format_size(1024), "1.0 KB");
  EXPECT_EQ(format_size(1536), "1.5 KB");
  EXPECT_EQ(format_size(100 * kMegabyte), "100.0 MB");
  EXPECT_EQ(format_size(4 * kGigabyte), "4.0 GB");
  EXPECT_EQ(format_size(5000 * kGigabyte), "4.9 TB");
}

TEST(FormatSize, NeverShowsFourDigits) {
  for (std::uint64_t bytes = 1024; bytes < 900 * 1024 * kGigabyte; bytes += bytes / 7 + 1) {
    const std::string text = format_size(bytes);
    EXPECT_LE(text.find('.'), 3u) << text;
    EXPECT_TRUE(text.ends_with('B')) << text;
  }
}

TEST(FormatSize, IsReadBackWithinItsPrecision) {
  for (const std::uint64_t bytes :
       {1500 * kKilobyte, 77 * kMegabyte, 12345 * kMegabyte, 3 * kGigabyte}) {
    std::string text = format_size(bytes);
    text.erase(text.find(' '), 1);
    const auto read = parse_size(text);
    ASSERT_TRUE(read) << text;
    EXPECT_NEAR(static_cast<double>(*read), static_cast<double>(bytes),
                0.05 * static_cast<double>(bytes));
  }
}

TEST(AvailableMemory, IsWhatAMachineCanHave) {
  EXPECT_GT(available_memory_bytes(), kMegabyte);
  EXPECT_LT(available_memory_bytes(), std::uint64_t{1} << 50);
}

TEST(AvailableMemory, IsNoMoreThanTheProcessMayHave) {
  if (!test::kCanLimitMemory) GTEST_SKIP() << "sanitizers know no limit of memory";
  const auto look_at_limit = [] {
    test::limit_memory(10 * kMegabyte);
    const std::uint64_t available = available_memory_bytes();
    std::exit(available > 5 * kMegabyte && available <= 10 * kMegabyte ? 0 : 1);
  };
  EXPECT_EXIT(look_at_limit(), testing::ExitedWithCode(0), "");
}

TEST(RefusalText, IsPlain) {
  EXPECT_EQ(refusal_text(std::bad_alloc()), "there is not enough memory");
  EXPECT_EQ(refusal_text(std::runtime_error("no chessmen")), "no chessmen");
}

}  // namespace
}  // namespace lucena
