// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "chess/fen.h"
#include "support/given.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

using test::material;

std::optional<Position> position_of(const Setup& setup) {
  const auto position = Position::create(setup);
  if (!position) return {};
  return *position;
}

/// The position at an index, with a side to move for which it is legal; nothing if it is not one.
std::optional<Position> position_at(const Layout& layout, const Index& index) {
  for (const Color side : kColors) {
    const auto setup = layout.setup_at(index, side);
    if (!setup) return {};
    if (const auto position = position_of(*setup)) return position;
  }
  return {};
}

/// The men of a material besides the kings, each square as they happen to come.
std::optional<Setup> setup_with(const Material& material, const std::vector<Square>& squares) {
  std::vector<Piece> men{{Color::White, PieceType::King}, {Color::Black, PieceType::King}};
  for (const Piece piece : material.others()) men.push_back(piece);
  Setup setup;
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (setup[squares[i]]) return {};
    setup[squares[i]] = men[i];
  }
  return setup;
}

Position random_position(const Material& material, test::Random& random) {
  while (true) {
    std::vector<Square> squares;
    for (int i = 0; i < material.men(); ++i) {
      squares.emplace_back(static_cast<int>(test::below(Square::kCount, random)));
    }
    auto setup = setup_with(material, squares);
    if (!setup) continue;
    setup->side_to_move = kColors[test::below(2, random)];
    if (const auto position = position_of(*setup)) return *position;
  }
}

/// The same position seen through a symmetry.
Position image(const Position& position, Symmetry symmetry) {
  Setup setup = position.setup();
  for (int i = 0; i < Square::kCount; ++i) {
    setup[symmetry(Square(i))] = position.piece_at(Square(i));
  }
  return Position::create(setup).value();
}

std::vector<Symmetry> symmetries_of(const Material& material) {
  if (material.has_pawns()) return {Symmetry(), Symmetry(true, false, false)};
  std::vector<Symmetry> all;
  for (int code = 0; code < Symmetry::kCount; ++code) all.push_back(Symmetry::from_code(code));
  return all;
}

void expect_equal_images(const Layout& layout, const Position& position) {
  const Index index = layout.index_of(position);
  ASSERT_LT(index.skeleton, layout.skeleton_count());
  ASSERT_LT(index.word, layout.words());
  ASSERT_LT(index.bit, 64);
  const auto stored = position_at(layout, index);
  ASSERT_TRUE(stored) << to_fen(position);
  ASSERT_EQ(Material::of(*stored), layout.material());
  ASSERT_EQ(layout.index_of(*stored), index) << to_fen(position);
  bool is_image = false;
  for (const Symmetry symmetry : symmetries_of(layout.material())) {
    const Position seen = image(position, symmetry);
    ASSERT_EQ(layout.index_of(seen), index) << to_fen(position) << " and " << to_fen(seen);
    is_image |= seen.setup().board == stored->setup().board;
  }
  ASSERT_TRUE(is_image) << to_fen(position) << " is stored as " << to_fen(*stored);
}

/// Wherever the men are looked for, twins in any order, the index found holds the same position.
void expect_equivalent_rows(const Layout& layout, const Position& position) {
  std::vector<std::size_t> order(layout.men().size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  Squares squares{};
  for (std::size_t i = 0; i < layout.men().size();) {
    const Piece man = layout.men()[i];
    for (const Square square : position.men_of(man.color, man.type)) {
      squares[i++] = static_cast<std::uint8_t>(square.index());
    }
  }
  do {
    Squares reordered{};
    bool only_twins = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
      reordered[i] = squares[order[i]];
      only_twins &= layout.men()[i] == layout.men()[order[i]];
    }
    if (!only_twins) continue;
    const WordPlace place = layout.locate(position.king(Color::White), reordered);
    const Square black_king = place.symmetry(position.king(Color::Black));
    const Index index{place.skeleton, place.word, black_king.byte()};
    const auto found = position_at(layout, index);
    ASSERT_TRUE(found) << to_fen(position);
    ASSERT_EQ(layout.index_of(*found), layout.index_of(position)) << to_fen(position);
  } while (std::next_permutation(order.begin(), order.end()));
}

/// Calls visit(position) for every placement of three men that is legal for some side to move.
template <class Visit>
void for_each_placement(const Material& material, Visit&& visit) {
  for (int number = 0; number < 64 * 64 * 64; ++number) {
    const std::vector<Square> squares{Square(number >> 12), Square(number >> 6 & 63),
                                      Square(number & 63)};
    auto setup = setup_with(material, squares);
    if (!setup) continue;
    for (const Color side : kColors) {
      setup->side_to_move = side;
      const auto position = position_of(*setup);
      if (!position) continue;
      visit(*position);
      break;
    }
  }
}

TEST(Layout, KnowsOneIndexForAllImagesOfRandomPositionsOfEveryMaterial) {
  test::Random random(1);
  for (const Material& each : all_materials(5)) {
    const Layout layout(each);
    for (int i = 0; i < 60; ++i) {
      const Position position = random_position(each, random);
      expect_equal_images(layout, position);
      expect_equivalent_rows(layout, position);
    }
  }
}

TEST(Layout, GivesEveryPositionWithThreeMenAnIndexThatOnlyItsImagesShare) {
  for (const Material& three : all_materials(3)) {
    const Layout layout(three);
    // As many placements share an index as the position has images.
    std::map<Index, int> shares, images;
    for_each_placement(three, [&](const Position& position) {
      const Index index = layout.index_of(position);
      if (++shares[index] > 1) return;
      std::set<std::uint64_t> different;
      for (const Symmetry symmetry : symmetries_of(three)) {
        different.insert(image(position, symmetry).key());
      }
      images[index] = static_cast<int>(different.size());
      expect_equal_images(layout, position);
    });
    EXPECT_EQ(shares, images) << three.name();
  }
}

/// Compares canonical_bits with what index_of says of each legal position of a word.
void expect_canonical_bits(const Layout& layout, std::uint32_t skeleton, std::uint32_t word) {
  const std::uint64_t bits = layout.canonical_bits(skeleton, word);
  for (int bit = 0; bit < Square::kCount; ++bit) {
    const Index index{skeleton, word, static_cast<std::uint8_t>(bit)};
    const auto position = position_at(layout, index);
    if (!position) continue;
    const bool canonical = layout.index_of(*position) == index;
    ASSERT_EQ((bits >> bit & 1) != 0, canonical) << to_fen(*position);
  }
}

TEST(CanonicalBits, MarkExactlyTheIndicesThatIndexOfGives) {
  for (const Material& three : all_materials(3)) {
    const Layout layout(three);
    for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
      for (std::uint32_t word = 0; word < layout.words(); ++word) {
        expect_canonical_bits(layout, skeleton, word);
      }
    }
  }
}

TEST(CanonicalBits, MarkTheSameInRandomWordsOfEveryMaterial) {
  test::Random random(2);
  for (const Material& each : all_materials(5)) {
    const Layout layout(each);
    for (int i = 0; i < 60; ++i) {
      const auto skeleton =
          static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random));
      const auto word = static_cast<std::uint32_t>(test::below(layout.words(), random));
      expect_canonical_bits(layout, skeleton, word);
    }
  }
}

/// The indices that hold a position with twins told apart: each man goes where the symmetry takes
/// it, and the white king and the pawns must be in a place that is kept.
std::set<Index> apart_images(const Layout& layout, const Index& index) {
  const Squares free = layout.free_squares(index.word);
  const Square king = layout.king_square(static_cast<int>(index.word >> (6 * layout.free_count())));
  std::set<Index> found;
  for (const Symmetry symmetry : symmetries_of(layout.material())) {
    Squares moved = layout.skeleton(index.skeleton);
    for (std::size_t i = 0; i < layout.men().size(); ++i) {
      const bool is_free = i < static_cast<std::size_t>(layout.free_count());
      const Square square(is_free ? free[i] : moved[i]);
      moved[i] = symmetry(square).byte();
    }
    const WordPlace place = layout.locate(symmetry(king), moved);
    if (!place.symmetry.is_identity()) continue;
    const Square black_king = symmetry(Square(index.bit));
    found.insert({place.skeleton, place.word, black_king.byte()});
  }
  return found;
}

TEST(CanonicalBits, WithTwinsToldApartMarkOneImageOfEachPosition) {
  test::Random random(3);
  for (const std::string_view name : {"KQvK", "KPvK", "KNNvK", "KRRvKB", "KBBvKN", "KQQQvK",
                                      "KNNNvK", "KPPvK", "KNNvKP", "KPPvKR", "KRRPvK", "KPvKP"}) {
    const Layout layout(material(name));
    for (int i = 0; i < 20'000; ++i) {
      // Half of them near the symmetry line, where it matters.
      Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                  static_cast<std::uint32_t>(test::below(layout.words(), random)),
                  static_cast<std::uint8_t>(test::below(64, random))};
      if (i % 2 == 0 && layout.pawn_count() == 0) {
        const std::uint32_t below_king = (1u << (6 * layout.free_count())) - 1;
        index.word &= below_king;  // a1
      }
      if (!layout.setup_at(index, Color::White)) continue;
      int marked = 0;
      for (const Index& other : apart_images(layout, index)) {
        const std::uint64_t bits = layout.canonical_bits(other.skeleton, other.word, true);
        marked += (bits >> other.bit & 1) != 0;
      }
      ASSERT_EQ(marked, 1) << name << ' ' << index.skeleton << ' ' << index.word << ' '
                           << int{index.bit};
    }
  }
}

/// The pawns of a skeleton, each with its square, as they are or as a mirror shows them.
std::vector<std::pair<char, int>> pawns_of(const Layout& layout, std::uint32_t skeleton,
                                           bool mirrored) {
  std::vector<std::pair<char, int>> pawns;
  for (auto i = static_cast<std::size_t>(layout.free_count()); i < layout.men().size(); ++i) {
    const Square here(layout.skeleton(skeleton)[i]);
    const Square there(mirrored ? 7 - here.file() : here.file(), here.rank());
    pawns.emplace_back(letter(layout.men()[i]), there.index());
  }
  std::sort(pawns.begin(), pawns.end());
  return pawns;
}

/// How many placements on the whole board each position of a word stands for, so that all words
/// together count every placement once; twins are not told apart. A canonical position has eight
/// images, or two with pawns. A word that still has a symmetry to itself (the king on the diagonal,
/// a skeleton its own mirror image) holds half of the images itself, as other bits or words.
unsigned images(const Layout& layout, std::uint32_t skeleton, std::uint32_t word) {
  const Squares squares = layout.free_squares(word);
  const auto free_men = layout.free_men();
  for (std::size_t i = 1; i < free_men.size(); ++i) {
    if (free_men[i - 1] == free_men[i] && squares[i - 1] > squares[i]) return 0;
  }
  if (layout.pawn_count() > 0) {
    return pawns_of(layout, skeleton, false) == pawns_of(layout, skeleton, true) ? 1 : 2;
  }
  const Square king = layout.king_square(layout.slot_of(word));
  return king.file() == king.rank() ? 4 : 8;
}

TEST(Images, SumToTheLegalPlacementsOfThreeMen) {
  for (const Material& three : all_materials(3)) {
    const Layout layout(three);
    std::uint64_t placements = 0, sum = 0;
    for_each_placement(three, [&](const Position&) { ++placements; });
    for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
      for (std::uint32_t word = 0; word < layout.words(); ++word) {
        std::uint64_t legal = 0;
        for (int bit = 0; bit < Square::kCount; ++bit) {
          const Index index{skeleton, word, static_cast<std::uint8_t>(bit)};
          legal += position_at(layout, index).has_value();
        }
        sum += legal * images(layout, skeleton, word);
      }
    }
    EXPECT_EQ(sum, placements) << three.name();
  }
}

/// On how many ways the men can be put on different squares, pawns on ranks 2 to 7.
std::uint64_t count_placements(const Material& material) {
  const auto pawns = static_cast<std::uint64_t>(material.count(PieceType::Pawn));
  std::uint64_t ways = 1;
  for (std::uint64_t i = 0; i < pawns; ++i) ways *= 48 - i;
  for (auto i = pawns; i < static_cast<std::uint64_t>(material.men()); ++i) ways *= 64 - i;
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      for (int i = 2; i <= material.count(color, type); ++i) {
        ways /= static_cast<std::uint64_t>(i);
      }
    }
  }
  return ways;
}

TEST(Images, SumToThePlacementsOfTheWholeBoard) {
  std::vector<Material> materials = all_materials(4);
  for (const std::string_view name : {"KQQQvK", "KRRvKN", "KNNvKP", "KPPvKP"}) {
    materials.push_back(material(name));
  }
  for (const Material& each : materials) {
    const Layout layout(each);
    std::uint64_t sum = 0;
    for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
      for (std::uint32_t word = 0; word < layout.words(); ++word) {
        Squares squares = layout.skeleton(skeleton);
        const Squares free = layout.free_squares(word);
        std::copy_n(free.begin(), layout.free_count(), squares.begin());
        const int slot = static_cast<int>(word >> (6 * layout.free_count()));
        std::uint64_t occupied = Bitboard(layout.king_square(slot)).bits();
        for (std::size_t i = 0; i < layout.men().size(); ++i) {
          occupied |= std::uint64_t{1} << squares[i];
        }
        const int men = std::popcount(occupied);
        if (men < each.men() - 1) continue;  // two on one square
        sum += static_cast<std::uint64_t>(64 - men) * images(layout, skeleton, word);
      }
    }
    EXPECT_EQ(sum, count_placements(each)) << each.name();
  }
}

TEST(Skeletons, ComeMostAdvancedFirstAndEachMirrorPairOnce) {
  for (const std::string_view name : {"KPvK", "KRPvKR", "KPPvK", "KPvKP", "KPPvKP", "KPPPvK"}) {
    const Layout layout(material(name));
    std::set<std::multiset<std::pair<int, char>>> seen;
    std::uint64_t images = 0;
    for (std::uint32_t number = 0; number < layout.skeleton_count(); ++number) {
      if (number > 0) {
        EXPECT_GE(layout.advancement(number - 1), layout.advancement(number)) << name;
      }
      std::multiset<std::pair<int, char>> pawns, mirrored;
      for (std::size_t i = static_cast<std::size_t>(layout.free_count()); i < layout.men().size();
           ++i) {
        const Square square(layout.skeleton(number)[i]);
        EXPECT_TRUE(square.rank() > 0 && square.rank() < 7);
        pawns.insert({square.index(), letter(layout.men()[i])});
        mirrored.insert({square.flip_files().index(), letter(layout.men()[i])});
      }
      ASSERT_TRUE(seen.insert(pawns).second) << name << ' ' << number;
      ASSERT_TRUE(mirrored == pawns || !seen.contains(mirrored)) << name << ' ' << number;
      images += mirrored == pawns ? 1 : 2;
    }
    std::uint64_t placements = 1;
    for (int i = 0; i < layout.pawn_count(); ++i) {
      placements *= static_cast<std::uint64_t>(48 - i);
    }
    for (const Color color : kColors) {
      const int twins = layout.material().count(color, PieceType::Pawn);
      placements /= twins == 3 ? 6u : twins == 2 ? 2u : 1u;
    }
    EXPECT_EQ(images, placements) << name;
  }
  EXPECT_EQ(Layout(material("KRPvKR")).skeleton_count(), 24u);
  EXPECT_EQ(Layout(material("KRBvKR")).skeleton_count(), 1u);
}

TEST(Skeletons, ThatAPawnMoveLeadsToComeFirst) {
  const Layout layout(material("KPPvKP"));
  for (std::uint32_t number = 0; number < layout.skeleton_count(); ++number) {
    for (std::size_t pawn = 0; pawn < 3; ++pawn) {
      Squares after = layout.skeleton(number);
      const bool white = layout.men()[pawn].color == Color::White;
      after[pawn] = static_cast<std::uint8_t>(after[pawn] + (white ? 8 : -8));
      const bool promotes = after[pawn] < 8 || after[pawn] >= 56;
      const bool blocked = std::count(after.begin(), after.end(), after[pawn]) > 1;
      if (promotes || blocked) continue;
      ASSERT_LT(layout.locate("e4"_sq, after).skeleton, number);
    }
  }
}

TEST(SquaresOf, AreThoseOfTheMenInTheirOrder) {
  const Position position = parse_fen("7k/8/2P5/r7/8/7K/3N4/1N6 w - - 0 1").value();
  const Material found = Material::of(position);
  EXPECT_EQ(found.name(), "KNNPvKR");
  const std::vector<Piece> knights{{Color::White, PieceType::Knight},
                                   {Color::White, PieceType::Knight},
                                   {Color::Black, PieceType::Rook}};
  const auto index = [](Square square) { return static_cast<std::uint8_t>(square.index()); };
  EXPECT_EQ(squares_of(placement_of(position, false), knights),
            (Squares{index("b1"_sq), index("d2"_sq), index("a5"_sq)}));
  EXPECT_EQ(squares_of(placement_of(position, false), {{Color::White, PieceType::Pawn}}),
            (Squares{index("c6"_sq), 0, 0}));
}

TEST(SquaresOf, OfAManWhoIsNotThereComeToAnEnd) {
  const Position eight_pawns = parse_fen("7k/pppppppp/8/8/8/8/8/K7 w - - 0 1").value();
  const Placement placement = placement_of(eight_pawns, false);
  const std::vector<Piece> queen{{Color::White, PieceType::Queen}};
  EXPECT_DEBUG_DEATH(EXPECT_EQ(squares_of(placement, queen), Squares{}), "empty");
  const Position one_knight = parse_fen("7k/8/8/8/8/8/8/KN6 w - - 0 1").value();
  const std::vector<Piece> two_knights(2, {Color::White, PieceType::Knight});
  EXPECT_DEBUG_DEATH(squares_of(placement_of(one_knight, false), two_knights), "empty");
}

TEST(OrderedMen, HasTheFreeMenBeforeThePawnsAndTheSlowerFirst) {
  const auto letters = [](std::string_view name) {
    std::string text;
    for (const Piece piece : ordered_men(material(name))) text += letter(piece);
    return text;
  };
  EXPECT_EQ(letters("KRPvKR"), "RrP");
  EXPECT_EQ(letters("KPPvKP"), "PPp");
  EXPECT_EQ(letters("KQPvKQ"), "QqP");
  EXPECT_EQ(letters("KBNvKP"), "NBp");
  EXPECT_EQ(letters("KQRvKB"), "RQb");
}

}  // namespace
}  // namespace lucena
