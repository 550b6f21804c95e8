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
#include "endgame/reach.h"
#include "solve/level_loop.h"

namespace lucena {

/// Problem solvers for a pool of threads: one that all threads share, and one for each thread
/// alone. They keep their memory, for fresh memory is dear.
///
/// With 16 threads there are 21 workers. What they are given depends on how many problems there are
/// that do not depend on each other:
///
///     1           worker 0, all 16 threads on one problem
///     2 to 15     workers 17 to 20, up to four groups of four threads each
///     16, ...     workers 1 to 16, a thread and a problem each
///
/// Groups share out the threads as evenly as they can: six threads are 2 + 2 + 1 + 1.
///
/// In KRPvKR four skeletons at a time are equally advanced, the pawn on a7, b7, c7 or d7 first: one
/// for each group. In KRPPvK there are 16 to 96 at a time.
class SolverCrew {
 public:
  /// What works on a problem: a solver and its threads.
  struct Worker {
    ProblemSolver& solver;
    Team team;
    std::size_t number;  // below workers()
  };

  explicit SolverCrew(ThreadPool& pool, const MakeProblemSolver& make = make_level_loop)
      : pool_(pool), shared_(make(Team(pool))) {
    for (unsigned i = 0; i < pool.threads(); ++i) alone_.push_back(make(Team()));
    const unsigned groups = std::min(kGroups, pool.threads());
    for (unsigned i = 0; i < groups; ++i) {
      groups_.push_back(std::make_unique<Group>((pool.threads() + groups - 1 - i) / groups, make));
    }
  }

  static std::unique_ptr<ProblemSolver> make_level_loop(const Team& team) {
    return std::make_unique<LevelLoop>(team);
  }

  /// Who takes problems that do not depend on each other: all threads together one after the other,
  /// groups of them, or each thread its own.
  enum class Sharing : std::uint8_t { Together, InGroups, Alone };
  static Sharing sharing_of(std::size_t problems, unsigned threads) {
    if (problems == 1 || threads == 1) return Sharing::Together;
    return problems < threads ? Sharing::InGroups : Sharing::Alone;
  }
  /// How many of them are solved at a time.
  static std::size_t at_a_time(std::size_t problems, unsigned threads) {
    switch (sharing_of(problems, threads)) {
      case Sharing::Together:
        return 1;
      case Sharing::InGroups:
        return std::min<std::size_t>(problems, kGroups);
      case Sharing::Alone:
        break;
    }
    return threads;
  }
  /// Skeletons of equal advancement do not depend on each other: those from place `begin` of an
  /// ascending list on end here.
  static std::size_t end_of_wave(const Layout& layout, const std::vector<std::uint32_t>& skeletons,
                                 std::size_t begin) {
    std::size_t end = begin;
    while (end < skeletons.size() &&
           layout.advancement(skeletons[end]) == layout.advancement(skeletons[begin])) {
      ++end;
    }
    return end;
  }

  ThreadPool& pool() const { return pool_; }
  std::size_t workers() const { return 1 + alone_.size() + groups_.size(); }

  /// Goes through the skeletons of an ending so that every pawn move leads to one done before, and
  /// calls work(skeleton, worker) for each until one returns a fault. None is begun once the flag
  /// is raised.
  template <class Work>
  std::optional<SolveFault> for_each_skeleton(const Layout& layout,
                                              const std::atomic<bool>& cancelled, Work&& work) {
    return for_each_skeleton(layout, skeletons_within(layout, nullptr), cancelled, work);
  }
  /// The same for some of them, given in ascending order.
  template <class Work>
  std::optional<SolveFault> for_each_skeleton(const Layout& layout,
                                              const std::vector<std::uint32_t>& skeletons,
                                              const std::atomic<bool>& cancelled, Work&& work) {
    std::size_t begin = 0;
    std::optional<SolveFault> fault;
    while (begin < skeletons.size() && !cancelled && !fault) {
      const std::size_t end = end_of_wave(layout, skeletons, begin);
      fault = for_each_of(end - begin, cancelled, [&](std::size_t i, const Worker& worker) {
        return work(skeletons[begin + i], worker);
      });
      begin = end;
    }
    return fault;
  }

  /// Calls work(i, worker) for every i below count, each a problem that does not depend on the
  /// others, until one returns a fault; the first one. With enough of them each thread takes its
  /// own, with a few a group of threads; on a single one all work together.
  template <class Work>
  std::optional<SolveFault> for_each_of(std::size_t count, const std::atomic<bool>& cancelled,
                                        Work&& work) {
    const Sharing sharing = sharing_of(count, pool_.threads());
    if (sharing == Sharing::Together) {
      std::optional<SolveFault> fault;
      for (std::size_t i = 0; i < count && !cancelled && !fault; ++i) {
        fault = work(i, Worker{*shared_, Team(pool_), 0});
      }
      return fault;
    }
    const bool in_groups = sharing == Sharing::InGroups;
    std::mutex mutex;
    std::optional<SolveFault> first;
    std::atomic<bool> failed{false};
    const auto work_on = [&](std::size_t i, unsigned number) {
      if (failed || cancelled) return;
      auto fault = work(i, in_groups ? group(number) : alone(number));
      if (!fault) return;
      const std::lock_guard lock(mutex);
      if (!first) first = std::move(fault);
      failed = true;
    };
    pool_.for_each(count, work_on, in_groups ? kGroups : pool_.threads());
    return first;
  }

  /// The CPU time of all its threads so far, the caller among them.
  double cpu_seconds() const {
    double sum = Team(pool_).cpu_seconds();
    for (const auto& group : groups_) sum += group->pool.helpers_cpu_seconds();
    return sum;
  }

  PhaseSeconds seconds() const {
    PhaseSeconds sum = shared_->seconds();
    for (const auto& solver : alone_) sum += solver->seconds();
    for (const auto& group : groups_) sum += group->solver->seconds();
    return sum;
  }

 private:
  /// Of the placements of a single pawn four are equally advanced: one on each file that the
  /// symmetry leaves.
  static constexpr unsigned kGroups = 4;

  /// Threads of its own; a thread of the crew's pool comes to work with them. With four threads to
  /// a group, its pool starts three.
  struct Group {
    Group(unsigned threads, const MakeProblemSolver& make)
        : pool(threads), solver(make(Team(pool))) {}

    ThreadPool pool;
    std::unique_ptr<ProblemSolver> solver;
  };

  Worker alone(unsigned thread) { return {*alone_[thread], Team(), 1 + thread}; }
  Worker group(unsigned number) {
    Group& group = *groups_[number];
    return {*group.solver, Team(group.pool), 1 + alone_.size() + number};
  }

  ThreadPool& pool_;
  std::unique_ptr<ProblemSolver> shared_;
  std::vector<std::unique_ptr<ProblemSolver>> alone_;  // by thread
  std::vector<std::unique_ptr<Group>> groups_;
};

}  // namespace lucena
