// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"

#include <algorithm>
#include <utility>

namespace lucena {

unsigned hardware_threads() {
  return std::max(1u, std::thread::hardware_concurrency());
}

ThreadPool::ThreadPool(unsigned threads) {
  try {
    for (unsigned thread = 1; thread < threads; ++thread) {
      helpers_.emplace_back([this] { help(); });
    }
  } catch (...) {
    // No destructor runs for what was never constructed, but the threads so far wait.
    stop();
    throw;
  }
}

ThreadPool::~ThreadPool() {
  stop();
}

void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

void ThreadPool::take_turns(unsigned thread) {
  try {
    for (std::size_t i = next_++; i < count_; i = next_++) (*work_)(i, thread);
  } catch (...) {
    next_ = count_;
    const std::lock_guard lock(mutex_);
    if (!first_exception_) first_exception_ = std::current_exception();
  }
}

void ThreadPool::help() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || wanted_helpers_ > 0; });
    if (stopping_) return;
    // The number of a helper is its place among those who have joined; the caller's is 0.
    const unsigned thread = wanted_helpers_--;
    lock.unlock();
    take_turns(thread);
    lock.lock();
    if (--busy_helpers_ == 0) done_.notify_one();
  }
}

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
    wanted_helpers_ = busy_helpers_ = static_cast<unsigned>(team) - 1;
  }
  if (team == threads()) {
    wake_.notify_all();
  } else {
    for (std::size_t i = 1; i < team; ++i) wake_.notify_one();
  }
  take_turns(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return busy_helpers_ == 0; });
  if (first_exception_) std::rethrow_exception(std::exchange(first_exception_, nullptr));
}

void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t)>& work) {
  const std::size_t useful =
      std::min<std::size_t>(std::max(1u, threads), std::max<std::size_t>(1, count));
  ThreadPool pool(static_cast<unsigned>(useful));
  pool.for_each(count, [&](std::size_t i, unsigned) { work(i); });
}

}  // namespace lucena
