// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/solve_progress.h"

#include <new>

#include "app/output.h"
#include "base/thread.h"

namespace lucena {
namespace {

std::string duration(double seconds) {
  if (seconds > 90 * 60) return "about " + duration_text(seconds);
  const auto whole = static_cast<unsigned long>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole)
                    : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

}  // namespace

SolveProgress::SolveProgress(const Solver& solver, const CampaignPlan& plan)
    : meter_(solver, plan) {
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

void SolveProgress::start(std::size_t place, bool is_read) {
  const std::lock_guard lock(mutex_);
  meter_.start(place);
  activity_ = is_read ? "reading" : "";
  painting_ = status_.on_terminal();
  if (!status_.on_terminal() && meter_.ending().men() >= kMaxMenInMemory) {
    write_message(
        fmt::format("{} {} ({} of {}){}\n", is_read ? "reading" : "solving", meter_.ending().name(),
                    place + 1, meter_.size(),
                    is_large(meter_.ending())
                        ? fmt::format(", about {} left", duration_text(meter_.seconds_left()))
                        : ""));
  }
}

void SolveProgress::set_activity(const std::string& activity) {
  const std::lock_guard lock(mutex_);
  activity_ = activity;
  if (!status_.on_terminal()) {
    write_message(fmt::format("{} {}\n", activity, meter_.ending().name()));
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
  } else if (meter_.ending().men() >= kMaxMenInMemory) {
    write_message(activity + "\n");
  }
}

std::string SolveProgress::line() const {
  const double share = meter_.share();
  constexpr int kWidth = 24;
  const int filled = static_cast<int>(share * kWidth);
  const std::string activity =
      activity_.empty() ? fmt::format("level {}", meter_.level()) : activity_;
  return fmt::format("[{:=<{}}>{: <{}}] {:3.0f} %  {} ({} of {})  {}  {} left", "", filled, "",
                     kWidth - filled, 100 * share, meter_.ending().name(), meter_.place() + 1,
                     meter_.size(), activity, duration(meter_.seconds_left()));
}

}  // namespace lucena
