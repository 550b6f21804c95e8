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
      helpers_.emplace_back([this, thread] { help(thread); });
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

void ThreadPool::help(unsigned thread) {
  std::uint64_t last_loop = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || loop_number_ != last_loop; });
    if (stopping_) return;
    last_loop = loop_number_;
    lock.unlock();
    take_turns(thread);
    lock.lock();
    if (--busy_helpers_ == 0) done_.notify_one();
  }
}

void ThreadPool::for_each(std::size_t count,
                          const std::function<void(std::size_t, unsigned)>& work) {
  if (helpers_.empty() || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) work(i, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    next_ = 0;
    busy_helpers_ = static_cast<unsigned>(helpers_.size());
    ++loop_number_;
  }
  wake_.notify_all();
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
