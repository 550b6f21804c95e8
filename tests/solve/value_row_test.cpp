// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/value_row.h"

#include <gtest/gtest.h>

#include "support/random_positions.h"

namespace lucena {
namespace {

/// Few different values, so that equal ones meet.
ValueRow random_row(test::Random& random) {
  constexpr std::array<std::uint8_t, 8> kSome{0, 1, 127, 128, 129, 200, 254, 255};
  ValueRow row;
  for (std::uint8_t& value : row) value = kSome[test::below(kSome.size(), random)];
  return row;
}

template <class Test>
std::uint64_t slow_bits(const ValueRow& row, Test&& test) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (test(row[i])) bits |= std::uint64_t{1} << i;
  }
  return bits;
}

TEST(ValueRow, FindsValues) {
  test::Random random(1);
  for (int round = 0; round < 1000; ++round) {
    const ValueRow row = random_row(random);
    ASSERT_EQ(loss_bits(row.data()),
              slow_bits(row, [](std::uint8_t value) { return is_loss(MateScore(value)); }));
    for (const std::uint8_t wanted : {0, 1, 5, 127, 128, 129, 255}) {
      ASSERT_EQ(equal_bits(row.data(), wanted),
                slow_bits(row, [&](std::uint8_t value) { return value == wanted; }));
    }
  }
}

TEST(ValueRow, KeepsTheValuesOfASetOfSquares) {
  test::Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const ValueRow before = random_row(random);
    const std::uint64_t squares = round < 64    ? std::uint64_t{1} << round
                                  : round == 64 ? ~std::uint64_t{0}
                                                : random();
    ValueRow after = before;
    keep_bits(after.data(), squares);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(after[i], (squares >> i & 1) != 0 ? before[i] : 0) << i;
    }
  }
}

TEST(ValueRow, WritesAValueToASetOfSquares) {
  test::Random random(3);
  for (int round = 0; round < 1000; ++round) {
    const ValueRow before = random_row(random);
    const std::uint64_t squares = random() & random();
    ValueRow after = before;
    write_value(after.data(), squares, 77);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(after[i], (squares >> i & 1) != 0 ? 77 : before[i]) << i;
    }
  }
}

}  // namespace
}  // namespace lucena
