// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "oracle/oracle.h"

namespace lucena {

/// Solves endings one after the other while somebody else plays. Nobody waits for it; when it goes,
/// it gives up what it is at. The queue keeps everything that was ever asked for; next_ is the
/// first that is still to do.
class BackgroundSolver {
 public:
  using Notice = std::function<void(const std::string&)>;

  /// `notice` is called from the solving thread.
  BackgroundSolver(Oracle& oracle, Notice notice);
  ~BackgroundSolver();
  BackgroundSolver(const BackgroundSolver&) = delete;
  BackgroundSolver& operator=(const BackgroundSolver&) = delete;

  /// Returns at once. What has been asked for before is not solved twice.
  void ask_for(const Material& canonical_material);

 private:
  void work();
  void solve(const Material& material);

  Oracle& oracle_;
  const Notice notice_;
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Material> queue_;
  std::size_t next_ = 0;
  std::optional<std::jthread> worker_;
};

}  // namespace lucena
