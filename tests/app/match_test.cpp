// SPDX-License-Identifier: GPL-3.0-or-later
// Matches and books through the real program, with engines that misbehave.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "app/command_test.h"
#include "support/fake_engine.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::run;

class MatchCommand : public test::CommandTest {
 protected:
  MatchCommand() { std::ofstream(path("shuffle.epd")) << test::kShufflePosition << "\n"; }

  std::string fake(const std::string& arguments = {}) const {
    return test::fake_engine(LUCENA_TEST_DATA, arguments);
  }
  /// A match of two fake engines.
  std::vector<std::string> match(const std::string& first, const std::string& second,
                                 std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"match",
                                   "--engine",
                                   fake("name=one " + first),
                                   "--engine",
                                   fake("name=two " + second),
                                   "--openings",
                                   path("shuffle.epd").string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::string text_of(std::string_view name) const {
    const auto bytes = test::read_bytes(path(name));
    return {bytes.begin(), bytes.end()};
  }
};

TEST_F(MatchCommand, ReportsTheScore) {
  const Finished finished = run(match("", "", {"--depth", "1", "--games", "4"}));
  EXPECT_EQ(finished.out,
            "one against two: 2 of 4 (50.0 %), 0 won, 4 drawn, 0 lost\n"
            "as White 0 won, 2 drawn, 0 lost; as Black 0 won, 2 drawn, 0 lost\n"
            "Elo difference +0 +/- 204 (95 %), likelihood of superiority 50.0 %\n"
            "pairs of games with 0, 1/2, 1, 3/2, 2 points: 0, 0, 2, 0, 0\n");
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.status, 0);
}

TEST_F(MatchCommand, TellsWhoMisbehavedAndHow) {
  const Finished finished = run(match("crash:2", "", {"--depth", "1", "--games", "2"}));
  EXPECT_TRUE(contains(finished.out, "one against two: 0 of 2 (0.0 %), 0 won, 0 drawn, 2 lost\n"));
  EXPECT_TRUE(contains(finished.out, "one lost 2 by a crash\n")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "Elo difference below ")) << finished.out;
  EXPECT_EQ(finished.err,
            "lucena match: game 1, one: White loses by a crash: it ended with status 3: 'the "
            "bishop has left the building'\n"
            "lucena match: game 2, one: Black loses by a crash: it ended with status 3: 'the "
            "bishop has left the building'\n");
  EXPECT_EQ(finished.status, 0);
}

TEST_F(MatchCommand, WritesGamesThatOthersCanRead) {
  const std::string games = path("games.pgn").string();
  run(match("", "slow:4 tc=0.1", {"--tc", "60+0.5", "--games", "2", "--pgn", games}));
  run(match("", "illegal:5", {"--nodes", "9", "--games", "1", "--pgn", games}));
  const std::string text = text_of("games.pgn");
  EXPECT_TRUE(contains(text, "[TimeControl \"?\"]")) << text;
  EXPECT_TRUE(contains(text, "[Termination \"time forfeit\"]")) << text;
  EXPECT_TRUE(contains(text, "[Termination \"rules infraction\"]")) << text;
  EXPECT_TRUE(contains(text, "[Round \"1.2\"]")) << text;
  const auto reader = test::find_program("pgn-extract");
  ASSERT_TRUE(reader);
  const Finished checked = test::run_program({*reader, "-r", games});
  EXPECT_TRUE(contains(checked.err, "3 games matched out of 3.")) << checked.err;
  EXPECT_FALSE(contains(checked.err, "Failed to make move")) << checked.err;
}

TEST_F(MatchCommand, StopsAtControlCWithTheResultSoFar) {
  const std::string child = path("child").string(), games = path("games.pgn").string();
  test::BackgroundProgram program(test::command_line(
      match("", "child:" + child, {"--depth", "1", "--games", "1000000", "--pgn", games})));
  // Until the first game has ended; a million games take much longer.
  test::await_in_file(games, "[Event ");
  const auto begin = std::chrono::steady_clock::now();
  program.send_signal(SIGINT);
  const Finished finished = program.wait();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_EQ(finished.status, 130);
  EXPECT_TRUE(contains(finished.out, " drawn, 0 lost\n")) << finished.out << finished.err;
  const pid_t left = std::stoi("0" + text_of("child"));
  ASSERT_GT(left, 0);
  const auto is_running = [&] {
    std::ifstream status("/proc/" + std::to_string(left) + "/stat");
    std::string number, name, state;
    return status >> number >> name >> state && state != "Z";
  };
  for (int i = 0; i < 100 && is_running(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_FALSE(is_running());
}

TEST_F(MatchCommand, EndsBySprt) {
  const Finished finished =
      run(match("", "illegal", {"--depth", "1", "--sprt", "elo0=0", "elo1=50", "--games", "999"}));
  EXPECT_TRUE(contains(finished.out, "SPRT (0, 50): LLR ")) << finished.out;
  EXPECT_TRUE(contains(finished.out, " between -2.94 and 2.94: at least +50\n")) << finished.out;
  EXPECT_FALSE(contains(finished.out, "of 999")) << finished.out;
}

TEST_F(MatchCommand, RefusesWhatItCannotPlay) {
  expect_refusal(run(match("", "")),
                 "lucena match: how long may the engines think? Give --tc 10+0.1, --nodes N, "
                 "--depth N or --movetime MS");
  expect_refusal(run(match("", "", {"--tc", "soon"})),
                 "lucena match: 'soon' is no time control: write seconds+increment, such as "
                 "10+0.1, or moves/seconds+increment");
  expect_refusal(run(match("", "", {"--depth", "1", "--engine", "third"})),
                 "lucena match: a match has two engines, not more");
  expect_refusal(run(match("", "", {"--depth", "1", "--book", "x"})),
                 "lucena match: openings come from a book or from a file, not both");
  expect_refusal(run(match("", "", {"--depth", "1", "--sprt", "elo2=5"})),
                 "lucena match: --sprt understands elo0=, elo1=, alpha= and beta= with a number "
                 "each, not 'elo2=5'");
  expect_refusal(run(match("", "", {"--depth", "1", "--sprt", "elo0=5", "elo1=0"})),
                 "lucena match: --sprt needs elo0 < elo1, both from -1000 to 1000, and alpha and "
                 "beta between 0 and 0.5");
  expect_refusal(run({"match", "--engine", fake(), "--engine", "/nowhere/fish", "--depth", "1"}),
                 "lucena match: '/nowhere/fish' cannot be started: No such file or directory", 1);
  expect_refusal(
      run({"match", "--engine", fake(), "--engine", "nofish", "--depth", "1"}),
      "lucena match: 'nofish' cannot be started: No such file or directory; if it is not "
      "installed, 'sudo apt install nofish' may bring it on Debian, and if it is not in "
      "PATH, give its folder, too",
      1);
  expect_refusal(run(match("", "", {"--depth", "1", "--pgn", "/nowhere/games.pgn"})),
                 "lucena match: cannot write /nowhere/games.pgn: No such file or directory", 1);
}

/// A test with such numbers would never be decided, or at once.
TEST_F(MatchCommand, RefusesNumbersThatAreNone) {
  for (const std::string name : {"elo0", "elo1", "alpha", "beta"}) {
    for (const std::string value : {"inf", "-inf", "nan", "1e999", "infinity", "1e300"}) {
      const Finished finished =
          run(match("", "", {"--depth", "1", "--games", "2", "--sprt", name + "=" + value}));
      EXPECT_TRUE(finished.err.starts_with("lucena match: --sprt ")) << name << '=' << value;
      EXPECT_EQ(finished.status, 2) << name << '=' << value;
    }
  }
}

/// A hostile engine, and a judge of that kind.
TEST_F(MatchCommand, GivesTheGameToTheOpponentOfAnEngineThatFloods) {
  std::ofstream(path("flood.sh"))
      << "read l; echo uciok; read l; echo readyok; read l; read l; echo readyok; read l; read l\n"
      << "exec yes info string x\n";
  const std::string flood = "/bin/sh " + path("flood.sh").string();
  const Finished finished =
      run({"match", "--engine", fake("name=one"), "--engine", flood + " name=two", "--openings",
           path("shuffle.epd").string(), "--depth", "1", "--games", "2"});
  EXPECT_TRUE(contains(finished.err,
                       "game 1, two: Black loses: it writes more than 100,000 lines "
                       "and no answer\n"))
      << finished.err;
  EXPECT_TRUE(contains(finished.out, "one against two: 2 of 2 (100.0 %)")) << finished.out;
  std::ofstream(path("game.pgn")) << "1. e4 *\n";
  expect_refusal(run({"review", path("game.pgn").string(), "--judge", flood}),
                 "lucena review: the judge fails: it writes more than 100,000 lines and no answer",
                 1);
}

TEST_F(MatchCommand, PlaysStockfishFromBuiltInOpenings) {
  const Finished finished =
      run({"match", "--engine", "stockfish name=a option.Threads=1", "--engine", "stockfish name=b",
           "--nodes", "100", "--games", "4", "--pgn", path("games.pgn").string()});
  EXPECT_EQ(finished.err, "");
  EXPECT_TRUE(contains(finished.out, "a against b: ")) << finished.out;
  EXPECT_FALSE(contains(finished.out, "illegal")) << finished.out;
  EXPECT_TRUE(contains(text_of("games.pgn"), "{book}"));
}

TEST_F(MatchCommand, PlaysItselfByDefault) {
  const Finished finished = run({"match", "--depth", "2", "--games", "2"});
  EXPECT_EQ(finished.err, "");
  EXPECT_TRUE(contains(finished.out, "pairs of games with")) << finished.out;
  for (const char* fault : {"time", "crash", "illegal", "silent"}) {
    EXPECT_FALSE(contains(finished.out, fault)) << finished.out;
  }
}

TEST_F(MatchCommand, HelpFitsATerminalOfOneHundredColumns) {
  for (const std::string command : {"match", "review", "book"}) {
    const Finished finished = run({command, "--help"});
    EXPECT_EQ(finished.status, 0);
    EXPECT_TRUE(finished.out.starts_with("Examples:\n  lucena " + command)) << finished.out;
    for (const std::string& line : test::lines_of(finished.out)) {
      EXPECT_LE(line.size(), 100u) << line;
    }
  }
}

using BookCommand = MatchCommand;

TEST_F(BookCommand, MakesABookAndShowsIt) {
  std::ofstream(path("games.pgn")) << "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
                                      "[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n"
                                      "[Result \"1-0\"]\n\n1. d4 Ke7 1-0\n\n"
                                      "[Result \"1-0\"]\n\n1. c4 1-0\n\n";
  const std::string games = path("games.pgn").string(), book = path("my.bin").string();
  const Finished built = run({"book", "build", games, "--min-games", "1", "--out", book});
  EXPECT_EQ(built.out, book + ": 3 moves of 3 games\n");
  EXPECT_EQ(built.status, 0);
  EXPECT_TRUE(contains(built.err, "1 faulty game is left out")) << built.err;
  EXPECT_TRUE(contains(built.err, "line 11: ")) << built.err;
  EXPECT_EQ(run({"book", "show", "--book", book}).out,
            "e4       e2e4   weight     3   60.00 %\n"
            "c4       c2c4   weight     2   40.00 %\n");
  EXPECT_EQ(run({"book", "show", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b", "KQkq", "-",
                 "--book", book})
                .out,
            "c5       c7c5   weight     1     100 %\n");
  EXPECT_EQ(run({"book", "show", "8/8/8/8/8/2k5/8/K6R w - -", "--book", book}).out,
            book + " has no move here\n");
}

/// The entries of a book in an order that does not depend on who wrote it.
std::vector<std::vector<std::uint8_t>> sorted_entries(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::vector<std::uint8_t>> entries;
  for (auto begin = bytes.begin(); bytes.end() - begin >= 16; begin += 16) {
    entries.emplace_back(begin, begin + 16);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

TEST_F(BookCommand, MakesTheSameBookAsPolyglot) {
  const std::string games = path("games.pgn").string();
  const std::string ours = path("ours.bin").string(), theirs = path("theirs.bin").string();
  run({"match", "--engine", "stockfish name=a", "--engine", "stockfish name=b nodes=5", "--nodes",
       "20", "--games", "60", "--pgn", games, "--book", "/usr/share/games/gnuchess/book.bin"});
  const auto polyglot = test::find_program("polyglot");
  ASSERT_TRUE(polyglot);
  test::run_program(
      {*polyglot, "make-book", "-pgn", games, "-bin", theirs, "-max-ply", "20", "-min-game", "2"});
  EXPECT_EQ(run({"book", "build", games, "--plies", "20", "--min-games", "2", "--out", ours}).err,
            "");
  const auto entries = sorted_entries(test::read_bytes(ours));
  EXPECT_GT(entries.size(), 50u);
  EXPECT_EQ(entries, sorted_entries(test::read_bytes(theirs)));
}

TEST_F(BookCommand, TellsHowToGetABookWhereThereIsNone) {
  const Finished finished =
      test::run_on_faulty_disk({"--chdir=" + folder().path().string(),
                                "LUCENA_HIDDEN_FILE=/usr/share/games/gnuchess/book.bin"},
                               {"book", "show"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(contains(finished.err, "sudo apt install gnuchess-book")) << finished.err;
  EXPECT_TRUE(contains(finished.err, "lucena book build GAMES.pgn")) << finished.err;
}

TEST_F(BookCommand, RefusesWhatItCannotRead) {
  expect_refusal(run({"book", "burn"}),
                 "lucena book: 'burn' is neither 'build' nor 'show'; see 'lucena book --help'");
  expect_refusal(run({"book", "build"}), "lucena book: which games? lucena book build GAMES.pgn");
  expect_refusal(run({"book", "show", "--book", "/nowhere/b.bin"}),
                 "lucena book: cannot open /nowhere/b.bin: No such file or directory", 1);
  std::ofstream(path("bad.bin")) << "0123456789abcdefg";
  expect_refusal(run({"book", "show", "--book", path("bad.bin").string()}),
                 "lucena book: " + path("bad.bin").string() +
                     " is no Polyglot book, or cut off: 17 bytes are not a multiple of 16",
                 1);
}

}  // namespace
}  // namespace lucena
