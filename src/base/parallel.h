// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lucena {

/// The number of threads the machine runs at once, at least 1.
unsigned hardware_threads();

/// Who goes first where there are more threads than cores.
enum class Priority { Normal, Low };

/// From now on the calling thread, if its priority is low, only gets what others leave.
void set_own_priority(Priority priority);

/// Threads that wait for loops to share. One loop at a time; the caller works too, so a pool of one
/// starts no thread. Where the system gives fewer threads than wanted, the pool has those that
/// there are; threads() tells. A loop as it goes, with the caller as thread 0:
///
///     caller     give out | 0 1 2 | 6 7 8 | ......wait | return
///     helper 1     asleep .. wake | 3 4 5 | 12 13 14   | look out, sleep
///     helper 2     asleep .... wake | 9 10 11 |        | look out, sleep
///
/// Everybody takes the next share of the calls until there is none left; nothing is given to
/// anybody in particular, so that a slow thread holds up no more than its last share.
class ThreadPool {
 public:
  explicit ThreadPool(unsigned threads, Priority priority = Priority::Normal);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned threads() const { return static_cast<unsigned>(helpers_.size()) + 1; }

  /// The CPU time that the pool's own threads have taken so far, without that of callers.
  double helpers_cpu_seconds();

  /// Calls work(i, thread) once for every i in [0, count) and returns when all calls have. Of long
  /// loops a thread takes several calls at a time, of others one, in ascending order of i; `thread`
  /// < threads() tells who works. If a call throws, no further ones start and the first exception
  /// reaches the caller.
  ///
  /// No more than `most_threads` take part, nor more than there are calls, and then `thread` is
  /// below that number: to wake a thread takes longer than a short call.
  void for_each(std::size_t count, const std::function<void(std::size_t, unsigned)>& work,
                unsigned most_threads = ~0u);

 private:
  void help(unsigned thread);
  void take_turns(unsigned thread);
  void wake_helpers_of(unsigned thread, unsigned team);
  void look_out_for_loop_after(std::uint64_t last_loop) const;
  void stop();

  /// A counter that all threads change is dear, so each takes a share of the calls at a time: small
  /// enough that nobody waits for the last one for long. 10,000 calls among 8 threads are shares of
  /// 10,000 / (16 * 8) = 78.
  static constexpr std::size_t kSharesPerThread = 16;
  /// A value of next_ that no loop reaches.
  static constexpr std::size_t kStopped = std::size_t{1} << 60;

  /// From so many cores on helpers look out for the next loop before they sleep.
  static constexpr unsigned kManyCores = 8;

  const bool looks_out_;  // helpers look out for another loop before they go to sleep
  std::mutex mutex_;
  /// One for each helper, so that those who are not wanted sleep on.
  std::vector<std::unique_ptr<std::condition_variable>> wake_;
  std::condition_variable done_;
  const std::function<void(std::size_t, unsigned)>* work_ = nullptr;
  std::size_t count_ = 0;
  std::size_t share_ = 1;
  /// The first call that nobody has taken, on a cache line of its own, since all threads change it.
  alignas(64) std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> loop_number_{0};  // changed under the mutex
  unsigned team_ = 0;          // threads that may share the loop, the caller among them
  unsigned busy_helpers_ = 0;  // that work on it
  bool stopping_ = false;
  std::exception_ptr first_exception_;
  std::vector<std::jthread> helpers_;
};

}  // namespace lucena
