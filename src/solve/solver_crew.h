// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/team.h"
#include "endgame/layout.h"
#include "solve/level_loop.h"

namespace lucena {

/// Problem solvers for a pool of threads: one that all threads share, for a large problem, one for
/// a few of them, and one for each thread alone. They keep their memory, for fresh memory is dear.
class SolverCrew {
 public:
  /// What works on a problem: a solver and its threads.
  struct Worker {
    ProblemSolver& solver;
    Team team;
    std::size_t number;  // below workers()
  };

  explicit SolverCrew(ThreadPool& pool)
      : pool_(pool), small_team_(pool, kSmallTeam), shared_(Team(pool)), small_(small_team_) {
    for (unsigned i = 0; i < pool.threads(); ++i) {
      alone_.push_back(std::make_unique<LevelLoop>(Team()));
    }
  }

  ThreadPool& pool() const { return pool_; }
  std::size_t workers() const { return alone_.size() + 2; }

  /// Goes through the skeletons of an ending so that every pawn move leads to one done before, and
  /// calls work(skeleton, worker) for each until one returns a fault. Skeletons of equal
  /// advancement do not depend on each other: with enough of them each thread takes its own,
  /// otherwise several work on one. None is begun once the flag is raised.
  template <class Work>
  std::optional<SolveFault> for_each_skeleton(const Layout& layout,
                                              const std::atomic<bool>& cancelled, Work&& work) {
    std::uint32_t begin = 0;
    std::optional<SolveFault> fault;
    while (begin < layout.skeleton_count() && !cancelled && !fault) {
      std::uint32_t end = begin;
      while (end < layout.skeleton_count() &&
             layout.advancement(end) == layout.advancement(begin)) {
        ++end;
      }
      if (pool_.threads() > 1 && end - begin >= pool_.threads()) {
        fault = for_each_alone(end - begin, [&](std::size_t i, const Worker& worker) {
          return work(begin + static_cast<std::uint32_t>(i), worker);
        });
      } else {
        for (; begin < end && !fault; ++begin) fault = work(begin, together(layout));
      }
      begin = end;
    }
    return fault;
  }

  /// Calls work(i, worker) for every i below count, each by a thread alone, until one returns a
  /// fault; the first one.
  template <class Work>
  std::optional<SolveFault> for_each_alone(std::size_t count, Work&& work) {
    std::mutex mutex;
    std::optional<SolveFault> first;
    std::atomic<bool> failed{false};
    pool_.for_each(count, [&](std::size_t i, unsigned thread) {
      if (failed) return;
      auto fault = work(i, Worker{*alone_[thread], Team(), thread});
      if (!fault) return;
      const std::lock_guard lock(mutex);
      if (!first) first = std::move(fault);
      failed = true;
    });
    return first;
  }

  PhaseSeconds seconds() const {
    PhaseSeconds sum = shared_.seconds();
    sum += small_.seconds();
    for (const auto& solver : alone_) sum += solver->seconds();
    return sum;
  }

 private:
  /// A problem with two free men has ten blocks, and a level of it takes microseconds: more threads
  /// would only wait for each other.
  static constexpr unsigned kSmallTeam = 4;
  static constexpr std::uint32_t kSmallProblemWords = 1u << 16;

  Worker together(const Layout& layout) {
    if (layout.words() > kSmallProblemWords) return {shared_, Team(pool_), alone_.size()};
    return {small_, small_team_, alone_.size() + 1};
  }

  ThreadPool& pool_;
  const Team small_team_;
  LevelLoop shared_, small_;
  std::vector<std::unique_ptr<LevelLoop>> alone_;  // by thread
};

}  // namespace lucena
