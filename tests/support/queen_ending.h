// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <optional>

#include "base/parallel.h"
#include "solve/decisions.h"
#include "solve/solver.h"
#include "solve/table_exits.h"
#include "support/given.h"

namespace lucena::test {

/// Decisions that are counted, up to a level.
class CountedDecisions final : public Decisions {
 public:
  explicit CountedDecisions(unsigned max_level) : max_level_(max_level) {}

  unsigned max_level() const override { return max_level_; }
  void begin(std::uint32_t) override {}
  void decide(Color, std::uint32_t, Turn turn, const BlockCollector& positions) override {
    EXPECT_LE(turn.level(), max_level_);
    last_level = turn.level();
    positions.for_each([&](std::uint32_t, std::uint64_t bits) {
      decided += static_cast<std::uint64_t>(std::popcount(bits));
    });
  }

  std::optional<FileFault> fault() const override {
    if (last_level < breaks_at) return {};
    return FileFault{FileError::Failed, "the disk is full"};
  }

  std::uint64_t decided = 0;
  std::atomic<unsigned> last_level{0};
  unsigned breaks_at = 1'000'000;  // the level whose decisions cannot be kept any more

 private:
  const unsigned max_level_;
};

/// KQvK, whose longest mate takes ten moves, for any solver and with any decisions.
class QueenEnding {
 public:
  Result<unsigned, SolveFault> solve(ProblemSolver& solver, Decisions& decisions,
                                     bool cancelled = false) {
    const TableExits<Metric::Mate> exits(table_, table_, views_);
    const std::atomic<bool> flag{cancelled};
    std::atomic<unsigned> level{0};
    return solver.solve(Problem(table_.layout(), 0), Metric::Mate, exits, decisions, {flag, level});
  }

 private:
  const EndingTable table_{material("KQvK")};
  const EndingStore empty_{};
  ThreadPool pool_{1};
  ExitViews views_{empty_, pool_};
};

}  // namespace lucena::test
