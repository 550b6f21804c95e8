// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/reach.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "chess/legal_moves.h"
#include "endgame/placement.h"
#include "support/given.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

using test::material;
using test::position;

/// The numbers of placements by ending.
std::map<std::string, std::size_t> counts(const Reach& reach) {
  std::map<std::string, std::size_t> found;
  for (const PawnPlacement& placement : reach.placements()) ++found[placement.material.name()];
  return found;
}

std::map<std::string, std::size_t> counts(std::string_view fen) {
  return counts(Reach(position(fen)));
}

/// The slow twin: all that legal moves without a capture make of a position. Without pawns nothing
/// more comes of it.
std::set<PawnPlacement> found_by_moves(const Position& start) {
  std::set<std::string> seen;  // FENs without the counters
  std::vector<Position> open{start};
  std::set<PawnPlacement> found;
  while (!open.empty()) {
    const Position from = open.back();
    open.pop_back();
    found.insert(PawnPlacement::of(from));
    if (from.men_of(PieceType::Pawn).empty()) continue;
    for (const Move move : legal_moves(from)) {
      const Position after = from.after(move);
      if (after.occupied().count() < from.occupied().count()) continue;
      const std::string fen = to_fen(after);
      if (seen.insert(fen.substr(0, fen.find(' ') + 2)).second) open.push_back(after);
    }
  }
  return found;
}

TEST(Reach, HasThePawnsAheadAndWhatTheyBecome) {
  using Counts = std::map<std::string, std::size_t>;
  EXPECT_EQ(
      counts("8/8/8/3k4/2p5/2r5/4R3/K1B5 w - - 0 1"),
      (Counts{{"KRBvKRP", 3}, {"KQRvKRB", 1}, {"KRRvKRB", 1}, {"KRBvKRB", 1}, {"KRBvKRN", 1}}))
      << "colours are exchanged where Black gets stronger";
  EXPECT_EQ(counts("8/8/8/3k4/2r5/3n4/4R3/K1B5 w - - 0 1"), (Counts{{"KRBvKRN", 1}}));
}

TEST(Reach, StopsAtOtherPawns) {
  using Counts = std::map<std::string, std::size_t>;
  EXPECT_EQ(counts("8/8/2k5/4p3/4P3/8/8/1K6 w - - 0 1"), (Counts{{"KPvKP", 1}}));
  EXPECT_EQ(counts("8/4p3/8/3k4/8/8/4P3/1K6 w - - 0 1"), (Counts{{"KPvKP", 15}}))
      << "two of six squares, White's the lower one";
  EXPECT_EQ(counts("8/8/8/3k4/8/4P3/4P3/1K6 w - - 0 1").at("KPPvK"), 15u);
}

/// With kings alone around the pawns, everything can be brought about.
TEST(Reach, IsWhatMovesMakeOfAPosition) {
  for (const std::string_view fen :
       {"8/8/8/3k4/8/8/1P6/4K3 w - - 0 1", "8/8/8/3k4/8/5p2/8/1K6 b - - 0 1",
        "8/8/2k5/4p3/4P3/8/8/1K6 w - - 0 1", "8/1p6/8/3k4/8/8/1P6/5K2 w - - 0 1"}) {
    const Position start = position(fen);
    EXPECT_EQ(found_by_moves(start), Reach(start).placements()) << fen;
  }
}

/// With equal sides a position may be within with the colours exchanged.
TEST(Reach, IsNeverLeftWithoutACapture) {
  test::Random random(5);
  for (int walks = 0; walks < 300; ++walks) {
    const Position start = test::random_placement(6, random);
    const Reach reach(start);
    for (const Position& after : test::random_walk(start, 200, random)) {
      if (after.occupied().count() < 6) break;
      const PawnPlacement placement = PawnPlacement::of(after);
      ASSERT_TRUE(reach.contains(placement) || reach.contains(placement.with_colors_swapped()))
          << to_fen(start) << " " << to_fen(after);
    }
  }
}

/// Whatever is within has all that it can reach within.
TEST(Reach, IsClosed) {
  test::Random random(6);
  for (int i = 0; i < 20; ++i) {
    const Reach reach(test::random_placement(6, random));
    const std::set<PawnPlacement>& all = reach.placements();
    for (int some = 0; some < 20; ++some) {
      const auto place = static_cast<std::ptrdiff_t>(test::below(all.size(), random));
      const Reach next(*std::next(all.begin(), place));
      EXPECT_TRUE(std::includes(all.begin(), all.end(), next.placements().begin(),
                                next.placements().end()));
    }
  }
}

TEST(Reach, IsTheSameForImages) {
  test::Random random(7);
  for (int i = 0; i < 200; ++i) {
    const Position start = test::random_placement(6, random);
    const PawnPlacement placement = PawnPlacement::of(start);
    const Position turned = with_colors_swapped(start);
    const bool equal = Material::of(start) == Material::of(turned);
    EXPECT_EQ(PawnPlacement::of(turned), equal ? placement.with_colors_swapped() : placement);
    lucena::Setup setup = start.setup();
    lucena::Setup mirror;
    mirror.side_to_move = setup.side_to_move;
    for (const Square square : kAllSquares) mirror[Square(square.index() ^ 7)] = setup[square];
    EXPECT_EQ(PawnPlacement::of(Position::create(mirror).value()), placement);
  }
}

/// Each skeleton of a layout is a placement of its own, and every position is in that of its pawns.
TEST(Reach, TellsSkeletonsApart) {
  for (const std::string_view name : {"KPvK", "KPvKP", "KPPvK", "KRPvKP", "KRBvKN"}) {
    const Layout layout(material(name));
    std::map<PawnPlacement, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < layout.skeleton_count(); ++i) {
      EXPECT_TRUE(numbers.emplace(PawnPlacement::of(layout, i), i).second) << name;
    }
    test::Random random(8);
    for (int positions = 0; positions < 200;) {
      const Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                        static_cast<std::uint32_t>(test::below(layout.words(), random)),
                        static_cast<std::uint8_t>(test::below(64, random))};
      const auto setup = layout.setup_at(index, Color::White);
      const auto position = setup ? Position::create(*setup) : Position::create(lucena::Setup());
      if (!position) continue;
      ++positions;
      EXPECT_EQ(numbers.at(PawnPlacement::of(*position)), layout.index_of(*position).skeleton);
    }
    EXPECT_EQ(skeletons_within(layout, nullptr).size(), layout.skeleton_count());
  }
}

TEST(Reach, NamesSkeletonsMostAdvancedFirst) {
  const Layout layout(material("KRvKP"));
  const Reach reach(position("8/8/3k4/5p2/8/8/R7/K7 w - - 0 1"));
  std::vector<Square> pawns;
  for (const std::uint32_t skeleton : skeletons_within(layout, &reach)) {
    pawns.emplace_back(layout.skeleton(skeleton)[1]);
  }
  EXPECT_EQ(pawns, (std::vector{"c2"_sq, "c3"_sq, "c4"_sq, "c5"_sq})) << "the mirror of the f-file";
}

}  // namespace
}  // namespace lucena
