// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/answer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

Position position(std::string_view fen) {
  return parse_fen(fen).value();
}

Answer answer(std::string_view fen) {
  auto found = test::small_oracle().answer(position(fen));
  EXPECT_TRUE(found) << found.error().message;
  return std::move(*found);
}

const GradedMove& graded(const Answer& answer, std::string_view uci) {
  const auto found = std::find_if(answer.moves.begin(), answer.moves.end(),
                                  [&](const GradedMove& move) { return to_uci(move.move) == uci; });
  EXPECT_NE(found, answer.moves.end()) << uci;
  return *found;
}

TEST(OutcomeWithClock, CountsWhatIsLeftOfTheFiftyMoves) {
  EXPECT_EQ(outcome_with_clock(Worth::win(27), 73), Outcome::Win);
  EXPECT_EQ(outcome_with_clock(Worth::win(27), 74), Outcome::CursedWin);
  EXPECT_EQ(outcome_with_clock(Worth::loss(30), 70), Outcome::Loss);
  EXPECT_EQ(outcome_with_clock(Worth::loss(30), 71), Outcome::BlessedLoss);
  EXPECT_EQ(outcome_with_clock(Worth::draw(), 99), Outcome::Draw);
  EXPECT_EQ(outcome_with_clock(Worth::win(101), 0), Outcome::CursedWin);
}

TEST(OutcomeWithClock, LetsAMateOnTheBoardCount) {
  EXPECT_EQ(outcome_with_clock(Worth::loss(0), 100), Outcome::Loss);
  EXPECT_EQ(outcome_with_clock(Worth::win(1), 99), Outcome::Win);
  EXPECT_EQ(outcome_with_clock(Worth::win(1), 100), Outcome::CursedWin);
}

TEST(Answer, GradesEveryMove) {
  const Answer found = answer("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  EXPECT_EQ(found.outcome, Outcome::Win);
  EXPECT_EQ(found.mate, Worth::win(27));
  EXPECT_EQ(found.zeroing, Worth::win(27));
  EXPECT_EQ(found.moves.size(), 15u);
  EXPECT_TRUE(found.moves.front().best);
  EXPECT_EQ(found.moves.front().mate, found.mate);
  EXPECT_TRUE(graded(found, "h1h4").best);
  EXPECT_FALSE(graded(found, "h1h3").best);
  EXPECT_EQ(graded(found, "h1h3").mate, Worth::win(33));
}

TEST(Answer, ForgetsTheFiftyMoveRuleWhenAskedTo) {
  const Position late = position("8/8/8/8/8/2k5/8/K6R w - - 80 60");
  const auto found = test::small_oracle().answer(late, {.fifty_moves = false});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->outcome, Outcome::Win);
  EXPECT_EQ(found->moves.front().outcome, Outcome::Win);
  EXPECT_EQ(found->moves.front().mate, Worth::win(27));
}

TEST(Answer, PrefersAWinInTimeToAQuickerOneThatComesTooLate) {
  // Every move but the capture at once keeps a win that the clock no longer allows: with two plies
  // left, only a capture, a pawn move or mate counts.
  const Answer found = answer("8/8/8/4k3/8/8/1p6/K6Q w - - 99 80");
  EXPECT_EQ(found.outcome, Outcome::Win);
  EXPECT_EQ(to_uci(found.moves.front().move), "a1b2");
  EXPECT_EQ(found.moves.front().outcome, Outcome::Win);
  const Answer fresh = answer("8/8/8/4k3/8/8/1p6/K6Q w - - 0 80");
  EXPECT_EQ(fresh.outcome, Outcome::Win);
}

TEST(Answer, KnowsThatTheClockCanSaveTheLoser) {
  const Answer found = answer("8/8/8/8/8/2k5/8/K6R w - - 80 60");
  EXPECT_EQ(found.outcome, Outcome::CursedWin);
  EXPECT_EQ(found.mate, Worth::win(27));
  const Answer loser = answer("8/8/8/8/8/1k6/7R/K7 b - - 90 60");
  EXPECT_EQ(loser.outcome, Outcome::BlessedLoss);
}

TEST(Answer, LetsTheLoserResistAsLongAsPossible) {
  const Answer found = answer("8/8/8/8/8/1k6/7R/1K6 b - - 0 1");
  ASSERT_EQ(found.outcome, Outcome::Loss);
  EXPECT_EQ(found.moves.front().mate, found.mate);
  for (const GradedMove& move : found.moves) EXPECT_LE(move.mate, found.mate);
}

TEST(Answer, OffersTheOpponentFewestDrawingRepliesInADraw) {
  const Answer found = answer("8/8/8/4k3/8/1r6/8/K6R b - - 0 1");
  ASSERT_EQ(found.outcome, Outcome::Draw);
  unsigned fewest = 1000, most = 0;
  for (const GradedMove& move : found.moves) {
    if (move.outcome != Outcome::Draw) continue;
    fewest = std::min(fewest, move.drawing_replies);
    most = std::max(most, move.drawing_replies);
  }
  EXPECT_LT(fewest, most);
  EXPECT_EQ(found.moves.front().outcome, Outcome::Draw);
  EXPECT_EQ(found.moves.front().drawing_replies, fewest);
}

TEST(Answer, HasNoMovesOnceTheGameIsOver) {
  const Answer mated = answer("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(mated.outcome, Outcome::Loss);
  EXPECT_EQ(mated.mate, Worth::loss(0));
  EXPECT_TRUE(mated.moves.empty());
  const Answer stalemated = answer("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(stalemated.outcome, Outcome::Draw);
  EXPECT_TRUE(stalemated.moves.empty());
}

TEST(Answer, IncludesEnPassantAndCastling) {
  EXPECT_EQ(answer("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1").mate.plies(), 19u);
  EXPECT_EQ(answer("8/8/7k/8/1pP5/7K/8/8 b - - 0 1").mate.plies(), 27u);
  EXPECT_EQ(answer("8/2k5/8/8/8/8/8/R3K3 w Q - 0 1").mate.plies(), 23u);
  EXPECT_EQ(answer("8/2k5/8/8/8/8/8/R3K3 w - - 0 1").mate.plies(), 27u);
  EXPECT_EQ(answer("r3k3/8/8/8/8/8/2K5/8 b q - 0 1").mate.plies(), 23u);
}

TEST(Answer, OfBareKingsIsADraw) {
  const Answer found = answer("8/8/8/8/8/2k5/8/K7 w - - 0 1");
  EXPECT_EQ(found.outcome, Outcome::Draw);
  EXPECT_EQ(found.moves.size(), 2u);
}

TEST(BestLine, EndsInMateAfterAsManyPliesAsAnnounced) {
  for (const std::string_view fen :
       {"8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/3k4/8/8/8/KQ5r w - - 0 1",
        "8/8/8/8/4k3/8/1P6/K7 w - - 0 1", "8/2k5/8/8/8/8/8/R3K3 w Q - 0 1"}) {
    const auto line = test::small_oracle().best_line(position(fen));
    ASSERT_TRUE(line) << line.error().message;
    EXPECT_EQ(line->status(), GameStatus::Checkmate) << fen;
    EXPECT_EQ(line->moves().size(), answer(fen).mate.plies()) << fen;
  }
}

TEST(BestLine, IsGivenUpWhenCancelled) {
  Oracle oracle({.folder = test::small_tables()});
  const std::atomic<bool> now{true};
  oracle.cancel_on(now);
  const auto line = oracle.best_line(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().code, OracleError::Cancelled);
}

TEST(BestLine, OfADrawEnds) {
  const auto line = test::small_oracle().best_line(position("8/8/8/4k3/8/1r6/8/K6R w - - 0 1"));
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_TRUE(line->result() == GameResult::Draw || !line->draw_claims().empty());
}

}  // namespace
}  // namespace lucena
