// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/material.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "chess/fen.h"
#include "support/given.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

using test::material;

std::vector<std::string> names(const std::vector<Material>& materials) {
  std::vector<std::string> result;
  for (const Material& each : materials) result.push_back(each.name());
  return result;
}

/// Materials that do not depend on each other may come in any order.
std::set<std::string> name_set(const std::vector<Material>& materials) {
  const std::vector<std::string> all = names(materials);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  return {all.begin(), all.end()};
}

/// What one move can make of a material: a capture, a promotion, or both at once.
std::set<Material> after_one_move(const Material& before) {
  std::set<Material> results;
  const auto promotions = [&](const Material& rest) {
    for (const Color color : kColors) {
      if (rest.count(color, PieceType::Pawn) == 0) continue;
      for (const char letter : {'Q', 'R', 'B', 'N'}) {
        const Piece promoted{color, parse_piece_type(letter).value()};
        results.insert(rest.without({color, PieceType::Pawn}).with(promoted).canonical());
      }
    }
  };
  promotions(before);
  for (const Piece victim : before.others()) {
    results.insert(before.without(victim).canonical());
    promotions(before.without(victim));
  }
  return results;
}

/// What a side can have besides the king, by type from pawns to queens: every promoted piece has
/// cost a pawn.
using SideCounts = std::array<int, 5>;

std::vector<SideCounts> all_sides() {
  std::vector<SideCounts> sides;
  for (int pawns = 0; pawns <= 8; ++pawns) {
    for (int knights = 0; knights <= 10; ++knights) {
      for (int bishops = 0; bishops <= 10; ++bishops) {
        for (int rooks = 0; rooks <= 10; ++rooks) {
          for (int queens = 0; queens <= 9; ++queens) {
            const int promoted = std::max(knights - 2, 0) + std::max(bishops - 2, 0) +
                                 std::max(rooks - 2, 0) + std::max(queens - 1, 0);
            if (pawns + promoted <= 8) sides.push_back({pawns, knights, bishops, rooks, queens});
          }
        }
      }
    }
  }
  return sides;
}

Material with_sides(const SideCounts& white, const SideCounts& black) {
  Material both;
  for (const Color color : kColors) {
    const SideCounts& counts = color == Color::White ? white : black;
    for (std::size_t type = 0; type < counts.size(); ++type) {
      for (int i = 0; i < counts[type]; ++i) both = both.with({color, kPieceTypes[type]});
    }
  }
  return both;
}

TEST(Material, IsReadInEveryWayThatPeopleWriteIt) {
  const Material expected = Material()
                                .with({Color::White, PieceType::Rook})
                                .with({Color::White, PieceType::Pawn})
                                .with({Color::Black, PieceType::Rook});
  for (const std::string_view text :
       {"KRPvKR",     "KRPKR",    "krpvkr",        "krpkr",       "KRPVKR",
        "kRpVkR",     "KRvKRP",   "KRKRP",         "krvkrp",      "KPRvKR",
        "krkpr",      "KRPvsKR",  "KRP-KR",        "K+R+P v K+R", "KRP vs KR",
        "krp vs. kr", "KRP - KR", "KRP versus KR", "KRP KR",      "K + R + P v. KR"}) {
    const auto read = Material::parse(text);
    ASSERT_TRUE(read) << text << ": " << read.error().message;
    EXPECT_EQ(*read, expected) << text;
  }
  EXPECT_EQ(material("KvK"), Material());
  EXPECT_EQ(material("kk"), Material());
  EXPECT_EQ(material("KvKQ").name(), "KQvK");
  EXPECT_EQ(material("KNNNvK").count(Color::White, PieceType::Knight), 3);
}

TEST(Material, ThatCannotBeReadHasAReason) {
  struct Case {
    std::string_view text, reason;
  };
  for (const auto& [text, reason] : std::initializer_list<Case>{
           {"", "it has no two kings"},
           {"K", "it has no two kings"},
           {"KRP", "it has no two kings"},
           {"KRPv", "no king after the v"},
           {"KRvR", "no king after the v"},
           {"KvvK", "no king after the v"},
           {"KRvKRv", "no king after the v"},
           {"KRvKvK", "one side has two kings"},
           {"KRvKK", "it has more than two kings"},
           {"RKvK", "it does not start with a king"},
           {"vKRK", "it does not start with a king"},
           {"KXvK", "'X' is no man"},
           {"KR-", "no king after the -"},
           {"KRP vs R", "no king after the v"},
           {"KR/K", "'/' is no man"},
           {"KR\nvK", "'?' is no man"},
           {"K\x80vK", "'?' is no man"},
       }) {
    const auto read = Material::parse(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, EndgameError::MaterialText) << text;
    EXPECT_TRUE(
        read.error().message.ends_with(" is no ending such as KRPvKR: " + std::string(reason)))
        << read.error().message;
  }
  EXPECT_EQ(Material::parse("KRvQ").error().message,
            "'KRvQ' is no ending such as KRPvKR: no king after the v");
}

TEST(Material, KeepsTheSidesAsTheyAreWritten) {
  EXPECT_EQ(Material::parse_as_written("K vs KQ")->name(), "KvKQ");
  EXPECT_EQ(Material::parse_as_written("KQ vs K")->name(), "KQvK");
  EXPECT_EQ(Material::parse("K vs KQ")->name(), "KQvK");
}

TEST(Endings, OfSeveralWordsAreJoined) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(join_endings({"KBNvK", "KRvK"}), (Words{"KBNvK", "KRvK"}));
  EXPECT_EQ(join_endings({"KBN", "vs", "K", "KRvK"}), (Words{"KBN vs K", "KRvK"}));
  EXPECT_EQ(join_endings({"KRvK", "K", "+", "R", "v", "K", "+", "P"}),
            (Words{"KRvK", "K + R v K + P"}));
  EXPECT_EQ(join_endings({"KBN-", "K", "kq", "-k"}), (Words{"KBN- K", "kq -k"}));
  EXPECT_EQ(join_endings({"KBN v K"}), (Words{"KBN v K"}));
  EXPECT_EQ(join_endings({"hello", "KRvK"}), (Words{"hello", "KRvK"}));
  EXPECT_EQ(join_endings({}), Words{});
}

TEST(Material, WithMoreThanSixMenIsUnderstoodButRefused) {
  for (const std::string_view text : {"KQRPvKRP", "KQQQQQvK", "KRBNPvKRBNP"}) {
    const auto read = Material::parse(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, EndgameError::TooManyMen) << text;
    EXPECT_EQ(read.error().message, "'" + std::string(text) + "' has more than 6 men");
  }
}

TEST(Material, WithMoreMenThanABoardHoldsHasTooManyWhateverFollows) {
  const std::string forty(40, 'Q');
  for (const std::string& text : {"K" + forty, "K" + forty + "vK", "KvK" + forty}) {
    const auto read = Material::parse(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, EndgameError::TooManyMen) << text;
    EXPECT_TRUE(read.error().message.ends_with(" has more than 6 men")) << read.error().message;
  }
}

TEST(Material, OfAnyLengthIsRefusedWithoutHarm) {
  const std::string queens(100'000, 'Q');
  for (const std::string& text : {"K" + queens + "vK", "Kv" + queens, queens, "KvK" + queens}) {
    const auto read = Material::parse(text);
    ASSERT_FALSE(read);
    EXPECT_LT(read.error().message.size(), 120u);
  }
}

TEST(Material, HasTheStrongerSideFirst) {
  for (const std::string_view name :
       {"KNNvKP", "KBBvKR", "KPPvKR", "KPPvKQ", "KNPvKQ", "KQvKR", "KRvKB", "KBvKN", "KNvKP",
        "KRPvKR", "KRBvKR", "KPPPvK", "KQPvKQ", "KRPvKP", "KBNvKN", "KRRvKQ"}) {
    const Material canonical = material(name);
    EXPECT_EQ(canonical.name(), name);
    EXPECT_TRUE(canonical.is_canonical()) << name;
    const Material swapped = canonical.with_colors_swapped();
    EXPECT_FALSE(swapped.is_canonical()) << name;
    EXPECT_EQ(swapped.canonical(), canonical) << name;
    EXPECT_NE(swapped.key(), canonical.key()) << name;
  }
}

TEST(Material, WithEqualSidesIsCanonicalEitherWay) {
  for (const std::string_view name : {"KvK", "KQvKQ", "KRvKR", "KBvKB", "KNvKN", "KPvKP"}) {
    const Material equal = material(name);
    EXPECT_TRUE(equal.is_canonical()) << name;
    EXPECT_EQ(equal.with_colors_swapped(), equal) << name;
  }
}

TEST(Material, ListsItsMenFromTheBestToThePawns) {
  std::string letters;
  for (const Piece piece : material("KPQvKR").others()) letters += letter(piece);
  EXPECT_EQ(letters, "QPr");
  EXPECT_TRUE(Material().others().empty());
}

TEST(Material, CountsMen) {
  const Material pawns = material("KPPvKR");
  EXPECT_EQ(pawns.men(), 5);
  EXPECT_EQ(pawns.men(Color::White), 3);
  EXPECT_EQ(pawns.men(Color::Black), 2);
  EXPECT_EQ(pawns.count(Color::White, PieceType::Pawn), 2);
  EXPECT_EQ(pawns.count(Color::Black, PieceType::Pawn), 0);
  EXPECT_EQ(pawns.count(PieceType::King), 2);
  EXPECT_TRUE(pawns.has_pawns());
  EXPECT_FALSE(material("KBNvK").has_pawns());
}

TEST(Material, GainsAndLosesMen) {
  const Piece rook{Color::Black, PieceType::Rook};
  EXPECT_EQ(material("KQvK").with(rook), material("KQvKR"));
  EXPECT_EQ(material("KQvKR").without(rook), material("KQvK"));
}

TEST(Material, OfAPositionKeepsItsColours) {
  const Position position = parse_fen("8/8/7k/r7/1pP5/7K/8/8 w - - 0 1").value();
  const Material found = Material::of(position);
  EXPECT_EQ(found.name(), "KPvKRP");
  EXPECT_FALSE(found.is_canonical());
  EXPECT_EQ(found.canonical().name(), "KRPvKP");
}

TEST(MaterialKey, OfEightPawnsIsNotThatOfAQueen) {
  const Material eight_pawns = with_sides({}, {8, 0, 0, 0, 0});
  EXPECT_EQ(eight_pawns.name(), "KvKPPPPPPPP");
  EXPECT_NE(eight_pawns.key(), material("KQvK").key());
  EXPECT_NE(with_sides({}, {0, 9, 0, 0, 0}).key(), with_sides({}, {1, 1, 0, 0, 0}).key());
}

TEST(MaterialKey, IsDifferentForAllSidesThatCanOccurAndAnySample) {
  const std::vector<SideCounts> sides = all_sides();
  std::map<std::uint64_t, Material> known;
  const auto expect_new_or_equal = [&](const Material& each) {
    const auto [place, is_new] = known.emplace(each.key(), each);
    EXPECT_TRUE(is_new || place->second == each)
        << each.name() << " and " << place->second.name() << " share a key";
  };
  for (const SideCounts& side : sides) {
    expect_new_or_equal(with_sides(side, {}));
    expect_new_or_equal(with_sides({}, side));
  }
  EXPECT_EQ(known.size(), 2 * sides.size() - 1);
  test::Random random(40);
  for (int i = 0; i < 100'000; ++i) {
    expect_new_or_equal(with_sides(sides[test::below(sides.size(), random)],
                                   sides[test::below(sides.size(), random)]));
  }
}

TEST(MaterialKey, OfFewMenIsTheNumberThatStandsInTableFiles) {
  EXPECT_EQ(Material().key(), 0u);
  EXPECT_EQ(material("KQvK").key(), 1u << 15);
  EXPECT_EQ(material("KRPvKR").key(), (1u << 27) + (1u << 18) + (1u << 3));
  for (const Material& each : all_materials(5)) {
    std::uint64_t three_bits_each = 0;
    for (const Color color : kColors) {
      for (const PieceType type : kPieceTypes) {
        if (type == PieceType::King) continue;
        three_bits_each = 8 * three_bits_each + static_cast<unsigned>(each.count(color, type));
      }
    }
    EXPECT_EQ(each.key(), three_bits_each) << each.name();
  }
}

TEST(Successors, AreOneCaptureOrOnePromotionAway) {
  const auto one_step = [](std::string_view text) { return name_set(successors(material(text))); };
  EXPECT_EQ(one_step("KRvK"), std::set<std::string>{"KvK"});
  EXPECT_EQ(one_step("KRvKN"), (std::set<std::string>{"KvKN", "KRvK"}));
  EXPECT_EQ(one_step("KRvKP"),
            (std::set<std::string>{"KvKP", "KRvK", "KRvKQ", "KRvKR", "KRvKB", "KRvKN"}));
}

TEST(AllMaterials, AreFiveThirtyAndAHundredAndTen) {
  EXPECT_EQ(name_set(all_materials(3)),
            (std::set<std::string>{"KNvK", "KBvK", "KRvK", "KQvK", "KPvK"}));
  EXPECT_EQ(all_materials(4).size(), 5u + 30u);
  EXPECT_EQ(all_materials(5).size(), 5u + 30u + 110u);
}

TEST(AllMaterials, AreCanonicalAndDifferentAndReadBackFromTheirNames) {
  std::set<Material> seen;
  std::set<std::uint64_t> keys;
  for (const Material& each : all_materials(5)) {
    EXPECT_TRUE(each.is_canonical()) << each.name();
    EXPECT_TRUE(seen.insert(each).second) << each.name();
    EXPECT_TRUE(keys.insert(each.key()).second) << each.name();
    EXPECT_TRUE(keys.insert(each.with_colors_swapped().key()).second ||
                each == each.with_colors_swapped())
        << each.name();
    EXPECT_EQ(material(each.name()), each) << each.name();
    EXPECT_EQ(material(each.with_colors_swapped().name()), each) << each.name();
  }
}

TEST(AllMaterials, ComeAfterAllThatTheyCanTurnInto) {
  std::set<Material> before{Material()};
  for (const Material& each : all_materials(5)) {
    for (const Material& result : after_one_move(each)) {
      EXPECT_TRUE(before.contains(result)) << result.name() << " comes after " << each.name();
    }
    before.insert(each);
  }
}

TEST(AllMaterials, OfFewerMenComeFirstInTheSameOrder) {
  const std::vector<Material> four = all_materials(4), five = all_materials(5);
  EXPECT_TRUE(std::equal(four.begin(), four.end(), five.begin()));
}

TEST(Closure, IsWhatAMaterialCanTurnInto) {
  EXPECT_EQ(names(closure({material("KRvK")})), std::vector<std::string>{"KRvK"});
  EXPECT_EQ(name_set(closure({material("KBNvKR")})),
            (std::set<std::string>{"KNvK", "KBvK", "KRvK", "KBNvK", "KRvKN", "KRvKB", "KBNvKR"}));
  EXPECT_EQ(name_set(closure({material("KPvK")})),
            (std::set<std::string>{"KNvK", "KBvK", "KRvK", "KQvK", "KPvK"}));
  EXPECT_TRUE(closure({Material()}).empty());
  EXPECT_TRUE(closure({}).empty());
}

TEST(Closure, OfEachMaterialIsTheSmallestClosedSetInSolvingOrder) {
  const std::vector<Material> all = all_materials(5);
  for (const Material& each : all) {
    std::set<Material> reachable{each};
    for (std::size_t size = 0; size != reachable.size();) {
      size = reachable.size();
      for (const Material& known : std::set<Material>(reachable)) {
        if (known.men() > 2) reachable.merge(after_one_move(known));
      }
    }
    reachable.erase(Material());
    std::vector<Material> expected;
    std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                 [&](const Material& other) { return reachable.contains(other); });
    EXPECT_EQ(names(closure({each})), names(expected)) << each.name();
  }
}

TEST(Closure, OfSeveralMaterialsHasEachOnceWhateverTheirOrder) {
  const std::vector<Material> all = all_materials(5);
  EXPECT_EQ(closure(all), all);
  EXPECT_EQ(closure({all.rbegin(), all.rend()}), all);
  const Material first = material("KRPvKR"), second = material("KQvKR");
  EXPECT_EQ(closure({first, second, first}), closure({second, first}));
}

TEST(Closure, TakesMaterialsWithTheStrongerSideBlack) {
  const Material swapped = material("KRPvKR").with_colors_swapped();
  EXPECT_EQ(closure({swapped}), closure({swapped.canonical()}));
}

}  // namespace
}  // namespace lucena
