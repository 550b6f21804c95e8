// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/word_sets.h"

#include <gtest/gtest.h>

#include "support/random_positions.h"

namespace lucena {
namespace {

/// Asks Position::create about each of the 64 positions of a word.
void expect_sets_of_the_rules(const Layout& layout, std::uint32_t skeleton, std::uint32_t word) {
  Squares squares = layout.skeleton(skeleton);
  const Squares free = layout.free_squares(word);
  std::copy_n(free.begin(), layout.free_count(), squares.begin());
  const Square king = layout.king_square(static_cast<int>(word >> (6 * layout.free_count())));
  const WordSets sets = word_sets(king, layout.men(), squares);
  for (const Color side : kColors) {
    std::uint64_t legal = 0, in_check = 0;
    for (int bit = 0; bit < Square::kCount; ++bit) {
      const auto setup = layout.setup_at({skeleton, word, static_cast<std::uint8_t>(bit)}, side);
      if (!setup) continue;
      const auto position = Position::create(*setup);
      if (!position) continue;
      legal |= std::uint64_t{1} << bit;
      if (position->in_check()) in_check |= std::uint64_t{1} << bit;
    }
    ASSERT_EQ(sets.legal[side], legal)
        << layout.material().name() << ' ' << skeleton << ' ' << word;
    ASSERT_EQ(sets.in_check[side], in_check)
        << layout.material().name() << ' ' << skeleton << ' ' << word;
  }
}

TEST(WordSets, AgreeWithTheRulesOnAllWordsWithThreeMen) {
  for (const Material& material : all_materials(3)) {
    const Layout layout(material);
    for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
      for (std::uint32_t word = 0; word < layout.words(); ++word) {
        expect_sets_of_the_rules(layout, skeleton, word);
      }
    }
  }
}

TEST(WordSets, AgreeWithTheRulesOnRandomWordsOfEveryMaterial) {
  test::Random random(1);
  for (const Material& material : all_materials(5)) {
    const Layout layout(material);
    for (int i = 0; i < 60; ++i) {
      const auto skeleton =
          static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random));
      const auto word = static_cast<std::uint32_t>(test::below(layout.words(), random));
      expect_sets_of_the_rules(layout, skeleton, word);
    }
  }
}

TEST(WordSets, OfMenOnOneSquareAreEmpty) {
  const std::array<Piece, 2> men{Piece{Color::White, PieceType::Rook},
                                 Piece{Color::Black, PieceType::Knight}};
  for (const Squares squares : {Squares{5, 5}, Squares{3, 9}, Squares{9, 3}}) {
    const WordSets sets = word_sets(Square(3), men, squares);
    for (const Color side : kColors) {
      EXPECT_EQ(sets.legal[side], 0u);
      EXPECT_EQ(sets.in_check[side], 0u);
    }
  }
}

}  // namespace
}  // namespace lucena
