// SPDX-License-Identifier: GPL-3.0-or-later
// The solver against its slow twin, which shares neither sets of positions nor symmetries with it.
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "support/brute_force.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::BruteForce;

/// Compares every legal position of an ending, those with castling rights and en passant included.
void expect_the_same_levels(const BruteForce& twin, std::string_view name) {
  std::uint64_t positions = 0, wrong = 0;
  std::string first_wrong;
  twin.for_each(test::material(name),
                [&](const Position& position, std::optional<unsigned> expected) {
                  ++positions;
                  const auto score = test::all_of_four_men().score(position);
                  if (score && level_of_score(*score) == expected) return;
                  if (wrong++ == 0) first_wrong = to_fen(position);
                });
  EXPECT_GT(positions, 100'000u) << name;
  EXPECT_EQ(wrong, 0u) << name << ", the first: " << first_wrong;
}

TEST(Twin, AgreesOnThreeMen) {
  const BruteForce& twin = test::brute_force_of("KPvK");
  for (const std::string_view name : {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}) {
    expect_the_same_levels(twin, name);
  }
}

TEST(TwinOfFourMen, AgreesOnEndingsOfOneManEach) {
  const BruteForce& twin = test::brute_force_of("KPvKP");
  for (const std::string_view name :
       {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KRvKR", "KRvKP", "KPvKP"}) {
    expect_the_same_levels(twin, name);
  }
}

TEST(TwinOfFourMen, AgreesOnTwoRooksAgainstTheKing) {
  expect_the_same_levels(test::brute_force_of("KRRvK"), "KRRvK");
}

}  // namespace
}  // namespace lucena
