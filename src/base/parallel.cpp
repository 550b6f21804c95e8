// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "base/thread.h"

namespace lucena {

unsigned hardware_threads() {
  return std::max(1u, std::thread::hardware_concurrency());
}

/// 4 of the 19 steps of niceness: such a thread gets less than others of a core that they share,
/// and all of one that nobody else wants.
void set_own_priority(Priority priority) {
  // On Linux, priorities belong to threads, and 0 is the one that asks.
  constexpr int kLow = 4;
  if (priority == Priority::Low) setpriority(PRIO_PROCESS, 0, kLow);
}

ThreadPool::ThreadPool(unsigned threads, Priority priority)
    : looks_out_(hardware_threads() >= kManyCores) {
  for (unsigned thread = 1; thread < threads; ++thread) {
    wake_.push_back(std::make_unique<std::condition_variable>());
  }
  // From the first thread on nothing may throw: it would wait for ever to be stopped.
  helpers_.reserve(wake_.size());
  for (unsigned thread = 1; thread < threads; ++thread) {
    auto helper = start_thread([this, thread, priority] {
      set_own_priority(priority);
      help(thread);
    });
    if (!helper) break;
    helpers_.push_back(std::move(*helper));
  }
}

ThreadPool::~ThreadPool() {
  stop();
}

/// The flag is raised under the mutex, so that no helper can be between looking at it and going to
/// sleep. The threads are joined by their destructors.
void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  for (const auto& wake : wake_) wake->notify_one();
}

double ThreadPool::helpers_cpu_seconds() {
  double sum = 0;
  for (std::jthread& helper : helpers_) sum += thread_cpu_seconds(helper);
  return sum;
}

/// A share is taken by adding its length to the counter, which hands out each number once. After an
/// exception the counter stands far above any count, so that nobody takes another share, and those
/// in the middle of one see it before their next call.
void ThreadPool::take_turns(unsigned thread) {
  try {
    while (true) {
      const std::size_t begin = next_.fetch_add(share_);
      if (begin >= count_) return;
      const std::size_t end = std::min(begin + share_, count_);
      for (std::size_t i = begin; i < end && next_ < kStopped; ++i) (*work_)(i, thread);
    }
  } catch (...) {
    next_ = kStopped;
    const std::lock_guard lock(mutex_);
    if (!first_exception_) first_exception_ = std::current_exception();
  }
}

/// A helper joins a loop that is new to it if it is on the team. busy_helpers_ goes up under the
/// same lock under which team_ is looked at: a caller who has set team_ to 0 and sees no busy
/// helper knows that nobody will touch the loop again.
void ThreadPool::help(unsigned thread) {
  std::uint64_t last_loop = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_[thread - 1]->wait(
        lock, [&] { return stopping_ || (loop_number_ != last_loop && thread < team_); });
    if (stopping_) return;
    last_loop = loop_number_;
    const unsigned team = team_;
    ++busy_helpers_;
    lock.unlock();
    wake_helpers_of(thread, team);
    take_turns(thread);
    lock.lock();
    if (--busy_helpers_ == 0) done_.notify_one();
    lock.unlock();
    look_out_for_loop_after(last_loop);
    lock.lock();
  }
}

/// Loops often follow each other at once, and to fall asleep and be woken again takes longer than a
/// short one. With few cores it would only keep others from working.
void ThreadPool::look_out_for_loop_after(std::uint64_t last_loop) const {
  constexpr double kSeconds = 40e-6;
  if (!looks_out_) return;
  const double end = wall_seconds() + kSeconds;
  while (loop_number_ == last_loop && wall_seconds() < end) std::this_thread::yield();
}

/// To wake a thread takes microseconds, so they wake each other: thread k wakes threads 2k + 1 and
/// 2k + 2. In a team of eight:
///
///     0 -> 1 -> 3 -> 7
///            -> 4
///       -> 2 -> 5
///            -> 6
///
/// The last one is up after three steps instead of seven.
void ThreadPool::wake_helpers_of(unsigned thread, unsigned team) {
  for (const unsigned helper : {2 * thread + 1, 2 * thread + 2}) {
    if (helper < team) wake_[helper - 1]->notify_one();
  }
}

/// The caller works like everybody else and then waits for helpers that are still at their last
/// share.
void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t, unsigned)>& work,
                          unsigned most_threads) {
  const std::size_t team = std::min<std::size_t>({count, most_threads, threads()});
  if (team <= 1) {
    for (std::size_t i = 0; i < count; ++i) work(i, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    next_ = 0;
    share_ = std::max<std::size_t>(1, count / (kSharesPerThread * team));
    team_ = static_cast<unsigned>(team);
    ++loop_number_;
  }
  wake_helpers_of(0, static_cast<unsigned>(team));
  take_turns(0);
  std::unique_lock lock(mutex_);
  team_ = 0;  // whoever wakes up only now is too late
  done_.wait(lock, [&] { return busy_helpers_ == 0; });
  if (first_exception_) std::rethrow_exception(std::exchange(first_exception_, nullptr));
}

}  // namespace lucena
