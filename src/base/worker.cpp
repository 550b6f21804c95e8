// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/worker.h"

#include <cassert>
#include <utility>

#include "base/thread.h"

namespace lucena {

/// The thread starts last, when everything that it uses is there.
Worker::Worker() {
  auto thread = start_thread([this] { work(); });
  if (!thread) throw_no_thread();
  thread_ = std::move(*thread);
}

/// The thread joins by itself.
Worker::~Worker() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  changed_.notify_all();
}

void Worker::start(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  assert(!job_);
  job_ = std::move(job);
  changed_.notify_all();
}

void Worker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !job_; });
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
}

/// The job stays in its place until it is done, which is how others see that it is under way.
void Worker::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return job_ || ending_; });
    if (!job_) return;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      job_();
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    exception_ = thrown;
    job_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace lucena
