// SPDX-License-Identifier: GPL-3.0-or-later
// The second solution of the positions with castling rights, beside the tables.
#include "solve/castling_check.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "support/contradiction.h"
#include "support/given.h"
#include "support/solved.h"
#include "support/wrong_value.h"

namespace lucena {
namespace {

/// A rook, rooks against each other, and rights that pawn moves and promotions keep.
const EndingStore& store() {
  static const auto kSolver = [] {
    const auto wanted = test::materials({"KRvK", "KRvKR", "KRPvK"});
    return test::solved(
        closure(wanted),
        {.threads = hardware_threads(), .castling = true, .zeroing = true, .conversion = wanted});
  }();
  return kSolver->store();
}

/// How many legal positions the castling tables of a material hold.
std::uint64_t positions_in_tables(const Material& material) {
  std::uint64_t count = 0;
  for (const CastlingEnding& ending : castling_endings(material)) {
    store().castling_table(ending)->for_each([&](const Position&, std::uint8_t) { ++count; });
  }
  return count;
}

class CastlingCheck : public testing::TestWithParam<Metric> {};

TEST_P(CastlingCheck, AgreesWithTheTables) {
  for (const std::string_view name : {"KRvK", "KRvKR", "KRPvK"}) {
    SCOPED_TRACE(name);
    const Material material = test::material(name);
    const VerifyReport report = check_castling(material, GetParam(), store(), test::kNever);
    test::expect_no_contradiction(report);
    // With equal sides the tables hold one of two positions that only differ in the colours.
    const std::uint64_t kept = positions_in_tables(material);
    if (material != material.with_colors_swapped()) {
      EXPECT_EQ(report.positions, kept);
    } else {
      EXPECT_GT(report.positions, kept);
    }
  }
}

TEST_P(CastlingCheck, FindsOneWrongValue) {
  const Position position = parse_fen("8/8/8/8/8/4k3/8/R3K3 w Q - 0 1").value();
  const Worth right = store().worth(position, GetParam()).value();
  ASSERT_TRUE(right.is_win());
  ASSERT_GT(right.plies(), 3u);
  const Worth quicker = Worth::win(right.plies() - 2);
  const EndingStore wrong =
      test::with_wrong_value(store(), position, GetParam(), test::byte_of(quicker, GetParam()));
  const VerifyReport report =
      check_castling(Material::of(position), GetParam(), wrong, test::kNever);
  EXPECT_FALSE(report.fault);
  ASSERT_TRUE(report.first_contradiction);
  EXPECT_EQ(report.first_contradiction->position, position);
  EXPECT_EQ(report.first_contradiction->stored, quicker);
  EXPECT_EQ(report.first_contradiction->computed, right);
}

TEST_P(CastlingCheck, SaysWhichTableIsMissing) {
  const VerifyReport report =
      check_castling(test::material("KRvK"), GetParam(), EndingStore(), test::kNever);
  ASSERT_TRUE(report.fault);
  EXPECT_EQ(report.fault->code, TableError::NoTable);
}

INSTANTIATE_TEST_SUITE_P(ByMetric, CastlingCheck, testing::ValuesIn(kMetrics),
                         [](const auto& parameter) { return std::string(name(parameter.param)); });

}  // namespace
}  // namespace lucena
