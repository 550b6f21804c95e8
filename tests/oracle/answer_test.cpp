// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/answer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "oracle/game_answer.h"
#include "support/given.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::position;

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

TEST(CertainMates, ComeBeforeTheEndOfTheClock) {
  EXPECT_TRUE(mate_beats_clock(Worth::win(27), 73));
  EXPECT_FALSE(mate_beats_clock(Worth::win(27), 74));
  EXPECT_TRUE(mate_beats_clock(Worth::loss(0), 100));
  EXPECT_FALSE(mate_beats_clock(Worth::draw(), 0));
  EXPECT_TRUE(answer("8/8/8/8/8/2k5/8/K6R w - - 73 60").mate_is_certain);
  const Answer too_late = answer("8/8/8/8/8/2k5/8/K6R w - - 74 60");
  EXPECT_FALSE(too_late.mate_is_certain);
  EXPECT_EQ(certain_distance(too_late), std::nullopt);
  EXPECT_FALSE(answer("8/8/8/4k3/8/1r6/8/K6R b - - 0 1").mate_is_certain);
  EXPECT_TRUE(answer("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90").mate_is_certain);
}

TEST(CertainMates, ComeWhenACaptureOrPawnMoveIsTheShortestWay) {
  // g7 is the only move that mates in 19 plies, and with the clock at 0 behind it.
  const Answer winner = answer("3K4/8/6P1/8/8/8/8/k7 w - - 84 1");
  EXPECT_TRUE(winner.mate_is_certain);
  EXPECT_EQ(certain_distance(winner), Worth::win(19));
  // The same with the loser to move: whatever he does, the pawn moves next.
  const Answer loser = answer("3K4/8/6P1/8/8/8/k7/8 b - - 98 1");
  EXPECT_TRUE(loser.mate_is_certain);
  EXPECT_EQ(certain_distance(loser), loser.mate);
}

TEST(CertainMates, AreThoseOfTheBestMoveIfTheShortestIsTooLate) {
  const Answer found = answer("2k5/8/1K6/8/8/8/4P3/5R2 w - - 98 80");
  EXPECT_EQ(found.outcome, Outcome::Win);
  EXPECT_EQ(found.mate, Worth::win(3));
  EXPECT_FALSE(found.mate_is_certain);
  EXPECT_FALSE(graded(found, "f1d1").mate_is_certain);
  EXPECT_TRUE(graded(found, "e2e4").mate_is_certain);
  EXPECT_EQ(certain_distance(found), Worth::win(15));
}

TEST(CertainMates, AreAllMatesWithoutTheFiftyMoveRule) {
  const Position late = position("2k5/8/1K6/8/8/8/4P3/5R2 w - - 98 80");
  const auto found = test::small_oracle().answer(late, {.fifty_moves = false});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->mate_is_certain);
  EXPECT_EQ(certain_distance(*found), Worth::win(3));
}

TEST(CertainMates, ComeFirstAmongEquallyQuickWinsAndLastAmongLosses) {
  GradedMove sure = answer("8/8/8/8/8/2k5/8/K6R w - - 0 1").moves.front(), unsure = sure;
  ASSERT_TRUE(sure.distance_is_certain);
  unsure.distance_is_certain = false;
  EXPECT_TRUE(is_better(sure, unsure));
  EXPECT_FALSE(is_better(unsure, sure));
  sure.outcome = unsure.outcome = Outcome::Loss;
  EXPECT_TRUE(is_better(unsure, sure));
  EXPECT_FALSE(is_better(sure, unsure));
}

TEST(CertainDistances, ByConversionEndWithTheConversion) {
  const auto by_conversion = [](std::string_view fen) {
    return test::small_oracle().answer(position(fen), {.metric = Metric::Conversion}).value();
  };
  // The rook is taken at once, however late it is.
  const Answer at_once = by_conversion("8/8/8/3k4/8/8/8/KQ5r w - - 99 90");
  EXPECT_EQ(certain_distance(at_once), Worth::win(1));
  const Answer early = by_conversion("8/8/8/4k3/8/1r6/8/K6Q w - - 0 1");
  EXPECT_TRUE(early.distance_is_certain);
  const unsigned last = kClockLimit - early.distance.plies();
  const auto with_clock = [&](unsigned clock) {
    return by_conversion("8/8/8/4k3/8/1r6/8/K6Q w - - " + std::to_string(clock) + " 90");
  };
  EXPECT_EQ(certain_distance(with_clock(last)), early.distance);
  EXPECT_EQ(certain_distance(with_clock(last + 1)), std::nullopt);
}

/// Shuffles of rook and king, after which the start has been on the board twice and the present
/// position, too.
Game shuffled_game() {
  Game game(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  for (const char* move : {"h1h2", "c3d4", "h2h1", "d4c3", "h1h2", "c3d4", "h2h1"}) {
    game.make(parse_uci(game.position(), move).value());
  }
  return game;
}

TEST(Repetitions, MakeTheAnswerWhatItsMovesAre) {
  const auto found = answer_in_game(test::small_oracle(), shuffled_game(), {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->outcome, Outcome::Draw);
  EXPECT_TRUE(found->mate.is_draw());
  EXPECT_TRUE(found->zeroing.is_draw());
  EXPECT_TRUE(found->distance.is_draw());
  EXPECT_FALSE(found->mate_is_certain);
}

TEST(Repetitions, CountTheRepliesThatDraw) {
  Game game = shuffled_game();
  // The third occurrence is a draw, whatever is replied.
  const auto claimed = answer_in_game(test::small_oracle(), game, {});
  ASSERT_TRUE(claimed);
  EXPECT_EQ(graded(*claimed, "d4c3").drawing_replies, 15u);
  // After a move that lets the opponent bring it about, he must find the one reply that does.
  game.undo();
  const auto number = count_drawing_moves(shuffled_game(), test::small_oracle().prober(), {});
  ASSERT_TRUE(number);
  EXPECT_EQ(*number, 1u);
}

TEST(Repetitions, PutWaysToMateInDoubtThatMayComeUponThem) {
  Game game = shuffled_game();
  game.undo();
  const auto found = answer_in_game(test::small_oracle(), game, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->outcome, Outcome::Win);
  // The start, on the board twice, is 27 plies from mate; what is 29 plies away may lead there.
  EXPECT_EQ(found->mate, Worth::win(29));
  EXPECT_FALSE(found->mate_is_certain);
  EXPECT_EQ(graded(*found, "h2h1").outcome, Outcome::Draw);
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

/// What the header says of is_best(), line by line.
TEST(BestMove, KeepsTheOutcomeAndUnlessDrawnTheDistance) {
  const auto move = [](Outcome outcome, Worth distance, unsigned replies = 0) {
    GradedMove graded{Move(Square(0), Square(1)), outcome, distance, distance, distance};
    graded.drawing_replies = replies;
    return graded;
  };
  const GradedMove quick = move(Outcome::Win, Worth::win(5));
  EXPECT_TRUE(is_best(quick, quick));
  EXPECT_FALSE(is_best(move(Outcome::Win, Worth::win(9)), quick));
  const GradedMove testing = move(Outcome::Draw, Worth::draw(), 1);
  const GradedMove easy = move(Outcome::Draw, Worth::draw(), 6);
  EXPECT_TRUE(is_better(testing, easy));
  EXPECT_TRUE(is_best(easy, testing));
  EXPECT_FALSE(is_best(move(Outcome::BlessedLoss, Worth::loss(4)), testing));
  EXPECT_FALSE(is_best(move(Outcome::Loss, Worth::loss(4)), move(Outcome::Loss, Worth::loss(12))));
}

}  // namespace
}  // namespace lucena
