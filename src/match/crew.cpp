// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/crew.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/thread.h"

namespace lucena {

/// The mutex is held until all are counted, so that nobody who is done already has counted himself
/// out before.
void Crew::run(std::size_t workers, const std::function<void()>& worker,
               const std::atomic<bool>& stopped, const Warn& warn) {
  const std::size_t wanted = std::min(workers, tasks_);
  std::vector<std::jthread> threads;
  threads.reserve(wanted);
  std::unique_lock lock(mutex_);
  while (threads.size() < wanted) {
    auto thread = start_thread([&] { work(worker); });
    if (!thread) break;
    threads.push_back(std::move(*thread));
  }
  if (threads.empty() && wanted > 0) throw_no_thread();
  busy_ = threads.size();
  if (threads.size() < wanted) warn(fewer_threads_text(threads.size(), wanted));
  // The flag is raised by a signal handler, which cannot wake anybody: it has to be looked at, 50
  // times a second.
  while (!idle_.wait_for(lock, std::chrono::milliseconds(20), [this] { return busy_ == 0; })) {
    if (stopped) halt();
  }
  if (first_exception_) std::rethrow_exception(first_exception_);
}

void Crew::work(const std::function<void()>& worker) {
  std::exception_ptr thrown;
  try {
    worker();
  } catch (...) {
    thrown = std::current_exception();
    halt();
  }
  const std::lock_guard lock(mutex_);
  if (!first_exception_) first_exception_ = thrown;
  --busy_;
  idle_.notify_all();
}

std::optional<std::size_t> Crew::next_task() {
  if (halted_) return {};
  const std::size_t task = next_++;
  if (task >= tasks_) return {};
  return task;
}

}  // namespace lucena
