// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <iterator>

#include "app/transcript.h"

namespace lucena::test {
namespace {

/// All transcripts share a folder of tables, since most of the time goes into solving.
class PlayTranscript : public testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { folder_ = new TemporaryFolder; }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

 private:
  static TemporaryFolder* folder_;
  ScopedVariable tables_{"LUCENA_TABLES", folder_->path().string()};
};

TemporaryFolder* PlayTranscript::folder_ = nullptr;

TEST_P(PlayTranscript, IsTheSameThroughPipes) {
  expect_same_through_pipes(read_transcript("play", GetParam()));
}

TEST_P(PlayTranscript, IsTheSameAtATerminal) {
  if (!Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  expect_same_at_a_terminal(read_transcript("play", GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Transcripts, PlayTranscript, testing::ValuesIn(transcript_names("play")),
                         [](const auto& name) { return name.param; });

class Play : public CommandTest {
 protected:
  /// A game of rook against king that White wins in 14.
  const std::vector<std::string> rook_ending_{
      "play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white", "--seed", "1"};

  std::vector<std::string> rook_ending(std::vector<std::string> more) const {
    std::vector<std::string> words = rook_ending_;
    words.insert(words.end(), more.begin(), more.end());
    return command_line(words);
  }
};

class PlayAtATerminal : public Play {
 protected:
  void SetUp() override {
    if (!Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  }
};

TEST_F(PlayAtATerminal, ShowsColorsAndFiguresAsItAllows) {
  const ScopedVariable kind("TERM", "xterm-256color");
  const ScopedVariable no_color("NO_COLOR", "");
  const auto raw_board = [&](const char* locale, std::vector<std::string> more) {
    const ScopedVariable encoding("LC_ALL", locale);
    Terminal terminal(rook_ending(std::move(more)));
    terminal.wait_for("White> ");
    terminal.type("quit\r");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    return terminal.raw();
  };
  const std::string figures = raw_board("C.UTF-8", {});
  EXPECT_TRUE(contains(figures, "\x1b[48;5;"));
  // White's men and Black's are different figures, so that a copy of the text tells them apart.
  EXPECT_TRUE(contains(figures, "\u2656"));
  EXPECT_TRUE(contains(figures, "\u265a"));
  EXPECT_FALSE(contains(figures, "\u265c"));
  const std::string letters = raw_board("C", {});
  EXPECT_TRUE(contains(letters, "\x1b[48;5;"));
  EXPECT_FALSE(contains(letters, "\u2656"));
  const std::string plain = raw_board("C.UTF-8", {"--ascii"});
  EXPECT_FALSE(contains(plain, "\x1b[48;5;"));
  EXPECT_TRUE(contains(plain, "  1  K  .  .  .  .  .  .  R"));
}

TEST_F(PlayAtATerminal, BreaksLinesWhereTheTerminalEnds) {
  const ScopedVariable plain("NO_COLOR", "1");
  const ScopedVariable kind("TERM", "xterm");
  for (const int columns : {50, 100}) {
    Terminal terminal(rook_ending({}), columns);
    terminal.wait_for("White> ");
    terminal.type("quit\r");
    EXPECT_EQ(terminal.wait_for_end(), 0);
    const std::string shown = terminal.text();
    EXPECT_TRUE(contains(
        shown, columns == 50 ? "In KRvK White wins 100 % of the positions with\nWhite to move "
                             : "White to move and 90.03 % with Black to move; the\nlongest"))
        << shown;
  }
}

TEST_F(PlayAtATerminal, GoesOnAfterOneCtrlCOrCtrlDAndLeavesAfterTwo) {
  const ScopedVariable kind("TERM", "xterm");
  for (const std::string key : {"\x03", "\x04"}) {
    Terminal terminal(rook_ending({}));
    terminal.wait_for("White> ");
    terminal.type(key);
    terminal.wait_for("Type 'quit' to leave");
    terminal.wait_for("White> ");
    terminal.type("Rd1\r");
    terminal.wait_for("Lucena plays 1...");
    terminal.wait_for("White> ");
    terminal.type(key);
    terminal.wait_for("Type 'quit' to leave");
    terminal.wait_for("White> ");
    terminal.type(key);
    terminal.wait_for("the game was left");
    EXPECT_EQ(terminal.wait_for_end(), key == "\x03" ? 130 : 0);
  }
}

TEST_F(PlayAtATerminal, CallsLinesBackAndLivesThroughResizing) {
  const ScopedVariable kind("TERM", "xterm");
  Terminal terminal(rook_ending({}));
  terminal.wait_for("White> ");
  terminal.type("Rd1\r");
  terminal.wait_for("White> ");
  terminal.type("fen\r");
  terminal.wait_for("w - - 2 2");
  terminal.wait_for("White> ");
  terminal.resize(40, 20);
  terminal.type("\x1b[A\r");  // cursor up
  terminal.wait_for("w - - 2 2");
  terminal.wait_for("White> ");
  terminal.type("quit\r");
  EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(Play, WritesGamesThatOthersCanRead) {
  const std::string file = path("games.pgn").string();
  for (int game = 0; game < 2; ++game) {
    std::vector<std::string> words = rook_ending_;
    words.insert(words.end(), {"--pgn", file});
    const Finished finished = run(words, "Rh2\nRh1\nundo\nresign\nyes\nquit\n");
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_TRUE(contains(finished.out, "The game is in " + file)) << finished.out;
  }
  const auto extract = find_program("pgn-extract");
  ASSERT_TRUE(extract);
  const Finished read = run_program({*extract, "-r", file});
  EXPECT_EQ(read.status, 0);
  EXPECT_TRUE(contains(read.err, "2 games matched out of 2")) << read.err;
}

TEST_F(Play, SaysWhatIsWrongWithItsArguments) {
  expect_refusal(run({"play", "--side", "green"}),
                 "lucena play: --side must be white, black, both or none, not 'green'");
  expect_refusal(run({"play", "--metric", "zeroing"}),
                 "lucena play: --metric must be mate or conversion, not 'zeroing'");
  expect_refusal(run({"play", "--fifty", "maybe"}),
                 "lucena play: --fifty must be on or off, not 'maybe'");
  const std::string missing = path("missing").string();
  expect_refusal(run({"play", "--cases", missing}),
                 "lucena play: cannot open " + missing + ": No such file or directory", 1);
}

class PlayCases : public CommandTest {
 protected:
  /// The output of programs among themselves, with the same in a file.
  Finished play(std::string_view cases, std::vector<std::string> more = {}) {
    std::ofstream(path("cases.txt")) << cases;
    std::vector<std::string> words{
        "play",   "--cases", path("cases.txt").string(), "--out", path("out.txt").string(),
        "--seed", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
  std::string written() const {
    std::ifstream file(path("out.txt"));
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(PlayCases, AreFensOrMenWithCommentsInBetween) {
  const Finished finished = play(
      "# three ways to say it\n\n"
      "8/8/8/8/8/2k5/8/K6R w - - 0 1  # a FEN\n"
      "x.K(1,1), x.R(8,1), y.K(3,3)\n"
      "X.k(1, 1) x.r(8,1) Y.K(3,3)\n"
      "Ka1 Rh1 / Kc3\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(contains(finished.out, "4 games: White won 4, Black won 0, 0 drawn, 0 unfinished\n"))
      << finished.out;
  EXPECT_TRUE(contains(finished.out, "White (perfect): 56 of 56 moves best, 0 moves lost"));
  EXPECT_EQ(written(), finished.out);
}

TEST_F(PlayCases, ThatAreWrongAreNamedAndTheOthersPlayed) {
  const Finished finished = play("x.K(1,1), x.R(1,1), y.K(3,3)\nKa1 Qb1 / Kc8\nnonsense\n");
  EXPECT_EQ(finished.status, 1);
  const std::string file = path("cases.txt").string();
  EXPECT_EQ(finished.err, "lucena play: line 1 of " + file +
                              ": two men stand on a1\n"
                              "lucena play: line 3 of " +
                              file +
                              ": 'nonsense' is neither a FEN nor a list of men such as Ke1 Ra1 / "
                              "Ke8\n");
  EXPECT_TRUE(contains(finished.out, "1 game: White won 1")) << finished.out;
}

TEST_F(PlayCases, SayThatTheyReplaceAnOlderReport) {
  EXPECT_EQ(play("Ka1 Qb1 / Kc8\n").err, "");
  const Finished again = play("Ka1 Qb1 / Kc8\n");
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.err,
            "lucena play: " + path("out.txt").string() + " replaces an older file of that name\n");
}

TEST_F(PlayCases, TellHowFarPlayWasFromPerfect) {
  const Finished finished =
      play("8/8/8/8/8/2k5/8/K6R w - - 0 1\n", {"--white", "random", "--max-moves", "5"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(contains(finished.out, "White (random): ")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "Black (perfect): ")) << finished.out;
  EXPECT_FALSE(contains(finished.out, "White (random): 5 of 5")) << finished.out;
  expect_refusal(play("Ka1 / Kc3\n", {"--black", "stupid"}),
                 "lucena play: --black must be perfect, heuristic, random or human, not 'stupid'");
}

}  // namespace
}  // namespace lucena::test
