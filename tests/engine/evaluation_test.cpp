// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluation.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "engine/known_endings.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

Value evaluate(std::string_view fen) {
  return Evaluator().evaluate(parse_fen(fen).value());
}

Setup with_colours_swapped(const Setup& setup) {
  Setup swapped;
  for (int i = 0; i < Square::kCount; ++i) {
    if (const auto piece = setup[Square(i)]) {
      swapped[Square(i).flip_ranks()] = Piece{opposite(piece->color), piece->type};
    }
  }
  swapped.side_to_move = opposite(setup.side_to_move);
  swapped.castling = setup.castling.with_colors_swapped();
  if (setup.en_passant) swapped.en_passant = setup.en_passant->flip_ranks();
  return swapped;
}

Setup mirrored(const Setup& setup) {
  Setup mirror;
  for (int i = 0; i < Square::kCount; ++i) mirror[Square(i).flip_files()] = setup[Square(i)];
  mirror.side_to_move = setup.side_to_move;
  return mirror;
}

TEST(Tapered, KeepsItsHalvesApart) {
  for (const int middle_game : {-5000, -1, 0, 1, 5000}) {
    for (const int ending : {-5000, -1, 0, 1, 5000}) {
      const Tapered value(middle_game, ending);
      EXPECT_EQ(value.middle_game(), middle_game);
      EXPECT_EQ(value.ending(), ending);
      const Tapered changed = -3 * value + Tapered(5, -7) - value;
      EXPECT_EQ(changed.middle_game(), 5 - 4 * middle_game);
      EXPECT_EQ(changed.ending(), -7 - 4 * ending);
    }
  }
}

TEST(Evaluation, DoesNotCareAboutColoursOrSides) {
  test::Random random(3);
  Evaluator evaluator;
  for (int i = 0; i < 100; ++i) {
    for (const Position& position : test::random_walk(Position::initial(), 120, random)) {
      if (position.in_check()) continue;
      const Value value = evaluator.evaluate(position);
      const Position swapped = Position::create(with_colours_swapped(position.setup())).value();
      EXPECT_EQ(evaluator.evaluate(swapped), value) << to_fen(position);
      const Position mirror = Position::create(mirrored(position.setup())).value();
      EXPECT_EQ(evaluator.evaluate(mirror), value) << to_fen(position);
    }
  }
}

TEST(Evaluation, RemembersPawnStructuresCorrectly) {
  test::Random random(4);
  Evaluator remembers;
  for (const Position& position : test::random_walk(Position::initial(), 300, random)) {
    if (position.in_check()) continue;
    EXPECT_EQ(remembers.evaluate(position), Evaluator().evaluate(position)) << to_fen(position);
  }
}

TEST(Evaluation, PrefersWhatPlayersPrefer) {
  // A man more, a passed pawn, a rook on an open file, a castled king.
  EXPECT_GT(evaluate("4k3/pppp4/8/8/8/8/PPPP4/3NK3 w - - 0 1"), 200);
  EXPECT_GT(evaluate("4k3/ppp5/8/8/8/8/PPP4P/4K3 w - - 0 1"), 80);
  EXPECT_GT(evaluate("r2qkb1r/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w kq - 0 1"),
            evaluate("r2qkb1r/ppp2ppp/8/8/8/8/PPP2PPP/R2QK1R1 w kq - 0 1"));
}

TEST(KnownEndings, AreDrawnWithoutTheMeansToMate) {
  for (const std::string_view fen :
       {"8/8/4k3/8/8/3K4/8/6N1 w - - 0 1", "8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/5B2 b - - 0 1", "8/8/4k3/8/8/3KB3/8/5B1B w - - 0 1"}) {
    if (fen.find("KB3") == std::string_view::npos) {
      EXPECT_EQ(known_ending(parse_fen(fen).value()), kDrawValue) << fen;
    } else {
      EXPECT_GT(known_ending(parse_fen(fen).value()), 1000) << fen;
    }
  }
}

TEST(KnownEndings, DriveTheKingToTheCornerOfTheBishop) {
  const auto value = [](std::string_view fen) { return *known_ending(parse_fen(fen).value()); };
  EXPECT_GT(value("7k/8/5K2/8/8/8/8/4BN2 w - - 0 1"), value("k7/8/2K5/8/8/8/8/4BN2 w - - 0 1"));
  EXPECT_GT(value("k7/8/2K5/8/8/8/8/4NB2 w - - 0 1"), value("7k/8/5K2/8/8/8/8/4NB2 w - - 0 1"));
  EXPECT_GT(value("7k/8/5K2/8/8/8/8/4R3 w - - 0 1"), value("8/8/5K2/3k4/8/8/8/4R3 w - - 0 1"));
}

TEST(EndingScale, KnowsTheWrongBishop) {
  const Position wrong = parse_fen("k7/8/1K6/P7/8/8/8/2B5 w - - 0 1").value();
  const Position right = parse_fen("k7/8/1K6/P7/8/8/8/3B4 w - - 0 1").value();
  EXPECT_EQ(ending_scale(wrong, Color::White), 0);
  EXPECT_GT(ending_scale(right, Color::White), 32);
}

}  // namespace
}  // namespace lucena
