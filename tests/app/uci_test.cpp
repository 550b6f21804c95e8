// SPDX-License-Identifier: GPL-3.0-or-later
// The real program through a pipe, as a GUI drives it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "app/command_test.h"
#include "chess/game.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"

namespace lucena::test {
namespace {

using Clock = std::chrono::steady_clock;

/// What the search does today. A change that is meant to leave it alone keeps the number; any other
/// one changes it here.
constexpr std::uint64_t kBenchSignature = 1'566'615;

class Uci : public CommandTest {
 protected:
  Uci() : engine_(command_line({"uci"})) {}

  void send(std::string_view line) { engine_.send(line); }
  /// All lines up to one that starts like this, which is the last.
  std::vector<std::string> until(std::string_view start) { return engine_.receive_until(start); }
  std::string best_move() {
    const std::string line = until("bestmove ").back();
    return line.substr(9, line.find(' ', 9) - 9);
  }
  /// Whether the engine still listens, and says nothing else meanwhile.
  void expect_ready() {
    send("isready");
    EXPECT_EQ(until("readyok").size(), 1u);
  }

  Process engine_;
};

TEST_F(Uci, IntroducesItselfAndQuits) {
  send("uci");
  const auto lines = until("uciok");
  EXPECT_EQ(lines.front(), "id name Lucena " LUCENA_VERSION);
  expect_ready();
  send("quit");
  EXPECT_FALSE(engine_.receive("the end"));
}

TEST_F(Uci, TakesEveryFormOfGo) {
  for (const std::string_view go :
       {"go depth 3", "go nodes 500", "go movetime 20", "go mate 1",
        "go wtime 300 btime 300 winc 10 binc 10", "go wtime 200 btime 200 movestogo 5",
        "go wtime -10 btime 5", "go searchmoves e7e5 c7c5 depth 4"}) {
    send("ucinewgame");
    send("position startpos moves f2f3");
    if (go == "go mate 1") send("position startpos moves f2f3 e7e5 g2g4");
    send(go);
    const std::string best = best_move();
    EXPECT_TRUE(best.size() == 4) << go << ' ' << best;
    if (go == "go mate 1") {
      EXPECT_EQ(best, "d8h4");
    }
  }
  expect_ready();
}

TEST_F(Uci, StopsAtOnce) {
  for (const std::string_view go :
       {"go infinite", "go", "go depth 100", "go ponder wtime 1 btime 1"}) {
    expect_soon([&] {
      send("position startpos");
      send(go);
      until("info depth 5 ");
      send("isready");
      until("readyok");
      const auto start = Clock::now();
      send("stop");
      EXPECT_NE(best_move(), "(none)");
      return Clock::now() - start;
    });
  }
}

TEST_F(Uci, Ponders) {
  send("setoption name Ponder value true");
  send("position startpos moves e2e4");
  send("go wtime 1000 btime 1000");
  const auto words = until("bestmove ").back();
  const std::size_t place = words.find(" ponder ");
  ASSERT_NE(place, std::string::npos) << words;
  send("position startpos moves e2e4 " + words.substr(9, 4) + " " + words.substr(place + 8));
  send("go ponder wtime 1000 btime 900");
  until("info depth 6 ");
  send("isready");
  until("readyok");
  send("ponderhit");
  EXPECT_NE(best_move(), "(none)");
}

TEST_F(Uci, SaysNoneWithoutALegalMove) {
  send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  send("go depth 3");
  EXPECT_EQ(best_move(), "(none)");
}

TEST_F(Uci, SurvivesAThousandShortSearches) {
  Game game;
  for (int i = 0; i < 1000; ++i) {
    std::string position = "position startpos moves";
    for (const Move move : game.moves()) position += ' ' + to_uci(move);
    send(position);
    send("go nodes 100");
    send("stop");
    const std::string best = best_move();
    const auto move = parse_uci(game.position(), best);
    ASSERT_TRUE(move) << best;
    game.make(*move);
    const bool over = game.status() != GameStatus::InProgress || game.moves().size() > 60;
    if (over) game = Game();
  }
  expect_ready();
}

TEST_F(Uci, SurvivesAFloodOfGarbage) {
  constexpr std::string_view kPieces[] = {
      "go",    "position", "fen",    "startpos",    "moves",    "e2e4",
      "depth", "1",        "-1",     "setoption",   "name",     "value",
      "Hash",  "perft",    "nodes",  "searchmoves", "\x01\xff", "99999999999999999999",
      "stop",  "d",        "ponder", "ponderhit",   "infinite", "8/8/8/8/8/8/8/8 w - - 0 1"};
  std::mt19937 random(2);
  std::string input;
  for (int i = 0; i < 3000; ++i) {
    for (std::size_t n = random() % 6; n > 0; --n) {
      input += kPieces[random() % std::size(kPieces)];
      input += ' ';
    }
    input += '\n';
  }
  input += std::string(100'000, 'x') + "\nstop\nisready\nposition startpos\ngo depth 2\n";
  const Finished finished = run({"uci"}, input);
  EXPECT_EQ(finished.status, 0);
  const std::vector<std::string> lines = lines_of(finished.out);
  EXPECT_NE(std::find(lines.begin(), lines.end(), "readyok"), lines.end());
  EXPECT_TRUE(lines.back().starts_with("bestmove ")) << lines.back();
}

TEST_F(Uci, ShowsPositionEvaluationPerftAndBench) {
  send("position startpos");
  send("d");
  EXPECT_TRUE(contains(until("Checkers:").end()[-3], "Fen: rnbqkbnr/pppppppp/8/8/8/8/"));
  send("eval");
  until("evaluation: ");
  send("go perft 4");
  EXPECT_EQ(until("Nodes searched: ").back(), "Nodes searched: 197281");
  send("bench 4");
  until("nodes ");
}

TEST_F(Uci, CountsToTheEndOfTheInputAndBeyond) {
  EXPECT_TRUE(run({"uci"}, "go perft 4\n").out.ends_with("\nNodes searched: 197281\n"));
  EXPECT_TRUE(run({"uci"}, "go perft 4\nquit\n").out.ends_with("\nNodes searched: 197281\n"));
  const std::string bench = run({"uci"}, "bench 3\n").out;
  unsigned long nodes = 0, speed = 0;
  EXPECT_EQ(std::sscanf(bench.c_str(), "nodes %lu nps %lu\n", &nodes, &speed), 2) << bench;
  EXPECT_GT(nodes, 100u);
}

TEST_F(Uci, UsesTablesAndSolvesThemInTheBackground) {
  send("setoption name LucenaSolve value true");
  send("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1");
  send("go depth 4");
  // Which of the two comes first depends on how busy the machine is.
  constexpr std::string_view kNotice = "info string the tables of KRvK are there";
  const auto first = until("bestmove ");
  if (std::find(first.begin(), first.end(), kNotice) == first.end()) until(kNotice);
  send("go depth 4");
  const auto lines = until("bestmove ");
  ASSERT_GE(lines.size(), 2u);
  EXPECT_TRUE(contains(lines.front(), "score mate 14 ")) << lines.front();
  EXPECT_TRUE(contains(lines.front(), "tbhits 1 ")) << lines.front();
}

TEST_F(Uci, UsesSeveralThreadsAndMegabytes) {
  send("setoption name Threads value 2");
  send("setoption name Hash value 3");
  send("setoption name MultiPV value 3");
  send("setoption name UCI_ShowWDL value true");
  send("go depth 8");
  const auto lines = until("bestmove ");
  ASSERT_GE(lines.size(), 4u);
  EXPECT_TRUE(contains(lines.end()[-2], " multipv 3 ")) << lines.end()[-2];
  EXPECT_TRUE(contains(lines.end()[-2], " wdl ")) << lines.end()[-2];
  send("setoption name Clear Hash");
  expect_ready();
}

/// Debian's adapter makes an engine of the older protocol of ours.
TEST_F(Uci, PlaysAGameThroughPolyglot) {
  const auto polyglot = find_program("polyglot");
  ASSERT_TRUE(polyglot);
  Process adapter({*polyglot, "-noini", "-log", "false", "-ec", LUCENA_PROGRAM " uci"});
  const auto until_line = [&](std::string_view start) {
    return adapter.receive_until(start).back().substr(start.size());
  };
  adapter.send("xboard");
  adapter.send("protover 2");
  until_line("feature done=1");
  adapter.send("new");
  adapter.send("sd 4");
  std::mt19937 random(3);
  Game game;
  while (game.status() == GameStatus::InProgress && game.moves().size() < 60) {
    const MoveList moves = legal_moves(game.position());
    const Move ours = moves[random() % moves.size()];
    game.make(ours);
    adapter.send(to_uci(ours));
    if (game.status() != GameStatus::InProgress) break;
    const std::string answer = until_line("move ");
    const auto move = parse_uci(game.position(), answer);
    ASSERT_TRUE(move) << answer;
    game.make(*move);
  }
  EXPECT_GT(game.moves().size(), 6u);
  adapter.send("quit");
}

TEST(Bench, HasTheSignatureOfThisVersion) {
  const Finished finished = run({"bench"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(lines_of(finished.out).back(), fmt::format("signature  {}", kBenchSignature));
}

}  // namespace
}  // namespace lucena::test
