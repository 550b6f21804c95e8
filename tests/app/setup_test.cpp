// SPDX-License-Identifier: GPL-3.0-or-later
// One way to write down positions and endings for every command, through the real program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/command_test.h"
#include "support/terminal.h"

namespace lucena::test {
namespace {

class SetUp : public CommandTest {};

TEST_F(SetUp, EndingsAreSpelledAlikeEverywhere) {
  const std::string stats = run({"stats", "KRvK"}).out;
  const std::string longest = run({"longest", "KRvK"}).out;
  for (const std::vector<std::string>& spelling :
       std::vector<std::vector<std::string>>{{"KRvsK"},
                                             {"KR-K"},
                                             {"K+R v K"},
                                             {"K+R", "v", "K"},
                                             {"KR", "vs", "K"},
                                             {"KRK"},
                                             {"krk"},
                                             {"KR", "-", "K"},
                                             {"kvkr"}}) {
    const auto said = [&](std::vector<std::string> words) {
      words.insert(words.end(), spelling.begin(), spelling.end());
      const Finished finished = run(words);
      EXPECT_EQ(finished.status, 0) << finished.err;
      return finished.out;
    };
    EXPECT_EQ(said({"stats"}), stats);
    EXPECT_EQ(said({"longest"}), longest);
    EXPECT_TRUE(contains(said({"verify"}), "KRvK by mate, on disk: "));
    EXPECT_TRUE(said({"solve"}).starts_with("KRvK  on disk\n"));
  }
  const std::string two = run({"solve", "KR", "vs", "K", "KQ-K"}).out;
  EXPECT_TRUE(contains(two, "KRvK  ")) << two;
  EXPECT_TRUE(contains(two, "KQvK  ")) << two;
  EXPECT_EQ(run({"tables", "--remove", "K+R vs K"}).out, "removed 2 files of KRvK\n");
  expect_refusal(run({"stats", "KR", "vs", "R"}),
                 "lucena stats: 'KR vs R' is no ending such as KRPvKR: no king after the v");
}

TEST_F(SetUp, PerftAndBooksTakePositionsAsProbeDoes) {
  const std::string count = run({"perft", "3", "8/8/8/8/8/2k5/8/K6R w - - 0 1"}).out;
  EXPECT_EQ(run({"perft", "3", "Ka1", "Rh1", "/", "Kc3"}).out, count);
  EXPECT_EQ(run({"perft", "3", "8/8/8/8/8/2k5/8/K6R"}).out, count);
  std::ofstream(path("games.pgn")) << "1. e4 e5 2. Nf3 *\n";
  const std::string book = path("own.bin").string();
  ASSERT_EQ(
      run({"book", "build", path("games.pgn").string(), "--min-games", "1", "--out", book}).status,
      0);
  const std::vector<std::string> after_e4{
      "book", "show", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b", "KQkq", "--book", book};
  EXPECT_TRUE(contains(run(after_e4).out, "e7e5"));
  EXPECT_TRUE(contains(run({"book", "show", "startpos", "--book", book}).out, "e2e4"));
  expect_refusal(run({"book", "show", "nowhere", "--book", book}),
                 "lucena book: 'nowhere' is neither a FEN nor a list of men such as Ke1 Ra1 / Ke8");
}

TEST_F(SetUp, TheEngineSaysWhatItMakesOfAPosition) {
  const Finished finished = run({"uci"},
                                "position fen \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"\nd\n"
                                "position startpos moves e2e4 e2e5\nd\nquit\n");
  EXPECT_TRUE(contains(finished.out, "Fen: 8/8/8/8/8/2k5/8/K6R w - - 0 1")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "info string the moves end before 'e2e5': "));
  EXPECT_TRUE(contains(finished.out, "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"));
}

TEST_F(SetUp, CasesWithoutAWordOnCastlingAreWarnedAbout) {
  const std::string file = path("cases.txt").string();
  std::ofstream(file) << "Ke1 Ra1 / Kc3\n"
                         "Ke1 Ra1 / Kc3 castling=Q\n"
                         "Ke1 Ra1 / Kc3 castling=-\n"
                         "8/8/8/8/8/2k5/8/R3K3 w\n"
                         "8/8/8/8/8/2k5/8/R3K3 w Q\n"
                         "Ka1 Rh1 / Kc3 b\n";
  const Finished finished = run({"play", "--cases", file, "--out", "-", "--max-moves", "1"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  const std::string line =
      "lucena play: line {} of {}: king and rook stand at home and nothing is "
      "said of castling, so they may not; {}\n";
  EXPECT_EQ(finished.err,
            fmt::format(fmt::runtime(line), 1, file,
                        "castling=Q says that they may, castling=- that they may not") +
                fmt::format(fmt::runtime(line), 4, file,
                            "in the FEN's third field Q says that they may, - that they may not"));
  EXPECT_TRUE(contains(finished.out, "Case 1 (line 1): 8/8/8/8/8/2k5/8/R3K3 w - - 0 1\n"));
  EXPECT_TRUE(contains(finished.out, "Case 2 (line 2): 8/8/8/8/8/2k5/8/R3K3 w Q - 0 1\n"));
  EXPECT_TRUE(contains(finished.out, "Case 6 (line 6): 8/8/8/8/8/2k5/8/K6R b - - 0 1\n"));
}

TEST_F(SetUp, ProbeAsksAtATerminal) {
  if (!Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  Terminal terminal(command_line({"probe"}));
  terminal.wait_for("Give a position:\n");
  terminal.wait_for("position> ");
  terminal.type("Ka1 Rh1 / Kc3 w\r");
  terminal.wait_for("White wins: mate in 14 moves.");
  terminal.wait_for("position> ");
  terminal.type("KRvK\r");
  terminal.wait_for("That is no position: 'KRvK' is an ending, not a position");
  terminal.wait_for("position> ");
  terminal.type("startpos\r");
  terminal.wait_for("No answer: there are 32 men");
  terminal.wait_for("position> ");
  terminal.type("help\r");
  terminal.wait_for("Give a position:\n");
  terminal.wait_for("position> ");
  terminal.type("quit\r");
  EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(SetUp, ProbeSaysWhatItDecidesAboutCastling) {
  const Finished open = run({"probe", "Ke1", "Ra1", "/", "Kc3"});
  EXPECT_EQ(open.status, 0);
  EXPECT_EQ(open.err,
            "lucena probe: king and rook stand at home and nothing is said of castling, so they "
            "may not; castling=Q says that they may, castling=- that they may not\n");
  EXPECT_EQ(run({"probe", "Ke1", "Ra1", "/", "Kc3", "castling=Q"}).err, "");
  const Finished lines = run({"probe", "--json"}, "\n8/8/8/8/8/2k5/8/R3K3\n");
  EXPECT_TRUE(lines.err.starts_with("lucena probe: line 2: king and rook stand at home"));
}

/// Without a terminal there is nobody to ask: see ProbeCommand.ReadsPositionsLineByLine.
TEST_F(SetUp, ProbeDoesNotAskInAPipe) {
  const Finished finished = run({"probe"}, "Ka1 Rh1 / Kc3\n");
  EXPECT_FALSE(contains(finished.out, "Give a position")) << finished.out;
  EXPECT_FALSE(contains(finished.out, "position>")) << finished.out;
}

/// The lines under "Examples:" in the help of a command.
std::vector<std::string> examples_of(const std::string& command) {
  std::vector<std::string> examples;
  for (const std::string& line : lines_of(run({command, "--help"}).out)) {
    if (line.empty()) break;
    if (!line.starts_with("  lucena ")) continue;
    const std::string text = line.substr(9);
    examples.push_back(text.substr(0, text.find("  ")));
  }
  return examples;
}

TEST_F(SetUp, ExamplesOfTheHelpWorkAsWritten) {
  std::ofstream(path("positions.txt")) << "Ka1 Rh1 / Kc3 w\n";
  for (const std::string command : {"probe", "longest", "stats"}) {
    const std::vector<std::string> examples = examples_of(command);
    EXPECT_GE(examples.size(), 4u) << command;
    for (const std::string& example : examples) {
      const Finished finished = run_shell("cd \"$2\" && eval '\"$1\"' \"$3\" </dev/null",
                                          {LUCENA_PROGRAM, folder().path(), example});
      EXPECT_EQ(finished.status, 0) << example << "\n" << finished.err;
    }
  }
}

}  // namespace
}  // namespace lucena::test
