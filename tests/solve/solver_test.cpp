// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "chess/fen.h"
#include "solve/verifier.h"
#include "support/published.h"
#include "support/queen_ending.h"
#include "support/solved.h"

namespace lucena {
namespace {

TEST(Solver, GivesTheSameTablesWithAnyNumberOfThreads) {
  // Without pawns all threads share a problem, with pawns each takes its own skeletons.
  const std::vector<Material> plan = closure(test::materials({"KRvKB", "KPvK"}));
  const auto one = test::solved(plan, {.threads = 1, .castling = true});
  for (const unsigned threads : {2u, 3u}) {
    const auto more = test::solved(plan, {.threads = threads, .castling = true});
    for (const Material& material : plan) {
      EXPECT_TRUE(test::same_table(material, one->store(), more->store())) << material.name();
      EXPECT_TRUE(test::same_castling_tables(material, one->store(), more->store()));
    }
  }
}

TEST(Solver, FollowsItsPlan) {
  const std::vector<Material> plan = closure(test::materials({"KPvK"}));
  Solver solver({}, plan);
  double done = 0;
  for (const Material& material : plan) {
    ASSERT_FALSE(solver.finished());
    EXPECT_EQ(solver.next(), material);
    EXPECT_EQ(solver.store().table(material), nullptr);
    solver.solve_next();
    ASSERT_NE(solver.store().table(material), nullptr);
    EXPECT_EQ(solver.store().table(material)->material(), material);
    EXPECT_EQ(solver.progress().endings_done, ++done);
  }
  EXPECT_TRUE(solver.finished());
}

/// Whoever looks at a solver at work sees it go forwards, from an ending to the next, too.
TEST(Solver, TellsOfProgressThatNeverFalls) {
  Solver solver({.threads = 2, .castling = true, .zeroing = true},
                closure(test::materials({"KRvKP"})));
  std::atomic<bool> over{false};
  std::vector<double> seen{0};
  {
    const std::jthread other([&] {
      while (!over) {
        const double done = solver.progress().endings_done;
        if (done != seen.back()) seen.push_back(done);
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    });
    while (!solver.finished()) ASSERT_FALSE(solver.solve_next());
    over = true;
  }
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_GT(seen.size(), 10u);
}

TEST(Solver, StopsWhenAskedToFromAnotherThread) {
  std::atomic<bool> cancelled{false};
  Solver solver({.threads = 2}, closure(test::materials({"KRBvKR"})));
  solver.cancel_on(cancelled);
  std::jthread other([&] {
    while (solver.progress().level < 3) std::this_thread::yield();
    cancelled = true;
  });
  while (!solver.finished() && !cancelled) solver.solve_next();
  EXPECT_EQ(solver.store().table(test::material("KRBvKR")), nullptr);
}

TEST(Solver, NeedsMoreMemoryForMore) {
  const auto needed = [](const std::vector<std::string_view>& names, unsigned threads) {
    return Solver::memory_needed({.threads = threads}, closure(test::materials(names)));
  };
  EXPECT_LT(needed({"KQvK"}, 1), needed({"KQvKR"}, 1));
  EXPECT_LT(needed({"KQvKR"}, 1), needed({"KQRvKR"}, 1));
  EXPECT_LE(needed({"KRPvK"}, 1), needed({"KRPvK"}, 4));
  EXPECT_LT(needed({"KQvKR"}, 1), std::size_t{1} << 30);
  // At most four pawns are equally advanced, for four threads or for four groups of them.
  EXPECT_LT(needed({"KRPvK"}, 3), needed({"KRPvK"}, 4));
  EXPECT_EQ(needed({"KRPvK"}, 4), needed({"KRPvK"}, 16));
}

TEST(SolverCrew, SharesProblemsOut) {
  using Sharing = SolverCrew::Sharing;
  EXPECT_EQ(SolverCrew::sharing_of(1, 16), Sharing::Together);
  EXPECT_EQ(SolverCrew::sharing_of(2, 16), Sharing::InGroups);
  EXPECT_EQ(SolverCrew::sharing_of(15, 16), Sharing::InGroups);
  EXPECT_EQ(SolverCrew::sharing_of(16, 16), Sharing::Alone);
  EXPECT_EQ(SolverCrew::sharing_of(5, 1), Sharing::Together);
  EXPECT_EQ(SolverCrew::at_a_time(1, 16), 1u);
  EXPECT_EQ(SolverCrew::at_a_time(2, 16), 2u);
  EXPECT_EQ(SolverCrew::at_a_time(15, 16), 4u);
  EXPECT_EQ(SolverCrew::at_a_time(99, 16), 16u);
}

/// Four problems at a time, which wait for each other, so that each has a group of its own.
TEST(SolverCrew, HasNoMoreThreadsInGroupsThanItWasGiven) {
  for (const unsigned threads : {5u, 6u, 7u, 8u, 9u}) {
    ThreadPool pool(threads);
    SolverCrew crew(pool);
    const std::atomic<bool> never{false};
    std::atomic<unsigned> in_groups{0}, here{0};
    const auto fault = crew.for_each_of(
        4, never, [&](std::size_t, const SolverCrew::Worker& worker) -> std::optional<SolveFault> {
          in_groups += worker.team.size();
          ++here;
          while (here < 4) std::this_thread::yield();
          return {};
        });
    EXPECT_FALSE(fault);
    EXPECT_EQ(in_groups, threads);
  }
}

/// By the solver of the CPU.
class LevelLoopOfAQueen : public testing::Test {
 protected:
  Result<unsigned, SolveFault> solve(test::CountedDecisions& decisions, bool cancelled = false) {
    LevelLoop loop{Team()};
    return queen_.solve(loop, decisions, cancelled);
  }

 private:
  test::QueenEnding queen_;
};

TEST_F(LevelLoopOfAQueen, NeedsTwentyLevels) {
  test::CountedDecisions just_enough(20), plenty(1000);
  EXPECT_EQ(solve(just_enough).value(), 20u);
  EXPECT_EQ(solve(plenty).value(), 20u);
  EXPECT_EQ(just_enough.decided, plenty.decided);
  EXPECT_GT(plenty.decided, 0u);
}

TEST_F(LevelLoopOfAQueen, EndsAsSoonAsDecisionsAreLost) {
  test::CountedDecisions lost(1000);
  lost.breaks_at = 5;
  const auto deepest = solve(lost);
  ASSERT_FALSE(deepest);
  EXPECT_EQ(deepest.error().code, SolveError::Scratch);
  EXPECT_EQ(deepest.error().message, "the disk is full");
  EXPECT_EQ(lost.last_level, 5u);
}

TEST_F(LevelLoopOfAQueen, SaysThatItNeedsMoreLevelsThanCanBeKept) {
  test::CountedDecisions too_few(19);
  const auto deepest = solve(too_few);
  ASSERT_FALSE(deepest);
  EXPECT_EQ(deepest.error().code, SolveError::TooManyLevels);
  EXPECT_EQ(deepest.error().message, "something takes more than the 19 plies that can be kept");
}

TEST_F(LevelLoopOfAQueen, SaysThatItWasCancelled) {
  test::CountedDecisions decisions(254);
  const auto deepest = solve(decisions, true);
  ASSERT_FALSE(deepest);
  EXPECT_EQ(deepest.error().code, SolveError::Cancelled);
  EXPECT_EQ(decisions.decided, 0u);
}

TEST(EndingStore, HasNoScoreWithoutTheTable) {
  const EndingStore empty;
  EXPECT_EQ(empty.table(test::material("KRvK")), nullptr);
  EXPECT_EQ(empty.score(parse_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1").value()), std::nullopt);
  EXPECT_EQ(empty.score(parse_fen("8/8/8/8/8/2k5/8/K7 w - - 0 1").value()), kDraw);

  // The table without rights does not answer for positions with them.
  const auto solver = test::solved(test::materials({"KRvK"}), {});
  const Position with_right = parse_fen("8/8/8/8/8/2k5/8/4K2R w K - 0 1").value();
  EXPECT_EQ(solver->store().score(with_right), std::nullopt);
  EXPECT_EQ(worth_from_moves(with_right, Metric::Mate, solver->store()).has_value(), true);
}

TEST(EndingStore, KnowsMatesAndStalemates) {
  const auto solver = test::solved(closure(test::materials({"KQvK"})), {});
  const auto level = [&](std::string_view fen) { return test::level(solver->store(), fen); };
  EXPECT_EQ(level("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), 0u);
  EXPECT_EQ(level("7K/6q1/6k1/8/8/8/8/8 w - - 0 1"), 0u);
  EXPECT_EQ(level("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), std::nullopt);
  EXPECT_EQ(level("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), 1u);
  EXPECT_EQ(level("6k1/8/6K1/8/8/8/8/5Q2 b - - 0 1"), 2u);
}

TEST(Verifier, FindsAWrongScore) {
  const Material material = test::material("KRvK");
  const auto solver = test::solved({material}, {});
  ThreadPool pool(2);
  const std::atomic<bool> never{false};
  const auto right = solver->store().table(material);
  const VerifyReport fine = verify_all(material, Metric::Mate, solver->store(), pool, never);
  EXPECT_EQ(fine.positions, 21959u + 28056u);
  EXPECT_FALSE(fine.first_contradiction);

  // One score in a thousand is a move off.
  const auto damaged = std::make_shared<EndingTable>(material);
  for (const Color side : kColors) {
    const std::size_t bytes = std::size_t{right->layout().words()} * 64;
    std::copy_n(right->rows(side, 0), bytes, damaged->rows(side, 0));
    for (std::size_t i = 0; i < bytes; i += 1000) damaged->rows(side, 0)[i] ^= 1;
  }
  EndingStore store;
  store.add(damaged);
  const VerifyReport report = verify_all(material, Metric::Mate, store, pool, never);
  ASSERT_TRUE(report.first_contradiction);
  const VerifyReport sample = verify_sample(material, Metric::Mate, store, 5000, 1, pool, never);
  ASSERT_TRUE(sample.first_contradiction);
  EXPECT_EQ(sample.positions, 5000u);
}

TEST(Verifier, ChecksTheSameSampleWithAnyNumberOfThreads) {
  const Material material = test::material("KRvK");
  const auto solver = test::solved({material}, {});
  const std::atomic<bool> never{false};
  ThreadPool one(1), three(3);
  const EndingStore& store = solver->store();
  const VerifyReport first = verify_sample(material, Metric::Mate, store, 10'000, 7, one, never);
  const VerifyReport second = verify_sample(material, Metric::Mate, store, 10'000, 7, three, never);
  EXPECT_EQ(first.positions, 10'000u);
  EXPECT_EQ(second.positions, 10'000u);
  EXPECT_FALSE(first.first_contradiction || second.first_contradiction);
}

}  // namespace
}  // namespace lucena
