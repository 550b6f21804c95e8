// SPDX-License-Identifier: GPL-3.0-or-later
// Games one after another, games from files, and whole games with clocks.
#include <fstream>
#include <random>

#include "app/transcript.h"
#include "base/random.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "support/effort.h"

namespace lucena::test {
namespace {

class PlayGames : public CommandTest {
 protected:
  static std::string games() {
    return (std::filesystem::path(LUCENA_TEST_DATA) / "games/four_games.pgn").string();
  }
  std::size_t games_in(const std::string& file) const {
    std::ifstream input(file);
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    PgnReader reader(text);
    std::size_t count = 0;
    while (const auto game = reader.next()) count += game->has_value();
    return count;
  }
};

TEST_F(PlayGames, AreAllKept) {
  const std::string file = path("games.pgn").string();
  const Finished finished = run(
      {"play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white", "--seed", "1", "--pgn", file},
      "Rh3\nnew KQvK\nwin\nresign\nyes\nagain\nagain\nKb1\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  // The third game was left before the first move, of which there is nothing to keep.
  EXPECT_GE(games_in(file), 2u) << finished.out;
  EXPECT_LE(games_in(file), 3u) << finished.out;
}

TEST_F(PlayGames, AreLoadedAndPlayedOn) {
  const Finished finished = run(
      {"play", "load", games(), "--seed", "1"},
      "next\nwhy\nnext\nstart\ngoto 43\ngoto 42\nRd8\npgn\nload " + games() + " 2\nend\nquit\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* text : {"Anna - Bert", "White wins in at most 17 moves.",
                           "That move lets the win slip", "The refutation: 42...",
                           "You play 42. Rd8+", "[White \"You\"]", "1-0 (White wins): checkmate"}) {
    EXPECT_TRUE(contains(finished.out, text)) << text << "\n" << finished.out;
  }
}

/// Programs are told what it would take, and nobody waits.
TEST_F(PlayGames, WithSixMenThatAreNotSolvedAreTheEngines) {
  const Finished finished = run(
      {"play", "8/8/8/3k4/8/2rn4/4R3/K1B5 w - - 0 1", "--side", "white", "--depth", "1"}, "quit\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(contains(finished.out, "KRBvKRN ")) << finished.out;
  EXPECT_TRUE(
      contains(finished.out, "6 men: the engine plays, and the tables as soon as 5 are left."))
      << finished.out;
}

TEST_F(PlayGames, ThatCannotBeLoadedDoNoHarm) {
  const std::string missing = path("missing.pgn").string();
  std::ofstream(path("other.txt")) << "no games at all";
  const Finished finished =
      run({"play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white", "--seed", "1"},
          "load\nload " + missing + "\nload " + games() + " 4\nload " + games() + " 9\nload " +
              path("other.txt").string() + "\nRh3\nquit\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* text :
       {"Say which file", "No such file", "line ", "has 4 games", "You play 1. Rh3+"}) {
    EXPECT_TRUE(contains(finished.out, text)) << text << "\n" << finished.out;
  }
}

TEST_F(PlayGames, SayWhatIsWrongWithTheOpponent) {
  expect_refusal(run({"play", "KQvK", "--opponent", "god"}),
                 "lucena play: --opponent must be perfect, heuristic, random or human, not 'god'");
  expect_refusal(run({"play", "KQvK", "--elo", "700"}),
                 "lucena play: --elo below 1000 is for --opponent human");
  expect_refusal(run({"play", "KQvK", "--movetime", "0"}),
                 "lucena play: --movetime must be seconds, such as 0.5, not '0'");
  expect_refusal(run({"play", "KQvK", "--tc", "5m"}),
                 "lucena play: --tc: '5m' is no time control: write seconds+increment, such as "
                 "10+0.1, or moves/seconds+increment");
}

/// What is said goes to stderr here, which is where the test waits for it.
/// Tables do not err, so that an Elo says nothing about endings, unless the opponent is human.
TEST_F(PlayGames, SayWhereAnEloMeansNothing) {
  const std::string what = "An Elo means nothing to this opponent with up to 5 men";
  const auto said = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--elo", "1200"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = run(words, "quit\n");
    EXPECT_EQ(finished.status, 0) << finished.err;
    return contains(finished.out, what);
  };
  EXPECT_TRUE(said({"--side", "white"}));
  EXPECT_FALSE(said({"--side", "both"}));
  EXPECT_FALSE(said({"--side", "white", "--opponent", "human"}));
  const Finished whole = run({"play", "start", "--side", "white", "--elo", "1200"}, "quit\n");
  EXPECT_FALSE(contains(whole.out, what)) << whole.out;
  expect_refusal(run({"play", "KRvK", "--opponent", "random", "--elo", "1200"}),
                 "lucena play: --elo is of no use with --opponent random");
}

/// No engine takes its knight back and forth like that.
TEST_F(PlayGames, BeginWithMovesOfTheBook) {
  const std::string games = path("games.pgn").string(), book = path("book.bin").string();
  std::ofstream(path("games.pgn")) << "[Event \"?\"]\n[Result \"0-1\"]\n\n"
                                      "1. a3 Na6 2. a4 Nb8 3. a5 Na6 0-1\n\n";
  const Finished built = run({"book", "build", games, "--min-games", "1", "--out", book});
  ASSERT_EQ(built.status, 0) << built.err;
  const Finished finished = run(
      {"play", "start", "--side", "white", "--book", book, "--depth", "1"}, "a3\na4\na5\nquit\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* text : {"plays 1... Na6", "plays 2... Nb8", "plays 3... Na6"}) {
    EXPECT_TRUE(contains(finished.out, text)) << text << "\n" << finished.out;
  }
}

TEST_F(PlayGames, RefuseWhatIsNoBook) {
  const std::string other = path("other.bin").string(), missing = path("missing.bin").string();
  std::ofstream(path("other.bin")) << "no book at all";
  const auto with_book = [](const std::string& book) {
    return run({"play", "start", "--side", "white", "--book", book});
  };
  expect_refusal(with_book(other),
                 "lucena play: " + other +
                     " is no Polyglot book, or cut off: 14 bytes are not a multiple of 16",
                 1);
  expect_refusal(with_book(missing),
                 "lucena play: cannot open " + missing + ": No such file or directory", 1);
}

TEST_F(PlayGames, AreLeftByCtrlCWhileTheEngineThinks) {
  const std::string command = "exec " LUCENA_PROGRAM " play start --side black --movetime 300 1>&2";
  BackgroundProgram program({"/bin/sh", "-c", command});
  program.await_message("32 men");
  const auto begin = std::chrono::steady_clock::now();
  program.send_signal(SIGINT);
  const Finished finished = program.wait();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_EQ(finished.status, 130);
  EXPECT_TRUE(contains(finished.err, "the game was left")) << finished.err;
}

class PlayGamesAtATerminal : public PlayGames {
 protected:
  void SetUp() override {
    if (!Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  }
  const ScopedVariable plain_{"NO_COLOR", "1"};
  const ScopedVariable kind_{"TERM", "xterm"};
};

TEST_F(PlayGamesAtATerminal, AreLostWhenTheTimeIsOver) {
  Terminal terminal(
      command_line({"play", "start", "--side", "white", "--tc", "0.5", "--depth", "1"}));
  terminal.wait_for("White> ");
  terminal.type("e4");  // and no Enter
  terminal.wait_for("0-1 (Black wins): White overstepped the time.");
  terminal.wait_for("over> ");
  terminal.type("quit\r");
  EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(PlayGamesAtATerminal, AreLoaded) {
  Terminal terminal(
      command_line({"play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white", "--seed", "1"}));
  terminal.wait_for("White> ");
  terminal.type("load " + games() + "\r");
  terminal.wait_for("Anna - Bert");
  terminal.wait_for("'next' steps through the game");
  terminal.wait_for("White> ");
  terminal.type("next\r");
  terminal.wait_for("That move lets the win slip");
  terminal.wait_for("Black> ");
  terminal.type("load " + games() + " 9\r");
  terminal.wait_for("has 4 games");
  terminal.wait_for("Black> ");
  terminal.type("start\r");
  terminal.wait_for("White wins in at most 17 moves.");
  terminal.wait_for("White> ");
  terminal.type("quit\r");
  EXPECT_EQ(terminal.wait_for_end(), 0);
}

TEST_F(PlayGamesAtATerminal, AreDrawnIfTheOtherSideCannotMate) {
  Terminal terminal(command_line(
      {"play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white", "--tc", "0.3", "--seed", "1"}));
  terminal.wait_for("1/2-1/2 (draw): White overstepped the time, but Black has no men");
  terminal.wait_for("over> ");
  terminal.type("quit\r");
  EXPECT_EQ(terminal.wait_for_end(), 0);
}

/// The last position that was told.
Position last_position(const std::string& shown) {
  const std::vector<std::string> lines = lines_of(shown);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (std::count(line->begin(), line->end(), '/') == 7) return parse_fen(*line).value();
  }
  throw std::runtime_error("no position is told: " + shown);
}

/// A person who plays any legal move until the game is over.
void play_whole_game(const std::vector<std::string>& words, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Terminal terminal(command_line(words));
  while (true) {
    terminal.wait_for("> ");
    if (terminal.text().ends_with("over> ")) break;
    terminal.type("fen\r");
    terminal.wait_for("> ");
    if (terminal.text().ends_with("over> ")) break;
    const MoveList moves = legal_moves(last_position(terminal.text()));
    terminal.type(to_uci(moves[random_below(moves.size(), random)]) + "\r");
  }
  terminal.type("quit\r");
  EXPECT_EQ(terminal.wait_for_end(), 0) << terminal.text();
  EXPECT_FALSE(contains(terminal.text(), "not a legal move")) << terminal.text();
}

class WholeGames : public PlayGamesAtATerminal {};

TEST_F(WholeGames, EndWithoutAFault) {
  const std::size_t games = by_effort<std::size_t>(1, 20);
  const std::vector<std::vector<std::string>> opponents{{"--opponent", "human", "--elo", "600"},
                                                        {"--opponent", "human", "--elo", "1800"},
                                                        {"--opponent", "human", "--elo", "2600"},
                                                        {"--elo", "1000"},
                                                        {"--elo", "2600"},
                                                        {"--opponent", "heuristic"},
                                                        {"--opponent", "random"},
                                                        {}};
  for (std::size_t i = 0; i < opponents.size(); i += by_effort<std::size_t>(3, 1)) {
    for (std::size_t game = 0; game < games; ++game) {
      std::vector<std::string> words{"play",        "start",
                                     "--side",      game % 2 == 0 ? "white" : "black",
                                     "--tc",        "1+0.1",
                                     "--max-moves", "40",
                                     "--seed",      std::to_string(game)};
      words.insert(words.end(), opponents[i].begin(), opponents[i].end());
      play_whole_game(words, game);
    }
  }
}

}  // namespace
}  // namespace lucena::test
