// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/team.h"
#include "support/limited_memory.h"

namespace lucena {
namespace {

/// One loop over a pool of its own.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t)>& work) {
  ThreadPool(threads).for_each(count, [&](std::size_t i, unsigned) { work(i); });
}

TEST(Parallel, TheMachineHasAThread) {
  EXPECT_GE(hardware_threads(), 1u);
}

TEST(Parallel, CallsTheWorkOnceForEveryIndex) {
  for (const std::size_t count : {1u, 2u, 3u, 64u, 1000u}) {
    for (const unsigned threads : {0u, 1u, 2u, 7u}) {
      std::vector<std::atomic<int>> calls(count);
      parallel_for(count, threads, [&](std::size_t i) { ++calls.at(i); });
      EXPECT_TRUE(std::all_of(calls.begin(), calls.end(), [](int n) { return n == 1; }))
          << count << " calls on " << threads << " threads";
    }
  }
}

TEST(Parallel, DoesNothingWhenThereIsNothingToDo) {
  parallel_for(0, 4, [](std::size_t) { ADD_FAILURE() << "called"; });
}

TEST(Parallel, OneThreadIsTheCallersAndGoesInAscendingOrder) {
  std::vector<std::size_t> order;
  const auto caller = std::this_thread::get_id();
  parallel_for(100, 1, [&](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(i);
  });
  std::vector<std::size_t> ascending(100);
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  EXPECT_EQ(order, ascending);
}

TEST(Parallel, EveryThreadGoesInAscendingOrder) {
  std::mutex mutex;
  std::map<std::thread::id, std::vector<std::size_t>> orders;
  parallel_for(1000, 4, [&](std::size_t i) {
    const std::lock_guard lock(mutex);
    orders[std::this_thread::get_id()].push_back(i);
  });
  EXPECT_LE(orders.size(), 4u);
  for (const auto& [thread, order] : orders) {
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  }
}

TEST(Parallel, TheCallsRunAtTheSameTime) {
  constexpr std::size_t kThreads = 3;
  std::mutex mutex;
  std::condition_variable all_here;
  std::set<std::thread::id> here;
  // No call returns before all have begun, which calls one after the other could never do.
  parallel_for(kThreads, kThreads, [&](std::size_t) {
    std::unique_lock lock(mutex);
    here.insert(std::this_thread::get_id());
    all_here.notify_all();
    EXPECT_TRUE(
        all_here.wait_for(lock, std::chrono::seconds(30), [&] { return here.size() == kThreads; }));
  });
}

TEST(Parallel, WhatTheCallsWroteIsSeenAfterwards) {
  // Plain integers: the thread sanitizer would report a missing join.
  std::vector<std::size_t> squares(500);
  parallel_for(squares.size(), 3, [&](std::size_t i) { squares[i] = i * i; });
  for (std::size_t i = 0; i < squares.size(); ++i) EXPECT_EQ(squares[i], i * i);
}

TEST(ThreadPool, RunsOneLoopAfterAnother) {
  ThreadPool pool(4);
  EXPECT_EQ(pool.threads(), 4u);
  for (std::size_t count = 0; count < 200; ++count) {
    std::vector<std::atomic<int>> calls(count);
    pool.for_each(count, [&](std::size_t i, unsigned) { ++calls.at(i); });
    EXPECT_TRUE(std::all_of(calls.begin(), calls.end(), [](int n) { return n == 1; })) << count;
  }
}

TEST(ThreadPool, RunsLoopsTooShortForAllToComeInTime) {
  ThreadPool pool(8);
  std::atomic<std::size_t> calls{0};
  for (std::size_t loop = 0; loop < 20'000; ++loop) {
    pool.for_each(1 + loop % 9, [&](std::size_t, unsigned) { ++calls; });
  }
  EXPECT_EQ(calls, 20'000u / 9 * 45 + (1u + 2u));  // 20,000 is 2 more than 2,222 times 9
}

TEST(ThreadPool, TellsEachCallWhichThreadWorks) {
  ThreadPool pool(3);
  std::mutex mutex;
  std::map<unsigned, std::set<std::thread::id>> ids;
  for (int loop = 0; loop < 20; ++loop) {
    pool.for_each(100, [&](std::size_t, unsigned thread) {
      const std::lock_guard lock(mutex);
      ids[thread].insert(std::this_thread::get_id());
    });
  }
  std::set<std::thread::id> all;
  for (const auto& [thread, its_ids] : ids) {
    EXPECT_LT(thread, pool.threads());
    EXPECT_EQ(its_ids.size(), 1u);
    all.insert(its_ids.begin(), its_ids.end());
  }
  EXPECT_EQ(all.size(), ids.size());
}

TEST(ThreadPool, OfOneStartsNoThread) {
  ThreadPool pool(1);
  EXPECT_EQ(pool.threads(), 1u);
  const auto caller = std::this_thread::get_id();
  pool.for_each(10, [&](std::size_t, unsigned thread) {
    EXPECT_EQ(thread, 0u);
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST(ThreadPool, PassesAnExceptionOnAndStaysOfUse) {
  for (const unsigned threads : {1u, 3u}) {
    ThreadPool pool(threads);
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> calls{0};
      const auto fail_early = [&](std::size_t i, unsigned) {
        ++calls;
        if (i == 5) throw std::runtime_error("the sixth");
      };
      EXPECT_THROW(pool.for_each(100'000, fail_early), std::runtime_error);
      EXPECT_LT(calls, 100'000);
      calls = 0;
      pool.for_each(100, [&](std::size_t, unsigned) { ++calls; });
      EXPECT_EQ(calls, 100);
    }
  }
}

TEST(ThreadPool, PassesOneOfSeveralExceptionsOn) {
  ThreadPool pool(4);
  const auto fail = [](std::size_t, unsigned) { throw std::runtime_error("all of them"); };
  EXPECT_THROW(pool.for_each(100, fail), std::runtime_error);
  pool.for_each(100, [](std::size_t, unsigned) {});
}

TEST(ThreadPool, MayGoUnused) {
  for (int i = 0; i < 100; ++i) EXPECT_EQ(ThreadPool(3).threads(), 3u);
}

TEST(ThreadPool, LetsNoMoreThreadsTakePartThanAllowed) {
  ThreadPool pool(4);
  for (const unsigned most : {1u, 2u, 3u, 9u}) {
    for (int round = 0; round < 200; ++round) {
      std::array<std::atomic<int>, 4> by_thread{};
      pool.for_each(
          50, [&](std::size_t, unsigned thread) { ++by_thread.at(thread); }, most);
      int sum = 0;
      for (unsigned thread = 0; thread < 4; ++thread) {
        if (thread >= most) {
          EXPECT_EQ(by_thread[thread], 0);
        }
        sum += by_thread[thread];
      }
      ASSERT_EQ(sum, 50);
    }
  }
}

/// Stacks alone take some MB of addresses each.
TEST(ThreadPool, HasAsManyThreadsAsTheSystemGives) {
  if (!test::kCanLimitMemory) GTEST_SKIP() << "sanitizers know no limit of memory";
  const auto work_with_little_memory = [] {
    test::limit_memory(100 << 20);
    ThreadPool pool(1000);
    std::atomic<int> calls{0};
    pool.for_each(1000, [&](std::size_t, unsigned) { ++calls; });
    std::exit(pool.threads() > 1 && pool.threads() < 1000 && calls == 1000 ? 0 : 1);
  };
  EXPECT_EXIT(work_with_little_memory(), testing::ExitedWithCode(0), "");
}

TEST(Team, IsTheCallerAloneOrThreadsOfAPool) {
  ThreadPool pool(3);
  for (const auto& [team, size] : {std::pair(Team(), 1u), std::pair(Team(pool), 3u)}) {
    EXPECT_EQ(team.size(), size);
    std::atomic<int> calls{0};
    team.for_each(20, [&calls, size = size](std::size_t, unsigned thread) {
      EXPECT_LT(thread, size);
      ++calls;
    });
    EXPECT_EQ(calls, 20);
  }
}

}  // namespace
}  // namespace lucena
