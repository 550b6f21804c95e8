// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/move_text.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "support/csv.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

Position position_of(std::string_view fen) {
  return parse_fen(fen).value();
}

Move move_of(const Position& position, std::string_view uci) {
  return parse_uci(position, uci).value();
}

std::string outcome_of(const Result<Move, ChessFault>& move) {
  if (move) return "move";
  switch (move.error().code) {
    case ChessError::MoveText:
      return "text";
    case ChessError::MoveIllegal:
      return "illegal";
    case ChessError::MoveAmbiguous:
      return "ambiguous";
    default:
      return "none of the codes for moves";
  }
}

TEST(MoveText, WhatAPersonTypesIsUnderstoodOrExplained) {
  const auto rows = test::read_csv(LUCENA_TEST_DATA "/move_text.csv");
  ASSERT_GE(rows.size(), 80u);
  for (const std::vector<std::string>& row : rows) {
    const std::string &fen = row[0], &typed = row[1], &outcome = row[2], &expected = row[3];
    SCOPED_TRACE(fen + ": " + typed);
    const auto move = parse_move(position_of(fen), typed);
    const std::string answer = move ? to_uci(*move) : move.error().message;
    EXPECT_EQ(outcome_of(move), outcome) << answer;
    EXPECT_NE(answer.find(expected), std::string::npos) << answer;
  }
}

struct MessageCase {
  std::string_view fen, typed, message;
};

TEST(MoveText, ReasonsWithListsAreCompleteSentences) {
  const std::vector<MessageCase> cases{
      {"4k3/8/8/8/8/3B4/8/R3K2R w KQ - 0 1", "f1", "three men can reach f1: Kf1, Bf1 or Rf1"},
      {"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "Ba1b2", "the man on a1 is a queen, not a bishop"},
      {"4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5",
       "e5 is occupied, and a pawn captures only diagonally"},
      {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8",
       "a pawn reaching the last rank must become a queen, rook, bishop or knight: write e8=Q"},
      {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=K",
       "a pawn can become a queen, rook, bishop or knight, not a king"},
  };
  for (const MessageCase& c : cases) {
    const auto move = parse_move(position_of(c.fen), c.typed);
    ASSERT_FALSE(move.has_value()) << c.typed;
    EXPECT_EQ(move.error().message, c.message);
  }
}

void expect_texts_to_be_read_back(const Position& position) {
  for (const Move move : legal_moves(position)) {
    const std::string san = to_san(position, move), uci = to_uci(move);
    const auto from_san = parse_move(position, san), from_uci = parse_move(position, uci);
    const auto from_strict = parse_uci(position, uci);
    EXPECT_TRUE(from_san && *from_san == move) << to_fen(position) << ' ' << san;
    EXPECT_TRUE(from_uci && *from_uci == move) << to_fen(position) << ' ' << uci;
    EXPECT_TRUE(from_strict && *from_strict == move) << to_fen(position) << ' ' << uci;
  }
}

TEST(MoveText, EveryLegalMoveOfRandomGamesIsReadBackFromItsTexts) {
  test::Random random(20240229);
  for (int i = 0; i < 60; ++i) {
    for (const Position& position : test::random_walk(Position::initial(), 200, random)) {
      expect_texts_to_be_read_back(position);
    }
  }
}

TEST(MoveText, EveryLegalMoveOfRandomPlacementsIsReadBackFromItsTexts) {
  test::Random random(31);
  for (int i = 0; i < 6000; ++i) {
    expect_texts_to_be_read_back(test::random_placement(3 + i % 12, random));
  }
}

TEST(MoveText, NoTwoLegalMovesShareTheirText) {
  test::Random random(7);
  for (int i = 0; i < 20; ++i) {
    for (const Position& position : test::random_walk(Position::initial(), 300, random)) {
      std::set<std::string> texts;
      for (const Move move : legal_moves(position)) {
        EXPECT_TRUE(texts.insert(to_san(position, move)).second) << to_fen(position);
      }
    }
  }
}

struct SanCase {
  std::string_view fen, uci, san;
};

TEST(MoveText, SanIsAsShortAsTheLegalRivalsAllow) {
  const std::vector<SanCase> cases{
      {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
      {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1c3", "Nc3"},
      {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
      {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"},  // the king is in the other rook's way
      {"2k5/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "h4e4", "Qh4e4"},
      {"2k5/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "a4e4", "Qae4"},
      {"2k5/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "h1e4", "Q1e4"},
      {"4k3/4r3/8/8/8/8/4N3/1N2K3 w - - 0 1", "b1c3", "Nc3"},  // the other knight is pinned
      {"4k3/8/8/2B1B3/8/3n4/8/4K3 w - - 0 1", "e1d2", "Kd2"},
  };
  for (const SanCase& c : cases) {
    const Position position = position_of(c.fen);
    EXPECT_EQ(to_san(position, move_of(position, c.uci)), c.san) << c.fen;
  }
}

TEST(MoveText, SanMarksCapturesPromotionsCastlingCheckAndMate) {
  const std::vector<SanCase> cases{
      {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q"},
      {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N+"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
      {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
      {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "e5d6", "exd6"},
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
  };
  for (const SanCase& c : cases) {
    const Position position = position_of(c.fen);
    EXPECT_EQ(to_san(position, move_of(position, c.uci)), c.san) << c.fen;
  }
}

TEST(MoveText, StrictUciAcceptsNothingElse) {
  const Position position = Position::initial();
  for (const std::string_view text : {"", "e", "e2", "e2e", "e2e4 ", " e2e4", "E2E4", "e2-e4", "e4",
                                      "Nf3", "e2e4x", "e2e4Q", "e2e4k", "0000", "e2e9", "e2e4qq"}) {
    const auto move = parse_uci(position, text);
    ASSERT_FALSE(move.has_value()) << text;
    EXPECT_EQ(move.error().code, ChessError::MoveText) << text;
  }
  EXPECT_EQ(to_uci(move_of(position, "e2e4")), "e2e4");
}

TEST(MoveText, StrictUciExplainsIllegalMoves) {
  const auto illegal = parse_uci(Position::initial(), "e2e5");
  ASSERT_FALSE(illegal.has_value());
  EXPECT_EQ(illegal.error().code, ChessError::MoveIllegal);
  EXPECT_EQ(illegal.error().message, "a pawn does not move like that from e2 to e5");
  const auto bare = parse_uci(position_of("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"), "e7e8");
  ASSERT_FALSE(bare.has_value());
  EXPECT_NE(bare.error().message.find("write e8=Q"), std::string::npos);
  EXPECT_FALSE(parse_uci(Position::initial(), "e2e4q").has_value());
}

TEST(MoveText, MessagesQuoteStrangeTextHarmlessly) {
  const auto move = parse_move(Position::initial(), "\x1b[31m" + std::string(100, 'z'));
  ASSERT_FALSE(move.has_value());
  EXPECT_EQ(move.error().message, "'?[31m" + std::string(35, 'z') + "...' is not a move");
}

/// With the right piece letter in front the answer stays; with a wrong one there is no move.
TEST(MoveText, AnyTwoSquaresAreAMoveOrExplained) {
  test::Random random(99);
  for (int i = 0; i < 10; ++i) {
    const std::size_t plies = 20 + test::below(150, random);
    const Position position = test::random_walk(Position::initial(), plies, random).back();
    for (int from = 0; from < Square::kCount; ++from) {
      for (int to = 0; to < Square::kCount; ++to) {
        const std::string text = Square(from).name() + Square(to).name();
        const auto move = parse_move(position, text);
        EXPECT_TRUE(move || !move.error().message.empty());
        for (const PieceType type : kPieceTypes) {
          const auto named = parse_move(position, letter(type) + text);
          const bool same = move && position.piece_at(move->from())->type == type;
          EXPECT_EQ(named.has_value(), same) << to_fen(position) << ' ' << letter(type) << text;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lucena
