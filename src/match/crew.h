// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>

namespace lucena {

/// Workers that share out numbered tasks among themselves, each on a thread of its own. Tasks are
/// handed out in ascending order.
class Crew {
 public:
  explicit Crew(std::size_t tasks) : tasks_(tasks) {}

  /// Calls `worker` on so many threads, but no more than there are tasks, and waits until all have
  /// returned. Once `stopped` is raised, the crew halts.
  void run(std::size_t workers, const std::function<void()>& worker,
           const std::atomic<bool>& stopped);

  /// For the workers. Nothing once all tasks are taken or the crew has halted. Each number once.
  std::optional<std::size_t> next_task();
  void halt() { halted_ = true; }
  const std::atomic<bool>& halted() const { return halted_; }

 private:
  const std::size_t tasks_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> halted_{false};
  std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t busy_ = 0;
};

}  // namespace lucena
