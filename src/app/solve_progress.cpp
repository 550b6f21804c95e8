// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/solve_progress.h"

#include <algorithm>
#include <new>

#include "app/output.h"
#include "base/thread.h"
#include "endgame/layout.h"

namespace lucena {
namespace {

/// Roughly proportional to the time an ending takes.
double work_of(const Material& material) {
  const Layout layout(material);
  return static_cast<double>(layout.skeleton_count()) * layout.words();
}

std::string duration(double seconds) {
  const auto whole = static_cast<unsigned long>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole)
                    : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

}  // namespace

SolveProgress::SolveProgress(const Solver& solver, const std::vector<Material>& plan)
    : solver_(solver), plan_(plan) {
  work_before_.push_back(0);
  for (const Material& material : plan_) {
    work_before_.push_back(work_before_.back() + work_of(material));
  }
  if (!status_.on_terminal()) return;
  // Without a thread there is no line, and nothing else is missing.
  painter_ = start_thread([this](const std::stop_token& stop) { paint(stop); });
}

/// A line for which there is no memory is not painted.
void SolveProgress::paint(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    try {
      if (painting_) status_.show(line());
    } catch (const std::bad_alloc&) {
    }
    changed_.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
  }
}

SolveProgress::~SolveProgress() {
  pause();
}

void SolveProgress::start(std::size_t number, bool is_read) {
  const std::lock_guard lock(mutex_);
  number_ = number;
  is_read_ = is_read;
  painting_ = status_.on_terminal();
  if (!status_.on_terminal() && plan_[number].men() == kMaxMen) {
    write_message(fmt::format("{} {} ({} of {})\n", is_read ? "reading" : "solving",
                              plan_[number].name(), number + 1, plan_.size()));
  }
}

void SolveProgress::pause() {
  const std::lock_guard lock(mutex_);
  status_.wipe();
  painting_ = false;
}

void SolveProgress::say(const std::string& activity) {
  const std::lock_guard lock(mutex_);
  painting_ = false;
  if (status_.on_terminal()) {
    status_.show(activity);
  } else if (plan_[number_].men() == kMaxMen) {
    write_message(activity + "\n");
  }
}

std::string SolveProgress::line() const {
  const Solver::Progress& progress = solver_.progress();
  const double problems = std::max(1u, progress.problems.load());
  // Within a single problem nobody knows how many levels are to come; half is a fair guess.
  const double part = std::min(1.0, (progress.problems_done + 0.5) / (problems + 0.5));
  const double done =
      work_before_[number_] + part * (work_before_[number_ + 1] - work_before_[number_]);
  const double share = done / work_before_.back();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  constexpr int kWidth = 24;
  const int filled = static_cast<int>(share * kWidth);
  const std::string activity =
      is_read_ ? "reading" : fmt::format("level {}", progress.level.load());
  return fmt::format("[{:=<{}}>{: <{}}] {:3.0f} %  {} ({} of {})  {}  {} left", "", filled, "",
                     kWidth - filled, 100 * share, plan_[number_].name(), number_ + 1, plan_.size(),
                     activity, duration(elapsed.count() * (1 - share) / share));
}

}  // namespace lucena
