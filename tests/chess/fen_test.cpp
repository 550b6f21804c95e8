// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.h"

#include <gtest/gtest.h>

#include "support/random_positions.h"

namespace lucena {
namespace {

constexpr std::string_view kInitial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct BadText {
  std::string_view text;
  ChessError code;
  std::string_view message;
};

constexpr BadText kBadFens[] = {
    {"", ChessError::FieldCount, "a FEN has six fields (or four, without the clocks), this has 0"},
    {"  \t ", ChessError::FieldCount,
     "a FEN has six fields (or four, without the clocks), this has 0"},
    {"4k3/8/8/8/8/8/8/4K3 w -", ChessError::FieldCount,
     "a FEN has six fields (or four, without the clocks), this has 3"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0", ChessError::FieldCount,
     "a FEN has six fields (or four, without the clocks), this has 5"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", ChessError::FieldCount,
     "a FEN has six fields (or four, without the clocks), this has 7"},

    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", ChessError::BoardText, "rank 1 has 7 squares, not eight"},
    {"1/8/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "rank 8 has 1 square, not eight"},
    {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "rank 8 has more than eight squares"},
    {"ppppkpppp/8/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText,
     "rank 8 has more than eight squares"},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "the board has 7 ranks, not eight"},
    {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", ChessError::BoardText,
     "the board has more than eight ranks"},
    {"4k3/8/8/8/8/8/8/4K3/ w - - 0 1", ChessError::BoardText,
     "the board has more than eight ranks"},
    {"4k3//8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "rank 7 has 0 squares, not eight"},
    {"4k3/44/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "two numbers in a row on rank 7"},
    {"4k3/8/8/8/3x4/8/8/4K3 w - - 0 1", ChessError::BoardText, "'x' on rank 4 is no man"},
    {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "'9' on rank 7 is no man"},
    {"4k3/0/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "'0' on rank 7 is no man"},
    {"4k3/\xc3\xa4/8/8/8/8/8/4K3 w - - 0 1", ChessError::BoardText, "'?' on rank 7 is no man"},

    {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", ChessError::SideText, "the side to move is 'x', not w or b"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", ChessError::SideText,
     "the side to move is 'white', not w or b"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", ChessError::SideText, "the side to move is 'W', not w or b"},

    {"r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1", ChessError::CastlingText,
     "the castling rights are 'KX', not - or some of KQkq, each once"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", ChessError::CastlingText,
     "the castling rights are 'KK', not - or some of KQkq, each once"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", ChessError::CastlingText,
     "the castling rights are 'K-', not - or some of KQkq, each once"},

    {"4k3/8/8/3Pp3/8/8/8/4K3 w - e9 0 1", ChessError::EnPassantText,
     "the en passant square is 'e9', not - or a square"},
    {"4k3/8/8/3Pp3/8/8/8/4K3 w - E6 0 1", ChessError::EnPassantText,
     "the en passant square is 'E6', not - or a square"},
    {"4k3/8/8/3Pp3/8/8/8/4K3 w - e 0 1", ChessError::EnPassantText,
     "the en passant square is 'e', not - or a square"},

    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", ChessError::ClockText,
     "the halfmove clock is '-1', not a number from 0 to 65535"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", ChessError::ClockText,
     "the halfmove clock is 'x', not a number from 0 to 65535"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 65536", ChessError::ClockText,
     "the move number is '65536', not a number from 0 to 65535"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", ChessError::ClockText,
     "the move number is '1.5', not a number from 0 to 65535"},

    {"8/8/8/8/8/8/8/4K3 w - - 0 1", ChessError::KingCount, "Black has no king"},
    {"4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1", ChessError::KingCapturable,
     "White is to move and could capture the king on e8"},
    {"4k3/8/8/8/8/8/8/4K2P w - - 0 1", ChessError::PawnOnLastRank, "a pawn cannot stand on h1"},
    {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", ChessError::TooManyMen,
     "Black has 9 pawns, more than eight"},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", ChessError::CastlingImpossible,
     "White cannot castle on the king's side: no rook on h1"},
    {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ChessError::EnPassantImpossible,
     "en passant on e6 is impossible: no black pawn on e5"},
};

TEST(ParseFen, RejectsBadTextAndSaysWhy) {
  for (const BadText& bad : kBadFens) {
    const auto position = parse_fen(bad.text);
    ASSERT_FALSE(position) << bad.text;
    EXPECT_EQ(position.error().code, bad.code) << bad.text;
    EXPECT_EQ(position.error().message, bad.message) << bad.text;
  }
}

TEST(ParseFen, ReadsTheInitialPosition) {
  EXPECT_EQ(parse_fen(kInitial).value(), Position::initial());
}

TEST(ParseFen, TakesFourFieldsAsANewGame) {
  EXPECT_EQ(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -").value(),
            Position::initial());
}

TEST(ParseFen, AllowsAnyWhiteSpaceBetweenAndAroundTheFields) {
  EXPECT_EQ(parse_fen("\t rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq -  0 1\r\n").value(),
            Position::initial());
}

TEST(ParseFen, TakesTheCastlingLettersInAnyOrder) {
  EXPECT_EQ(to_fen(parse_fen("r3k2r/8/8/8/8/8/8/R3K2R b qKk - 0 1").value()),
            "r3k2r/8/8/8/8/8/8/R3K2R b Kkq - 0 1");
}

TEST(ParseFen, ReadsTheClocksOfAnEpdRecord) {
  EXPECT_EQ(to_fen(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - hmvc 12; fmvn 34;").value()),
            "4k3/8/8/8/8/8/8/4K2R w K - 12 34");
}

TEST(ParseFen, DoesNotReadBeyondTheTextItIsGiven) {
  const std::string longer = std::string(kInitial) + "23";
  const auto position = parse_fen(std::string_view(longer).substr(0, kInitial.size()));
  EXPECT_EQ(position.value(), Position::initial());
}

constexpr std::string_view kSixFieldTexts[] = {
    kInitial,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",  // no pawn can capture there
    "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 0",
    "8/8/8/8/8/8/p7/k1K5 b - - 99 142",
};

TEST(ToFen, ReturnsTheTextThatWasRead) {
  for (const std::string_view text : kSixFieldTexts) {
    EXPECT_EQ(to_fen(parse_fen(text).value()), text);
  }
}

TEST(ToFen, IsReadBackAsTheSamePositionAlongRandomGames) {
  test::Random random(5);
  for (int game = 0; game < 50; ++game) {
    for (const Position& position : test::random_walk(Position::initial(), 200, random)) {
      ASSERT_EQ(parse_fen(to_fen(position)).value(), position) << to_fen(position);
    }
  }
}

TEST(ToFen, IsReadBackAsTheSamePositionWithFewMen) {
  test::Random random(6);
  for (int i = 0; i < 5000; ++i) {
    const Position position = test::random_placement(3 + i % 4, random);
    ASSERT_EQ(parse_fen(to_fen(position)).value(), position) << to_fen(position);
  }
}

TEST(ParseEpd, ReadsOperationsWithTheirOperands) {
  const auto record = parse_epd(
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O O-O-O; id \"either; wing\"; noop; hmvc 7;");
  ASSERT_TRUE(record);
  ASSERT_EQ(record->operations.size(), 4u);
  EXPECT_EQ(record->operations[0].code, "bm");
  EXPECT_EQ(record->operations[0].operands, (std::vector<std::string>{"O-O", "O-O-O"}));
  EXPECT_EQ(record->operations[1].operands, std::vector<std::string>{"either; wing"});
  EXPECT_EQ(record->operations[2].code, "noop");
  EXPECT_TRUE(record->operations[2].operands.empty());
  EXPECT_EQ(to_fen(record->position), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 1");
}

TEST(ParseEpd, NeedsNoOperation) {
  const auto record = parse_epd("4k3/8/8/8/8/8/8/4K3 w - -");
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->operations.empty());
}

constexpr BadText kBadEpds[] = {
    {"4k3/8/8/8/8/8/8/4K3 w -", ChessError::FieldCount,
     "a FEN has six fields (or four, without the clocks), this has 3"},
    {"4k3/8/8/8/8/8/8/4K3 w - - ;", ChessError::EpdOperation, "an EPD operation is empty"},
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;;", ChessError::EpdOperation, "an EPD operation is empty"},
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id x", ChessError::EpdOperation,
     "the last EPD operation does not end with ';'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - id \"open;", ChessError::EpdOperation,
     "the last EPD operation does not end with ';'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - hmvc;", ChessError::ClockText,
     "the halfmove clock is '', not a number from 0 to 65535"},
    {"4k3/8/8/8/8/8/8/4K3 w - - fmvn many;", ChessError::ClockText,
     "the move number is 'many', not a number from 0 to 65535"},
    {"4k3/8/8/8/8/8/8/4K3 w KQ - bm O-O;", ChessError::CastlingImpossible,
     "White cannot castle on the king's side: no rook on h1"},
};

TEST(ParseEpd, RejectsBadTextAndSaysWhy) {
  for (const BadText& bad : kBadEpds) {
    const auto record = parse_epd(bad.text);
    ASSERT_FALSE(record) << bad.text;
    EXPECT_EQ(record.error().code, bad.code) << bad.text;
    EXPECT_EQ(record.error().message, bad.message) << bad.text;
  }
}

}  // namespace
}  // namespace lucena
