// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace lucena {

/// A thread that is there from the start and does one job at a time, so that a job never fails for
/// want of a thread. Somebody else gives the jobs and waits for them.
class Worker {
 public:
  /// Throws std::system_error if the system gives no thread.
  Worker();
  /// After the job under way.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Returns at once. No job may be under way.
  void start(std::function<void()> job);
  /// Returns when no job is under way. If the last one has thrown, the exception comes out here.
  void wait();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> job_;  // empty if none is under way
  bool ending_ = false;
  std::exception_ptr exception_;
  std::jthread thread_;
};

}  // namespace lucena
