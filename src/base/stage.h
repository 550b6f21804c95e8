// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/parallel.h"
#include "base/thread.h"

namespace lucena {

/// One stage of a pipeline: a thread that does jobs in the order in which they are given, while
/// whoever gives them goes on. One job is under way and one waits; the next giver waits, too. If a
/// job takes the giver one step and the stage three, the giver waits in the end:
///
///     giver      A  B  C  -  D  -  -  E  -  -
///     waiting          B  B  C  C  C  D  D  D
///     stage         A  A  A  B  B  B  C  C  C
///
/// No more than two jobs are given and not done, which bounds the memory that they take along.
template <class Job>
class Stage {
 public:
  /// Without a thread of its own, because none is wanted or the system gives none, give() does the
  /// job itself.
  Stage(bool on_its_own, Priority priority, std::function<void(Job&)> work)
      : work_(std::move(work)) {
    if (!on_its_own) return;
    thread_ = start_thread([this, priority] {
      set_own_priority(priority);
      run();
    });
  }
  ~Stage() {
    try {
      finish();
    } catch (...) {
      exception_ = nullptr;  // another one is on its way already
    }
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Returns once the job is in the place where one may wait.
  void give(Job job) {
    if (!thread_) return work_(job);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_; });
    waiting_ = std::move(job);
    changed_.notify_all();
  }

  /// Returns once all jobs are done. If one has thrown, the ones after it were not begun, and the
  /// exception comes out here. The thread takes what still waits before it looks whether it should
  /// end.
  void finish() {
    if (!thread_) return;
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      changed_.notify_all();
    }
    thread_.reset();  // joins
    if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
  }

 private:
  void run() {
    while (true) {
      std::optional<Job> job;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_ || ending_; });
        if (!waiting_) return;
        job.swap(waiting_);
        changed_.notify_all();
      }
      if (exception_) continue;
      try {
        work_(*job);
      } catch (...) {
        exception_ = std::current_exception();
      }
    }
  }

  const std::function<void(Job&)> work_;
  std::exception_ptr exception_;  // to be read once the thread is gone
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Job> waiting_;
  bool ending_ = false;
  std::optional<std::jthread> thread_;
};

}  // namespace lucena
