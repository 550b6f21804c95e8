// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "engine/bench.h"
#include "engine/engine.h"

namespace lucena {
namespace {

Game game_from(std::string_view fen, std::initializer_list<std::string_view> moves = {}) {
  Game game(parse_fen(fen).value());
  for (const std::string_view move : moves) game.make(parse_uci(game.position(), move).value());
  return game;
}

SearchLimits to_depth(int depth) {
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

SearchResult search(const Game& game, int depth) {
  return Engine({}).search(game, to_depth(depth), nullptr);
}

struct MateProblem {
  std::string_view fen;
  int plies;  // of the shortest mate
};

TEST(Search, FindsShortestMates) {
  for (const MateProblem& problem : {
           MateProblem{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
           MateProblem{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
           MateProblem{"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 5},
           MateProblem{"3q1r1k/2p4p/1p1pBrp1/p2Pp3/2PnP3/5PP1/PP1Q2K1/5R1R w - - 1 0", 5},
       }) {
    const SearchResult result = search(game_from(problem.fen), 10);
    EXPECT_EQ(result.value, mate_in(problem.plies)) << problem.fen;
    EXPECT_EQ(result.line.size(), static_cast<std::size_t>(problem.plies)) << problem.fen;
  }
}

TEST(Search, HasNoMoveWhereThereIsNone) {
  const SearchResult mated = search(game_from("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), 5);
  EXPECT_FALSE(mated.best);
  EXPECT_EQ(mated.value, mated_in(0));
  const SearchResult stalemated = search(game_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 5);
  EXPECT_FALSE(stalemated.best);
  EXPECT_EQ(stalemated.value, kDrawValue);
}

TEST(Search, SeesPerpetualChecksAndStalemates) {
  // A rook down and about to be mated, but the queen checks on e8 and h5 for ever.
  const SearchResult perpetual = search(game_from("6k1/6p1/8/7Q/8/8/1qr3PP/6K1 w - - 0 1"), 10);
  EXPECT_EQ(perpetual.value, kDrawValue);
  // Whatever White does, the pawn falls or Black is stalemated.
  const SearchResult stalemate = search(game_from("5k2/5P2/4K3/8/8/8/8/8 w - - 0 1"), 8);
  EXPECT_EQ(stalemate.value, kDrawValue);
}

TEST(Search, LetsAMateOnTheHundredthPlyCount) {
  EXPECT_EQ(search(game_from("7k/8/6K1/8/8/8/8/R7 w - - 99 90"), 4).value, mate_in(1));
  // A ply later nobody can mate in time.
  EXPECT_EQ(search(game_from("7k/8/5K2/8/8/8/8/R7 w - - 99 90"), 6).value, kDrawValue);
}

TEST(Search, KnowsWhatHasHappenedTwiceInTheGame) {
  // White is a queen down and can only repeat, which now is the third time.
  const Game game = game_from("6k1/6p1/8/7Q/8/8/1qr3PP/6K1 w - - 0 1",
                              {"h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7"});
  const SearchResult result = search(game, 1);
  EXPECT_EQ(to_uci(*result.best), "e8h5");
}

TEST(Search, TellsTheWholePrincipalVariation) {
  class Checker final : public SearchObserver {
   public:
    explicit Checker(const Game& game) : game_(game) {}
    void report(const SearchReport& report) override {
      Game line = game_;
      for (const Move move : report.line) {
        const MoveList legal = legal_moves(line.position());
        ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
        line.make(move);
      }
      const bool ended = line.status() != GameStatus::InProgress || line.repetitions() > 1;
      if (!ended) {
        EXPECT_GE(static_cast<int>(report.line.size()), report.depth - 1) << report.depth;
      }
      ++reports;
    }
    int reports = 0;

   private:
    const Game game_;
  };
  const Game game = game_from("r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9");
  Checker checker(game);
  Engine({}).search(game, to_depth(9), &checker);
  EXPECT_EQ(checker.reports, 9);
}

TEST(Search, KeepsToRootMovesAndFindsSeveralLines) {
  SearchLimits limits = to_depth(5);
  const Game game;
  limits.root_moves = {parse_uci(game.position(), "a2a3").value()};
  EXPECT_EQ(to_uci(*Engine({}).search(game, limits, nullptr).best), "a2a3");

  class Collector final : public SearchObserver {
   public:
    void report(const SearchReport& report) override {
      if (report.place == 1) moves.clear();
      moves.push_back(report.line.front().bits());
      values.push_back(report.value);
    }
    std::vector<std::uint16_t> moves;
    std::vector<Value> values;
  };
  Collector collector;
  Engine({.lines = 3}).search(game, to_depth(6), &collector);
  ASSERT_EQ(collector.moves.size(), 3u);
  EXPECT_NE(collector.moves[0], collector.moves[1]);
  EXPECT_NE(collector.moves[1], collector.moves[2]);
  EXPECT_GE(collector.values.end()[-3], collector.values.end()[-2]);
  EXPECT_GE(collector.values.end()[-2], collector.values.end()[-1]);

  limits.root_moves = {limits.root_moves.front(), limits.root_moves.front()};
  Collector one;
  Engine({.lines = 2}).search(game, limits, &one);
  EXPECT_EQ(one.moves.size(), 1u);
}

TEST(Search, ReportsTheLineOfTheMoveThatItPlays) {
  class Last final : public SearchObserver {
   public:
    void report(const SearchReport& report) override { line = report.line; }
    std::vector<Move> line;
  };
  const Game game = game_from("r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9");
  SearchLimits limits;
  for (std::uint64_t nodes = 200; nodes < 60'000; nodes += nodes / 8) {
    limits.nodes = nodes;
    Last last;
    const SearchResult result = Engine({}).search(game, limits, &last);
    EXPECT_EQ(last.line, result.line) << nodes;
  }
}

TEST(Search, StopsAtItsLimits) {
  SearchLimits limits;
  limits.nodes = 5000;
  EXPECT_EQ(Engine({}).search(Game(), limits, nullptr).nodes, 5000u);
  limits = {};
  limits.move_time = Milliseconds(60);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(Engine({}).search(Game(), limits, nullptr).best);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST(Search, DoesTheSameEveryTime) {
  const Game game =
      game_from("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const SearchResult first = search(game, 8), second = search(game, 8);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.value, second.value);
  EXPECT_EQ(first.line, second.line);
}

TEST(Threads, SearchTogetherAndStopWhenTold) {
  Engine engine({.hash_bytes = 1 << 20, .threads = 2});
  EXPECT_EQ(
      engine.search(game_from("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), to_depth(10), nullptr).value,
      mate_in(3));
  SearchLimits forever;
  forever.infinite = true;
  for (const int delay : {0, 5, 50}) {
    engine.prepare(forever);
    SearchResult result;
    std::jthread searcher([&] { result = engine.run(Game(), forever, nullptr); });
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    engine.stop();
    searcher.join();
    EXPECT_TRUE(result.best);
  }
}

TEST(Threads, ShareALimitOfNodes) {
  Engine engine({.hash_bytes = 1 << 20, .threads = 2});
  SearchLimits limits;
  limits.nodes = 20'000;
  EXPECT_LE(engine.search(Game(), limits, nullptr).nodes, 20'002u);
}

TEST(Threads, DoNotAnswerAnInfiniteSearchByThemselves) {
  Engine engine({.hash_bytes = 1 << 20, .threads = 2});
  SearchLimits limits;
  limits.infinite = true;
  limits.nodes = 100;
  engine.prepare(limits);
  std::atomic<bool> answered{false};
  std::jthread searcher([&] {
    EXPECT_TRUE(engine.run(Game(), limits, nullptr).best);
    answered = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_FALSE(answered);
  engine.stop();
}

/// Memory runs out where the leader reports the third iteration.
class Forgetful final : public SearchObserver {
 public:
  void report(const SearchReport& report) override {
    if (report.depth == 3) throw std::bad_alloc();
    best = report.line.front();
  }
  void warn(std::string_view message) override { warning = message; }

  std::optional<Move> best;
  std::string warning;
};

TEST(Threads, AnswerWhatWasFoundBeforeMemoryRanOut) {
  for (const unsigned threads : {1u, 2u}) {
    Engine engine({.hash_bytes = 1 << 20, .threads = threads});
    Forgetful observer;
    const SearchResult result = engine.search(Game(), to_depth(60), &observer);
    EXPECT_TRUE(result.best);
    EXPECT_EQ(observer.warning, "there is no memory to search any further");
    EXPECT_TRUE(engine.search(Game(), to_depth(4), nullptr).best);
  }
}

/// An exception that nobody knows reaches whoever asked, and nobody searches on.
TEST(Threads, EndWithTheirLeader) {
  class Angry final : public SearchObserver {
    void report(const SearchReport&) override { throw std::runtime_error("enough"); }
  } angry;
  Engine engine({.hash_bytes = 1 << 20, .threads = 3});
  SearchLimits forever;
  forever.infinite = true;
  EXPECT_THROW(engine.search(Game(), forever, &angry), std::runtime_error);
  EXPECT_TRUE(engine.search(Game(), to_depth(4), nullptr).best);
}

TEST(Threads, PonderUntilTheMoveIsMade) {
  Engine engine({.hash_bytes = 1 << 20, .threads = 2});
  SearchLimits limits;
  limits.ponder = true;
  limits.move_time = Milliseconds(30);
  engine.prepare(limits);
  std::atomic<bool> answered{false};
  std::jthread searcher([&] {
    EXPECT_TRUE(engine.run(Game(), limits, nullptr).best);
    answered = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(120));
  EXPECT_FALSE(answered);
  engine.ponder_hit();
  searcher.join();
  EXPECT_TRUE(answered);
}

}  // namespace
}  // namespace lucena
