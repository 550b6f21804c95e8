// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/symmetry.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "chess/attacks.h"

namespace lucena {
namespace {

std::vector<Symmetry> all_symmetries() {
  std::vector<Symmetry> all;
  for (int code = 0; code < Symmetry::kCount; ++code) all.push_back(Symmetry::from_code(code));
  return all;
}

std::vector<Square> all_squares() {
  std::vector<Square> all;
  for (int i = 0; i < Square::kCount; ++i) all.emplace_back(i);
  return all;
}

/// Where the symmetry takes each square.
std::vector<Square> images(Symmetry symmetry) {
  std::vector<Square> result;
  for (const Square square : all_squares()) result.push_back(symmetry(square));
  return result;
}

TEST(Symmetry, FlipsFilesThenRanksThenTransposes) {
  EXPECT_EQ(Symmetry()("b1"_sq), "b1"_sq);
  EXPECT_EQ(Symmetry(true, false, false)("b1"_sq), "g1"_sq);
  EXPECT_EQ(Symmetry(false, true, false)("b1"_sq), "b8"_sq);
  EXPECT_EQ(Symmetry(false, false, true)("b1"_sq), "a2"_sq);
  EXPECT_EQ(Symmetry(true, true, false)("b1"_sq), "g8"_sq);
  EXPECT_EQ(Symmetry(true, false, true)("b1"_sq), "a7"_sq);
  EXPECT_EQ(Symmetry(false, true, true)("b1"_sq), "h2"_sq);
  EXPECT_EQ(Symmetry(true, true, true)("b1"_sq), "h7"_sq);
}

TEST(Symmetry, IsItsCode) {
  for (int code = 0; code < Symmetry::kCount; ++code) {
    const Symmetry symmetry = Symmetry::from_code(code);
    EXPECT_EQ(symmetry.code(), code);
    EXPECT_EQ(symmetry.is_identity(), code == 0);
    EXPECT_EQ(symmetry,
              Symmetry(symmetry.flips_files(), symmetry.flips_ranks(), symmetry.transposes()));
  }
  EXPECT_TRUE(Symmetry().is_identity());
}

TEST(Symmetries, AreEightDifferentMapsOfTheBoardOntoItself) {
  std::set<std::vector<Square>> different;
  for (const Symmetry symmetry : all_symmetries()) {
    const std::vector<Square> here = images(symmetry);
    EXPECT_EQ(std::set<Square>(here.begin(), here.end()).size(), 64u) << symmetry.code();
    different.insert(here);
  }
  EXPECT_EQ(different.size(), 8u);
}

TEST(Symmetries, OneAfterAnotherAreAgainOne) {
  std::set<std::vector<Square>> maps;
  for (const Symmetry symmetry : all_symmetries()) maps.insert(images(symmetry));
  for (const Symmetry first : all_symmetries()) {
    for (const Symmetry second : all_symmetries()) {
      std::vector<Square> joined;
      for (const Square square : all_squares()) joined.push_back(second(first(square)));
      EXPECT_TRUE(maps.contains(joined)) << first.code() << " then " << second.code();
    }
  }
}

TEST(Symmetries, AreUndoneByTheirInverses) {
  for (const Symmetry symmetry : all_symmetries()) {
    for (const Square square : all_squares()) {
      EXPECT_EQ(symmetry.inverse()(symmetry(square)), square) << symmetry.code();
      EXPECT_EQ(symmetry(symmetry.inverse()(square)), square) << symmetry.code();
    }
    EXPECT_EQ(symmetry.inverse().inverse(), symmetry);
  }
}

TEST(Symmetries, KeepNeighboursNeighbours) {
  for (const Symmetry symmetry : all_symmetries()) {
    for (const Square square : all_squares()) {
      EXPECT_EQ(symmetry(king_attacks(square).bits()), king_attacks(symmetry(square)).bits());
      EXPECT_EQ(symmetry(knight_attacks(square).bits()), knight_attacks(symmetry(square)).bits());
    }
  }
}

TEST(Symmetries, TakeASetToTheSetOfImages) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::uint64_t squares = random();
    if (round % 3 == 1) squares &= random() & random();
    if (round < Square::kCount) squares = std::uint64_t{1} << round;
    for (const Symmetry symmetry : all_symmetries()) {
      std::uint64_t expected = 0;
      for (const Square square : Bitboard(squares)) {
        expected |= Bitboard(symmetry(square)).bits();
      }
      ASSERT_EQ(symmetry(squares), expected) << squares << " by " << symmetry.code();
    }
  }
}

TEST(Triangle, HasExactlyOneImageOfEverySquare) {
  const std::set<Square> triangle(kTriangle.begin(), kTriangle.end());
  EXPECT_EQ(triangle.size(), 10u);
  for (const Square square : all_squares()) {
    std::set<Square> inside;
    for (const Symmetry symmetry : all_symmetries()) {
      if (triangle.contains(symmetry(square))) inside.insert(symmetry(square));
    }
    ASSERT_EQ(inside.size(), 1u) << square.name();
    EXPECT_EQ(into_triangle(square)(square), *inside.begin()) << square.name();
  }
}

TEST(Triangle, IsReachedWithoutTransposingFromADiagonal) {
  for (int i = 0; i < 8; ++i) {
    EXPECT_FALSE(into_triangle(Square(i, i)).transposes()) << i;
    EXPECT_FALSE(into_triangle(Square(i, 7 - i)).transposes()) << i;
  }
  for (const Square square : kTriangle) EXPECT_TRUE(into_triangle(square).is_identity());
}

TEST(Triangle, NumbersItsSquares) {
  for (int slot = 0; slot < kTriangleSize; ++slot) {
    EXPECT_EQ(triangle_slot(kTriangle[static_cast<std::size_t>(slot)]), slot);
  }
}

}  // namespace
}  // namespace lucena
