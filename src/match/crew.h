// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace lucena {

/// Workers that share out numbered tasks among themselves, each on a thread of its own. Tasks are
/// handed out in ascending order.
class Crew {
 public:
  explicit Crew(std::size_t tasks) : tasks_(tasks) {}

  using Warn = std::function<void(const std::string&)>;

  /// Calls `worker` on so many threads, but no more than there are tasks, and waits until all have
  /// returned. Once `stopped` is raised, the crew halts. If the system gives fewer threads, that is
  /// told at the beginning; if it gives none, std::system_error is thrown. If a worker throws, the
  /// crew halts, and the first exception comes out here.
  void run(std::size_t workers, const std::function<void()>& worker,
           const std::atomic<bool>& stopped, const Warn& warn);

  /// For the workers. Nothing once all tasks are taken or the crew has halted. Each number once.
  std::optional<std::size_t> next_task();
  void halt() { halted_ = true; }
  const std::atomic<bool>& halted() const { return halted_; }

 private:
  void work(const std::function<void()>& worker);

  const std::size_t tasks_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> halted_{false};
  std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t busy_ = 0;
  std::exception_ptr first_exception_;
};

}  // namespace lucena
