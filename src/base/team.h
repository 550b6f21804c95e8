// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

#include "base/clock.h"
#include "base/parallel.h"

namespace lucena {

/// Who shares a piece of work: threads of a pool, or the calling thread alone.
class Team {
 public:
  /// The caller alone.
  Team() = default;
  /// The threads of a pool.
  explicit Team(ThreadPool& pool) : pool_(&pool), size_(pool.threads()) {}

  unsigned size() const { return size_; }

  /// The CPU time of all its threads so far, the caller among them; differences tell what a piece
  /// of work took, if the pool does nothing else meanwhile.
  double cpu_seconds() const {
    return thread_cpu_seconds() + (pool_ != nullptr ? pool_->helpers_cpu_seconds() : 0);
  }

  /// As ThreadPool::for_each, with thread numbers below size().
  void for_each(std::size_t count, const std::function<void(std::size_t, unsigned)>& work) const {
    if (size_ > 1) {
      pool_->for_each(count, work, size_);
    } else {
      for (std::size_t i = 0; i < count; ++i) work(i, 0);
    }
  }

 private:
  ThreadPool* pool_ = nullptr;
  unsigned size_ = 1;
};

}  // namespace lucena
