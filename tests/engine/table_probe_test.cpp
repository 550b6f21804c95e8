// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/table_probe.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "engine/engine.h"
#include "support/given.h"
#include "support/random_positions.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::position;

TableProbe& probe() {
  static TableProbe probe(test::small_oracle().tables(), test::small_oracle().prober());
  return probe;
}

TEST(TableProbe, KnowsWhichEndingsAreThere) {
  EXPECT_EQ(probe().most_men(), 4);
  EXPECT_TRUE(probe().covers(position("8/8/8/8/8/2k5/8/K6R w - - 0 1")));
  EXPECT_FALSE(probe().covers(position("8/8/8/8/8/2k5/8/K4QNR w - - 0 1")));
  // Nothing is asked for if something that it can turn into is missing.
  const test::TemporaryFolder folder;
  for (const std::string_view name : {"KQvK.mate", "KQvK.zeroing", "KPvK.mate", "KPvK.zeroing"}) {
    std::filesystem::copy(test::small_tables() / name, folder.path());
  }
  const Oracle oracle({.folder = folder.path()});
  const TableProbe few(oracle.tables(), oracle.prober());
  EXPECT_EQ(few.most_men(), 3);
  EXPECT_TRUE(few.covers(position("8/8/8/8/8/2k5/8/K6Q w - - 0 1")));
  EXPECT_FALSE(few.covers(position("8/8/8/8/8/2k5/7P/K7 w - - 0 1")));
}

TEST(TableProbe, CountsMatesFromTheRootAndRespectsTheClock) {
  EXPECT_EQ(probe().value(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"), 4), mate_in(31));
  EXPECT_EQ(probe().value(position("8/8/8/8/8/2k5/8/K6R w - - 80 60"), 4), 1);
  EXPECT_EQ(probe().value(position("8/8/8/8/8/2k5/8/K6N w - - 0 1"), 4), kDrawValue);
  EXPECT_EQ(probe().value(position("8/8/8/8/8/2k5/8/K4QNR w - - 0 1"), 4), std::nullopt);
}

TEST(TableProbe, CountsAMateOnlyIfItIsCertain) {
  // A mate in 3 plies that would come with ply 101; a pawn move wins in time.
  EXPECT_EQ(probe().value(position("2k5/8/1K6/8/8/8/4P3/5R2 w - - 98 80"), 4), sure_win_in(7));
  EXPECT_EQ(probe().value(position("2k5/8/1K6/8/8/8/4P3/5R2 w - - 97 80"), 4), mate_in(7));
  EXPECT_EQ(value_of(Outcome::Loss, Worth::loss(6), false, 2), -sure_win_in(8));
  EXPECT_TRUE(is_decided(sure_win_in(254 + kMostPlies)));
  EXPECT_FALSE(is_mate(sure_win_in(1)));
  EXPECT_FALSE(is_decided(kLargestEvaluation));
}

TEST(EngineWithTables, SaysMateAtTheRootWhereItIsCertain) {
  Engine engine({});
  engine.set_tables(&probe());
  const auto value = [&](std::string_view fen) {
    return engine.search(Game(position(fen)), {}, nullptr).value;
  };
  // The best move that wins in time is a pawn move, and mates in 15 plies.
  EXPECT_EQ(value("2k5/8/1K6/8/8/8/4P3/5R2 w - - 98 80"), mate_in(15));
  EXPECT_EQ(value("8/8/8/4k3/8/1r6/8/K6Q w - - 40 90"), sure_win_in(67));
}

TEST(EngineWithTables, PlaysPerfectlyAtTheRoot) {
  Engine engine({});
  engine.set_tables(&probe());
  SearchLimits limits;
  limits.nodes = 100;
  const Game game(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  const SearchResult result = engine.search(game, limits, nullptr);
  EXPECT_EQ(result.value, mate_in(27));
  EXPECT_EQ(result.line.size(), 27u);
}

TEST(EngineWithTables, SeesTheThirdOccurrence) {
  Engine engine({});
  engine.set_tables(&probe());
  Game game(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  for (const char* move : {"h1h2", "c3d4", "h2h1", "d4c3", "h1h2", "c3d4", "h2h1"}) {
    game.make(parse_uci(game.position(), move).value());
  }
  const SearchResult saved = engine.search(game, {}, nullptr);
  EXPECT_EQ(to_uci(*saved.best), "d4c3");
  EXPECT_EQ(saved.value, kDrawValue);
  game.undo();
  const SearchResult won = engine.search(game, {}, nullptr);
  EXPECT_NE(to_uci(*won.best), "h2h1");
  // The way to mate may come upon the first position, for the third time.
  EXPECT_EQ(won.value, sure_win_in(29));
}

TEST(EngineWithTables, AsksInsideTheSearch) {
  // Five men, but whatever is exchanged the tables know.
  class Hits final : public SearchObserver {
   public:
    void report(const SearchReport& report) override { hits = report.table_hits; }
    std::uint64_t hits = 0;
  };
  Hits hits;
  Engine engine({});
  engine.set_tables(&probe());
  SearchLimits limits;
  limits.depth = 8;
  engine.search(Game(position("8/8/3k4/3r4/8/2R1K3/3P4/8 w - - 0 1")), limits, &hits);
  EXPECT_GT(hits.hits, 0u);
}

/// From won and drawn positions, with clocks running, against any replies.
TEST(EngineWithTables, NeverChangesTheOutcome) {
  test::Random random(99);
  Engine engine({});
  engine.set_tables(&probe());
  SearchLimits limits;
  limits.nodes = 50;
  for (int i = 0; i < 60; ++i) {
    auto setup = test::random_placement(4, random).setup();
    setup.halfmove_clock = static_cast<unsigned>(test::below(60, random));
    Game game(Position::create(setup).value());
    for (int ply = 0; ply < 24 && game.status() == GameStatus::InProgress; ++ply) {
      const auto before = probe().answer(game.position());
      if (!before) break;
      const Move move = *engine.search(game, limits, nullptr).best;
      const auto graded = std::find_if(before->moves.begin(), before->moves.end(),
                                       [&](const GradedMove& m) { return m.move == move; });
      ASSERT_NE(graded, before->moves.end());
      EXPECT_EQ(graded->outcome, before->outcome) << to_fen(game.position());
      game.make(move);
      const MoveList replies = legal_moves(game.position());
      if (replies.empty()) break;
      game.make(replies[test::below(replies.size(), random)]);
    }
  }
}

}  // namespace
}  // namespace lucena
