// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/background_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.h"
#include "base/thread.h"

namespace lucena {

/// The thread starts last, when everything that it uses is there.
BackgroundSolver::BackgroundSolver(Oracle& oracle, Notice notice)
    : oracle_(oracle), notice_(std::move(notice)) {
  oracle_.cancel_on(cancelled_);
  worker_ = start_thread([this] { work(); });
  if (!worker_) notice_("no ending is solved: the system gives no thread for that");
}

/// The flag also reaches the oracle, which gives up in the middle of an ending. The thread joins by
/// itself.
BackgroundSolver::~BackgroundSolver() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
  }
  wake_.notify_all();
}

void BackgroundSolver::ask_for(const Material& canonical_material) {
  const std::lock_guard lock(mutex_);
  if (std::find(queue_.begin(), queue_.end(), canonical_material) != queue_.end()) return;
  queue_.push_back(canonical_material);
  wake_.notify_all();
}

/// The lock is not held while an ending is solved, so that ask_for() never waits for one.
void BackgroundSolver::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return cancelled_ || next_ < queue_.size(); });
    if (cancelled_) return;
    const Material material = queue_[next_++];
    lock.unlock();
    solve(material);
  }
}

/// Whatever one ending asks too much of, the thread goes on to the next.
void BackgroundSolver::solve(const Material& material) {
  std::optional<std::string> reason;
  try {
    if (auto fault = oracle_.prepare(material)) reason = std::move(fault->message);
  } catch (const std::exception& refusal) {
    reason = refusal_text(refusal);
  }
  if (cancelled_) return;
  notice_(reason ? fmt::format("{} is not solved: {}", material.name(), *reason)
                 : fmt::format("the tables of {} are there", material.name()));
}

}  // namespace lucena
