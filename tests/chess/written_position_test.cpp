// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/written_position.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/men_list.h"

namespace lucena {
namespace {

std::string fen_of_men(std::string_view text) {
  const auto men = parse_men(text);
  return men ? to_fen(Position::create(men->setup).value()) : men.error().message;
}

TEST(ParseMen, UnderstandsBothWaysOfNamingThem) {
  const std::string fen = "8/8/8/8/8/2k5/7P/K6R w - - 0 1";
  EXPECT_EQ(fen_of_men("Ka1 Rh1 Ph2 / Kc3"), fen);
  EXPECT_EQ(fen_of_men("ka1,rh1;h2/kc3"), fen);
  EXPECT_EQ(fen_of_men("x.K(1,1), x.R(8,1), x.P(8,2), y.K(3,3)"), fen);
  EXPECT_EQ(fen_of_men("Y.k( 3 , 3 ) X.K(1,1) x.r(8,1) x.p(8,2)"), fen);
  EXPECT_EQ(fen_of_men("x.K(1,1) x.R(8,1) h2 / y.K(3,3)"), fen);
}

TEST(ParseMen, SaysWhatIsWrong) {
  EXPECT_EQ(fen_of_men("Ka1 / Ka1"), "two men stand on a1");
  EXPECT_EQ(fen_of_men("Ka1 / Kc3 / Kd4"), "there is a second '/'");
  EXPECT_EQ(fen_of_men("x.K(1,9)"), "'x.K(1,9)' is no man on a square such as Ke1");
  EXPECT_EQ(fen_of_men("z.K(1,4)"), "'z.K(1,4)' is no man on a square such as Ke1");
  EXPECT_EQ(fen_of_men("Kaa1"), "'Kaa1' is no man on a square such as Ke1");
}

TEST(NamedSquares, ReplaceNumbersOnly) {
  EXPECT_EQ(with_named_squares("K(4,7)"), "Kd7");
  EXPECT_EQ(with_named_squares("K( 4 , 7 )"), "Kd7");
  EXPECT_EQ(with_named_squares("(5,2)-(5,4)"), "e2-e4");
  EXPECT_EQ(with_named_squares("K(4,9)"), "K(4,9)");
  EXPECT_EQ(with_named_squares("e8(Q)"), "e8(Q)");
  EXPECT_EQ(with_named_squares("(("), "((");
}

TEST(ColorMark, IsCutOff) {
  std::string_view white = "x.K(4,7)", black = "Y.Kd7", none = "z.Kd7", empty = "x.";
  EXPECT_EQ(take_color_mark(white), Color::White);
  EXPECT_EQ(white, "K(4,7)");
  EXPECT_EQ(take_color_mark(black), Color::Black);
  EXPECT_EQ(black, "Kd7");
  EXPECT_EQ(take_color_mark(none), std::nullopt);
  EXPECT_EQ(none, "z.Kd7");
  EXPECT_EQ(take_color_mark(empty), std::nullopt);
}

/// What a text says of side to move, castling and en passant: "+" where it does, "?" where not.
std::string known(std::string_view text) {
  const WrittenPosition written = parse_written_position(text).value();
  std::string signs;
  for (const bool is_known :
       {written.side_is_known, written.castling_is_known, written.en_passant_is_known}) {
    signs += is_known ? '+' : '?';
  }
  return signs;
}

TEST(WrittenPosition, KnowsWhatIsLeftOpen) {
  EXPECT_EQ(known("8/8/8/8/8/2k5/8/K6R"), "???");
  EXPECT_EQ(known("8/8/8/8/8/2k5/8/K6R b"), "+??");
  EXPECT_EQ(known("8/8/8/8/8/2k5/8/K6R b -"), "++?");
  EXPECT_EQ(known("8/8/8/8/8/2k5/8/K6R b - -"), "+++");
  EXPECT_EQ(known("Ka1 / Kc3"), "???");
  EXPECT_EQ(known("Ka1 / Kc3 b"), "+??");
  EXPECT_EQ(known("Ka1 / Kc3 ep=- castling=-"), "?++");
}

TEST(WrittenPosition, KnowsWhichRightsMightBeMeant) {
  const auto open = [](std::string_view text) {
    return castling_letters(parse_written_position(text)->open_rights());
  };
  EXPECT_EQ(open("Ke1 Ra1 / Ke8"), "Q");
  EXPECT_EQ(open("Ke1 Ra1 Rh1 / Ke8 Rh8 w"), "KQk");
  EXPECT_EQ(open("r3k3/8/8/8/8/8/8/4K3 b"), "q");
  EXPECT_EQ(open("Ke1 Ra1 / Ke8 castling=-"), "-");
  EXPECT_EQ(open("4k3/8/8/8/8/8/8/R3K3 w - -"), "-");
  EXPECT_EQ(open("Kd1 Ra1 / Kd8 Ra8"), "-");
}

TEST(WrittenPosition, IsToldFromAnEnding) {
  EXPECT_TRUE(names_squares("Ke1 / Ke8"));
  EXPECT_TRUE(names_squares("startpos"));
  EXPECT_FALSE(names_squares("KBNvK"));
  EXPECT_FALSE(names_squares(""));
  EXPECT_TRUE(looks_like_fen("\"8/8/8/8/8/2k5/8/K6R w\""));
  EXPECT_FALSE(looks_like_fen("Ke1 / Ke8"));
}

}  // namespace
}  // namespace lucena
