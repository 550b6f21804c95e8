// SPDX-License-Identifier: GPL-3.0-or-later
// Reviews through the real program.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>

#include "app/command_test.h"
#include "support/fake_engine.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::run;

class ReviewCommand : public test::CommandTest {
 protected:
  ReviewCommand() {
    std::ofstream(games()) << "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
                              "[FEN \"r5k1/6pp/8/8/8/8/6PP/R5K1 w - - 0 1\"]\n\n"
                              "1. Kf1 Ra2 2. h3 {a comment of somebody else} h6 *\n\n";
  }

  std::string games() const { return path("games.pgn").string(); }
  std::string fake(const std::string& arguments = {}) const {
    return test::fake_engine(LUCENA_TEST_DATA, arguments);
  }
};

TEST_F(ReviewCommand, ReportsEachPlayerAndWritesComments) {
  const std::string out = path("out.pgn").string();
  const Finished finished = run({"review", games(), "--judge", fake("scores:30,-20,150,900,m-2"),
                                 "--depth", "5", "--out", out});
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.out,
            "Anna: 1 game, 2 moves judged\n"
            "  average loss 525.0 centipawns, 50.0 % best moves\n"
            "  0 inaccuracies, 0 mistakes, 1 blunder\n"
            "Bert: 1 game, 2 moves judged\n"
            "  average loss 65.0 centipawns, 0.0 % best moves\n"
            "  0 inaccuracies, 1 mistake, 0 blunders\n");
  EXPECT_EQ(finished.status, 0);
  const auto bytes = test::read_bytes(out);
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_TRUE(contains(text, "[Annotator \"Lucena with python3 depth 5\"]")) << text;
  EXPECT_TRUE(contains(text, "a comment of somebody else")) << text;
  EXPECT_TRUE(contains(text, "(1... Kf8)")) << text;
  const auto reader = test::find_program("pgn-extract");
  ASSERT_TRUE(reader);
  const Finished checked = test::run_program({*reader, "-r", out});
  EXPECT_TRUE(contains(checked.err, "1 game matched out of 1.")) << checked.err;
}

TEST_F(ReviewCommand, SolvesEndingsIfAsked) {
  const std::string ending = path("ending.pgn").string();
  std::ofstream(ending) << "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
                           "[FEN \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"]\n\n1. Kb1 Kb3 2. Rc1 *\n\n";
  const std::vector<std::string> words{"review", ending, "--judge", fake(), "--nodes", "5"};
  EXPECT_TRUE(contains(run(words).out,
                       "2 moves with few men, but no table; --solve makes what is missing\n"));
  std::vector<std::string> solving = words;
  solving.push_back("--solve");
  const std::string out = run(solving).out;
  EXPECT_TRUE(contains(out, "  by the tables: 2 moves, 0 gave the outcome away; the others lost "))
      << out;
}

TEST_F(ReviewCommand, ByStockfishFindsTheBlunder) {
  const std::string fools_mate = path("mate.pgn").string();
  std::ofstream(fools_mate) << "[White \"Fool\"]\n[Black \"Sage\"]\n[Result \"0-1\"]\n\n"
                               "1. f3 e5 2. g4 Qh4# 0-1\n\n";
  const Finished finished =
      run({"review", fools_mate, "--judge", "stockfish option.Threads=1", "--depth", "8"});
  EXPECT_TRUE(contains(finished.out, ", 1 blunder\nSage: 1 game, 2 moves judged\n"))
      << finished.out;
  EXPECT_TRUE(
      contains(finished.out, "100.0 % best moves\n  0 inaccuracies, 0 mistakes, 0 blunders"))
      << finished.out;
}

TEST_F(ReviewCommand, StopsAtControlC) {
  const std::string log = path("log").string();
  test::BackgroundProgram program(
      test::command_line({"review", games(), "--judge", fake("hang log:" + log)}));
  test::await_in_file(log, "\ngo ");
  program.send_signal(SIGINT);
  const Finished finished = program.wait();
  EXPECT_EQ(finished.status, 130);
  EXPECT_EQ(finished.err, "lucena review: interrupted after 0 of 1 game\n");
}

TEST_F(ReviewCommand, RefusesWhatItCannotJudge) {
  expect_refusal(run({"review", games(), "--judge", fake("crash")}),
                 "lucena review: the judge fails: it ended with status 3: 'the bishop has left the "
                 "building'",
                 1);
  expect_refusal(run({"review", games(), "--judge", fake(), "--out", games()}),
                 "lucena review: cannot write " + games() + ": it is one of the files to read");
  expect_refusal(run({"review", "/nowhere/games.pgn"}),
                 "lucena review: cannot open /nowhere/games.pgn: No such file or directory", 1);
  expect_refusal(run({"review", games(), "--judge", fake("tc=5")}),
                 "lucena review: a judge has no clock: give --depth or --movetime");
  std::ofstream(path("empty.pgn")) << "\n";
  expect_refusal(run({"review", path("empty.pgn").string()}),
                 "lucena review: there is no game to review", 1);
}

}  // namespace
}  // namespace lucena
