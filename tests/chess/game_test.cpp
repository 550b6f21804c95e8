// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/game.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

Game game_from(std::string_view fen) {
  return Game(parse_fen(fen).value());
}

void play(Game& game, std::string_view moves) {
  for (const std::string_view word : split_words(moves)) {
    game.make(parse_move(game.position(), word).value());
  }
}

using Claims = std::vector<DrawClaim>;

constexpr std::string_view kKnightDance = "Nf3 Nf6 Ng1 Ng8 ";

TEST(Game, StartsInProgressAndOpen) {
  const Game game;
  EXPECT_EQ(game.position(), Position::initial());
  EXPECT_EQ(game.status(), GameStatus::InProgress);
  EXPECT_EQ(game.result(), GameResult::Open);
  EXPECT_EQ(game.repetitions(), 1u);
  EXPECT_EQ(game.draw_claims(), Claims{});
  EXPECT_EQ(game.status_sentence(), "White to move");
}

TEST(Game, UndoTakesBackMoveAndPosition) {
  Game game;
  play(game, "e4 e5 Nf3");
  const Position before = game.position();
  play(game, "Nc6");
  game.undo();
  EXPECT_EQ(game.position(), before);
  EXPECT_EQ(game.moves().size(), 3u);
  for (int i = 0; i < 3; ++i) game.undo();
  EXPECT_EQ(game.position(), game.start());
}

TEST(Game, CheckmateWinsForTheSideThatMates) {
  Game game;
  play(game, "f3 e5 g4 Qh4");
  EXPECT_EQ(game.status(), GameStatus::Checkmate);
  EXPECT_EQ(game.result(), GameResult::BlackWins);
  EXPECT_EQ(game.status_sentence(), "checkmate: Black wins");
  game.undo();
  EXPECT_EQ(game.status(), GameStatus::InProgress);
}

TEST(Game, StalemateIsADraw) {
  Game game = game_from("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1");
  play(game, "Qf7");
  EXPECT_EQ(game.status(), GameStatus::Stalemate);
  EXPECT_EQ(game.result(), GameResult::Draw);
  EXPECT_EQ(game.status_sentence(), "draw by stalemate");
}

TEST(Game, InsufficientMaterialIsADraw) {
  Game game = game_from("8/8/4k3/8/8/3p4/4K3/8 w - - 0 1");
  EXPECT_EQ(game.status(), GameStatus::InProgress);
  play(game, "Kxd3");
  EXPECT_EQ(game.status(), GameStatus::InsufficientMaterial);
  EXPECT_EQ(game.result(), GameResult::Draw);
}

TEST(Game, RepetitionsCountTheSamePositionWithTheSamePlayerToMove) {
  Game game;
  for (unsigned times = 1; times <= 5; ++times) {
    EXPECT_EQ(game.repetitions(), times);
    const bool claimable = times == 3 || times == 4;
    EXPECT_EQ(game.draw_claims(), claimable ? Claims{DrawClaim::ThreefoldRepetition} : Claims{});
    EXPECT_EQ(game.status(), times < 5 ? GameStatus::InProgress : GameStatus::FivefoldRepetition);
    play(game, kKnightDance);
  }
}

TEST(Game, CastlingRightsMakePositionsDifferent) {
  Game game = game_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  play(game, "Rh2 Kd8 Rh1 Ke8");
  EXPECT_EQ(game.repetitions(), 1u);
  play(game, "Rh2 Kd8 Rh1 Ke8");
  EXPECT_EQ(game.repetitions(), 2u);
}

TEST(Game, OnlyAPossibleEnPassantCaptureMakesPositionsDifferent) {
  Game nobody_captures;
  play(nobody_captures, "e4 Nf6 Nf3 Ng8 Ng1");
  EXPECT_EQ(nobody_captures.repetitions(), 2u);
  Game somebody_could = game_from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  play(somebody_could, "e4 Kd8 Kd1 Ke8 Ke1");
  EXPECT_EQ(somebody_could.repetitions(), 1u);
}

TEST(Game, ThePlyAfterAPawnMoveStartsANewCount) {
  Game game;
  play(game, kKnightDance);
  play(game, "e4 e5");
  EXPECT_EQ(game.repetitions(), 1u);
  play(game, kKnightDance);
  EXPECT_EQ(game.repetitions(), 2u);
}

TEST(Game, AClockOlderThanTheGameReachesNoFurtherThanItsStart) {
  Game game = game_from("4k3/8/8/8/8/8/8/4K2R w - - 40 60");
  EXPECT_EQ(game.repetitions(), 1u);
  play(game, "Rh2 Kd8 Rh1 Ke8");
  EXPECT_EQ(game.repetitions(), 2u);
}

TEST(Game, FiftyMovesMayBeClaimedAndSeventyFiveEndTheGame) {
  Game game = game_from("4k3/8/8/8/8/8/8/4K2R w - - 99 100");
  EXPECT_EQ(game.draw_claims(), Claims{});
  play(game, "Rh2");
  EXPECT_EQ(game.draw_claims(), Claims{DrawClaim::FiftyMoves});
  EXPECT_EQ(game.status(), GameStatus::InProgress);

  Game longer = game_from("4k3/8/8/8/8/8/8/4K2R w - - 149 100");
  EXPECT_EQ(longer.draw_claims(), Claims{DrawClaim::FiftyMoves});
  play(longer, "Rh2");
  EXPECT_EQ(longer.status(), GameStatus::SeventyFiveMoves);
  EXPECT_EQ(longer.result(), GameResult::Draw);
  EXPECT_EQ(longer.draw_claims(), Claims{});
}

TEST(Game, CheckmateOnTheLastPlyGoesBeforeTheSeventyFiveMoveRule) {
  Game game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 100");
  play(game, "Ra8");
  EXPECT_EQ(game.status(), GameStatus::Checkmate);
  EXPECT_EQ(game.result(), GameResult::WhiteWins);
}

TEST(Game, ResultsHaveTheirTokens) {
  for (const GameResult result :
       {GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Open}) {
    EXPECT_EQ(parse_game_result(token(result)), result);
  }
  EXPECT_EQ(token(GameResult::Draw), "1/2-1/2");
  EXPECT_FALSE(parse_game_result("1:0").has_value());
}

TEST(Game, EveryStatusAndClaimHasItsOwnWords) {
  EXPECT_EQ(name(GameStatus::InProgress), "in progress");
  EXPECT_EQ(name(GameStatus::InsufficientMaterial), "draw by insufficient material");
  EXPECT_EQ(name(GameStatus::SeventyFiveMoves), "draw by the seventy-five-move rule");
  EXPECT_EQ(name(GameStatus::FivefoldRepetition), "draw by fivefold repetition");
  EXPECT_EQ(name(DrawClaim::FiftyMoves), "fifty moves without a capture or a pawn move");
  EXPECT_EQ(name(DrawClaim::ThreefoldRepetition), "the position has occurred three times");
}

}  // namespace
}  // namespace lucena
