// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/crew.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace lucena {

/// The flag is looked at 50 times a second.
void Crew::run(std::size_t workers, const std::function<void()>& worker,
               const std::atomic<bool>& stopped) {
  std::vector<std::jthread> threads;
  busy_ = std::min(workers, tasks_);
  for (std::size_t left = busy_; left > 0; --left) {
    threads.emplace_back([&] {
      worker();
      const std::lock_guard lock(mutex_);
      --busy_;
      idle_.notify_all();
    });
  }
  // The flag is raised by a signal handler, which cannot wake anybody: it has to be looked at.
  std::unique_lock lock(mutex_);
  while (!idle_.wait_for(lock, std::chrono::milliseconds(20), [this] { return busy_ == 0; })) {
    if (stopped) halt();
  }
}

std::optional<std::size_t> Crew::next_task() {
  if (halted_) return {};
  const std::size_t task = next_++;
  if (task >= tasks_) return {};
  return task;
}

}  // namespace lucena
