// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/review.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "chess/move_text.h"
#include "oracle/oracle.h"
#include "support/fake_engine.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

/// The fake engine thinks that king moves are best. What it says of the positions in turn:
///
///     before 1. Kf1   +0.30 for White
///     before 1... Ra2 -0.20 for Black: nothing lost, it was the best move
///     before 2. h3    +1.50 for White: Black lost 1.30
///     before 2... h6  +9.00 for Black: White lost 10.50
///     at the end      White is mated in two: Black lost nothing
constexpr const char* kScores = "scores:30,-20,150,900,m-2";
constexpr std::string_view kGame =
    "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
    "[FEN \"r5k1/6pp/8/8/8/8/6PP/R5K1 w - - 0 1\"]\n\n1. Kf1 Ra2 2. h3 $1 {so far} h6 *\n\n";

class Review : public testing::Test {
 protected:
  Review() { signal(SIGPIPE, SIG_IGN); }

  static PgnGame game(std::string_view text = kGame) { return **PgnReader(text).next(); }
  EngineCommand judge(const std::string& arguments) const {
    return *parse_engine_command(test::fake_engine(LUCENA_TEST_DATA, arguments));
  }
  GameReview review(const PgnGame& game, const Prober* prober = nullptr) {
    auto engine = EngineProcess::start(judge(kScores), stopped_);
    EXPECT_TRUE(engine);
    auto review = review_game(game, **engine, {{}, {}, 4, {}}, prober);
    EXPECT_TRUE(review);
    return *review;
  }

  const test::TemporaryFolder folder_;
  std::atomic<bool> stopped_{false};
};

TEST_F(Review, CountsWhatEachMoveLoses) {
  const GameReview reviewed = review(game());
  ASSERT_EQ(reviewed.moves.size(), 4u);
  std::vector<int> losses;
  for (const ReviewedMove& move : reviewed.moves) losses.push_back(move.judged->loss());
  EXPECT_EQ(losses, (std::vector{0, 130, 1050, 0}));
  EXPECT_TRUE(reviewed.moves[0].judged->played_best);
  EXPECT_FALSE(reviewed.moves[1].judged->played_best);
  EXPECT_EQ(to_uci(*reviewed.moves[1].judged->best), "g8f8");
  EXPECT_EQ(reviewed.moves[3].judged->after, kScoreLimit);
  EXPECT_EQ(reviewed.moves[3].judged->white_after, (EngineScore{EngineScore::Kind::Mate, -2}));
}

TEST_F(Review, AddsUpByPlayer) {
  std::map<std::string, PlayerReview> players;
  const GameReview reviewed = review(game());
  add_review(game(), reviewed, players);
  add_review(game(), reviewed, players);
  ASSERT_EQ(players.size(), 2u);
  const PlayerReview &anna = players["Anna"], &bert = players["Bert"];
  EXPECT_EQ(anna.games, 2u);
  EXPECT_EQ(anna.judged, 4u);
  EXPECT_EQ(anna.best, 2u);
  EXPECT_EQ(anna.loss_centipawns, 2100u);
  EXPECT_EQ(anna.blunders, 2u);
  EXPECT_EQ(bert.best, 0u);
  EXPECT_EQ(bert.loss_centipawns, 260u);
  EXPECT_EQ(bert.mistakes, 2u);
  EXPECT_EQ(bert.blunders, 0u);
}

TEST_F(Review, LeavesBookMovesAlone) {
  PgnGame book = game();
  book.moves[0].comments_after = {"book"};
  book.moves[1].comments_after = {"book"};
  const GameReview reviewed = review(book);
  EXPECT_FALSE(reviewed.moves[0].judged);
  EXPECT_FALSE(reviewed.moves[1].judged);
  EXPECT_EQ(reviewed.moves[2].judged->loss(), 1050);
  // Nobody has asked about the position behind a move of the book before.
  book = game();
  book.moves[1].comments_after = {"book; and so on"};
  EXPECT_EQ(review(book).moves[2].judged->before, 150);
  book.moves[0].comments_after = {"book says otherwise"};
  EXPECT_TRUE(review(book).moves[0].judged);
}

TEST_F(Review, KnowsHowAGameEnded) {
  const PgnGame mate =
      game("[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra8# 1-0\n\n");
  const GameReview reviewed = review(mate);
  ASSERT_EQ(reviewed.moves.size(), 1u);
  EXPECT_EQ(reviewed.moves[0].judged->after, kScoreLimit);
  EXPECT_EQ(reviewed.moves[0].judged->loss(), 0);
  EXPECT_EQ(write_pgn(annotate(mate, reviewed, "x")).find("%eval"), std::string::npos);
}

TEST_F(Review, GradesByWhatIsLost) {
  EXPECT_EQ(grade_of_loss(0), MoveGrade::Good);
  EXPECT_EQ(grade_of_loss(49), MoveGrade::Good);
  EXPECT_EQ(grade_of_loss(50), MoveGrade::Inaccuracy);
  EXPECT_EQ(grade_of_loss(100), MoveGrade::Mistake);
  EXPECT_EQ(grade_of_loss(299), MoveGrade::Mistake);
  EXPECT_EQ(grade_of_loss(300), MoveGrade::Blunder);
}

TEST_F(Review, KnowsExactlyWhatEndingsLose) {
  Oracle oracle({.folder = folder_.path()});
  ASSERT_FALSE(oracle.prepare(*Material::parse("KRvK")));
  const auto exact = [&](const char* fen, const char* text) {
    const Position position = *parse_fen(fen);
    return exact_review(position, *parse_move(position, text), oracle.prober());
  };
  // Mate in 14, 16 and 17 moves.
  const char* won = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
  EXPECT_EQ(exact(won, "Rd1")->moves_lost, 0u);
  EXPECT_EQ(exact(won, "Kb1")->moves_lost, 2u);
  EXPECT_EQ(exact(won, "Rh3")->moves_lost, 3u);
  EXPECT_EQ(exact(won, "Rh3")->before, Outcome::Win);
  EXPECT_TRUE(exact(won, "Rh3")->outcome_kept());
  // Mated in 13 and in 10.
  const char* lost = "8/8/8/3k4/8/2K5/8/7R b - - 0 1";
  EXPECT_EQ(exact(lost, "Ke5")->moves_lost, 0u);
  EXPECT_EQ(exact(lost, "Kc5")->moves_lost, 3u);
  EXPECT_EQ(exact(lost, "Kc5")->before, Outcome::Loss);
  // The rook is given away, or the clock runs out.
  const auto thrown = exact("8/8/8/8/8/2k5/7R/K7 w - - 0 1", "Rc2");
  EXPECT_EQ(thrown->before, Outcome::Win);
  EXPECT_EQ(thrown->after, Outcome::Draw);
  const auto late = exact("8/8/8/8/8/2k5/8/K6R w - - 73 90", "Kb1");
  EXPECT_EQ(late->before, Outcome::Win);
  EXPECT_EQ(late->after, Outcome::Draw);
  // No table, too many men, nothing to win.
  EXPECT_FALSE(exact("8/8/8/8/8/2k5/8/K6Q w - - 0 1", "Qd1"));
  EXPECT_FALSE(exact(test::kShufflePosition, "Kf1"));
  EXPECT_FALSE(exact("8/8/8/8/8/2k5/8/K6N w - - 0 1", "Kb1"));

  PgnGame ending;
  ending.start = *parse_fen("8/8/8/8/8/2k5/7R/K7 w - - 0 1");
  ending.moves = {{Move("h2"_sq, "c2"_sq)}, {Move("c3"_sq, "c2"_sq)}};
  ending.tags = {{"White", "Anna"}, {"Black", "Bert"}};
  const GameReview reviewed = review(ending, &oracle.prober());
  std::map<std::string, PlayerReview> players;
  add_review(ending, reviewed, players);
  EXPECT_EQ(players["Anna"].outcomes_lost, 1u);
  EXPECT_EQ((players["Anna"].changes[{Outcome::Win, Outcome::Draw}]), 1u);
  EXPECT_EQ(players["Bert"].outcomes_lost, 0u);
  EXPECT_EQ(players["Bert"].exact, 1u);
  EXPECT_NE(write_pgn(annotate(ending, reviewed, "x")).find("a win becomes a draw"),
            std::string::npos);
}

TEST_F(Review, BlamesTheWinnerForAThirdRepetition) {
  Oracle oracle({.folder = folder_.path()});
  ASSERT_FALSE(oracle.prepare(*Material::parse("KRvK")));
  PgnGame ending;
  ending.start = *parse_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  ending.tags = {{"White", "Anna"}, {"Black", "Bert"}};
  for (int i = 0; i < 2; ++i) {
    for (const char* text : {"h1h2", "c3d3", "h2h1", "d3c3"}) {
      ending.moves.push_back({Move(*Square::parse({text, 2}), *Square::parse({text + 2, 2}))});
    }
  }
  const GameReview reviewed = review(ending, &oracle.prober());
  std::map<std::string, PlayerReview> players;
  add_review(ending, reviewed, players);
  // The loser completes the repetition; the winner let it happen with the move before.
  EXPECT_EQ(reviewed.moves[6].exact->after, Outcome::Draw);
  EXPECT_EQ(players["Anna"].outcomes_lost, 1u);
  EXPECT_EQ(players["Bert"].outcomes_lost, 0u);
}

TEST_F(Review, IsWrittenIntoTheGame) {
  const PgnGame annotated = annotate(game(), review(game()), "Fake");
  EXPECT_EQ(annotated.tag("Annotator"), "Fake");
  EXPECT_EQ(annotated.moves[0].comments_after, std::vector<std::string>{"[%eval 0.20]"});
  EXPECT_EQ(annotated.moves[1].glyphs, std::vector<unsigned>{2});
  EXPECT_EQ(annotated.moves[1].comments_after,
            std::vector<std::string>{"[%eval 1.50] Mistake: loses 1.30, best is Kf8"});
  ASSERT_EQ(annotated.moves[1].variations.size(), 1u);
  EXPECT_EQ(to_uci(annotated.moves[1].variations[0][0].move), "g8f8");
  EXPECT_EQ(annotated.moves[2].glyphs, std::vector<unsigned>{4});  // no longer !
  EXPECT_EQ(annotated.moves[2].comments_after.front(), "so far");
  EXPECT_EQ(annotated.moves[3].comments_after, std::vector<std::string>{"[%eval #-2]"});
  const std::string text = write_pgn(annotated);
  const auto again = PgnReader(text).next();
  ASSERT_TRUE(again && *again) << text;
  EXPECT_EQ((*again)->moves, annotated.moves);
}

class Listener final : public ReviewObserver {
 public:
  bool game_reviewed(const PgnGame& game, const GameReview&) override {
    rounds.emplace_back(game.tag("Round").value_or("?"));
    return rounds.size() < enough;
  }
  std::vector<std::string> rounds;
  std::size_t enough = 100;
};

std::vector<PgnGame> numbered(const PgnGame& game, int count) {
  std::vector<PgnGame> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(game);
    games.back().tags.push_back({"Round", std::to_string(i)});
    // Different lengths, so that they are not done in order.
    games.back().moves.resize(i % 2 == 0 ? 4 : 1, games.back().moves.front());
  }
  return games;
}

TEST_F(Review, OfManyGamesKeepsTheirOrder) {
  Listener listener;
  const ReviewOptions options{judge(""), {{}, {}, 4, {}}, 3, nullptr};
  EXPECT_FALSE(review_games(numbered(game(), 7), options, listener, stopped_));
  EXPECT_EQ(listener.rounds, (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6"}));
}

TEST_F(Review, EndsWhenTheObserverHasHadEnough) {
  Listener listener;
  listener.enough = 2;
  const ReviewOptions options{judge(""), {{}, {}, 4, {}}, 3, nullptr};
  EXPECT_FALSE(review_games(numbered(game(), 7), options, listener, stopped_));
  EXPECT_EQ(listener.rounds, (std::vector<std::string>{"0", "1"}));
}

TEST_F(Review, SurvivesAJudgeThatCrashesOnce) {
  Listener listener;
  const std::string once = (folder_.path() / "once").string();
  const ReviewOptions options{judge("crash:2 once:" + once), {{}, {}, 4, {}}, 1, nullptr};
  EXPECT_FALSE(review_games(numbered(game(), 3), options, listener, stopped_));
  EXPECT_EQ(listener.rounds.size(), 3u);
}

TEST_F(Review, EndsWithAJudgeThatAlwaysCrashes) {
  Listener listener;
  const ReviewOptions options{judge("crash:2"), {{}, {}, 4, {}}, 1, nullptr};
  const auto fault = review_games(numbered(game(), 3), options, listener, stopped_);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->message, "it ended with status 3: 'the bishop has left the building'");
  EXPECT_TRUE(listener.rounds.empty());
}

}  // namespace
}  // namespace lucena
