// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/status_line.h"
#include "oracle/campaign_meter.h"

namespace lucena {

/// Tells on stderr how far a plan is: on a terminal in a line that is written over and over,
/// elsewhere by a line for every ending that takes long.
class SolveProgress {
 public:
  SolveProgress(const Solver& solver, const CampaignPlan& plan);
  ~SolveProgress();

  /// The ending at this place is under way: it is read from disk, or else solved.
  void start(std::size_t place, bool is_read);
  /// What is done with it from now on, instead of that.
  void set_activity(const std::string& activity);
  /// Wipes the line, so that something else can be printed.
  void pause();
  /// Prints something while the line is out of the way; from any thread.
  template <class Print>
  void aside(Print&& print) {
    const std::lock_guard lock(mutex_);
    status_.wipe();
    print();
  }
  /// Says what is being done, until pause(); what is long enough to wonder about.
  void say(const std::string& activity);

 private:
  void paint(const std::stop_token& stop);
  std::string line() const;

  CampaignMeter meter_;
  std::mutex mutex_;
  StatusLine status_;
  std::condition_variable_any changed_;
  std::string activity_;   // with the ending under way, unless it is solved
  bool painting_ = false;  // the line is kept up to date
  std::optional<std::jthread> painter_;
};

}  // namespace lucena
