// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <vector>

#include "oracle/campaign.h"

namespace lucena {

/// How far a campaign is, by guesses of how much work each of its endings is. An instance for each
/// campaign; whoever asks from another thread than starts endings has a lock of his own.
class CampaignMeter {
 public:
  CampaignMeter(const Solver& solver, const CampaignPlan& plan);

  /// The ending at this place is under way.
  void start(std::size_t place) {
    place_ = place;
    place_begin_ = seconds();
  }

  std::size_t place() const { return place_; }
  std::size_t size() const { return endings_.size(); }
  const Material& ending() const { return endings_[place_]; }
  unsigned level() const { return solver_.progress().level; }
  /// Of all the work: from 0 to 1, and never less than before.
  double share() const;
  double seconds() const;
  /// By what was expected, at first; later by what it has taken so far.
  double seconds_left() const;

 private:
  double part_by_time() const;

  double work(std::size_t place) const { return work_before_[place + 1] - work_before_[place]; }

  const Solver& solver_;
  const std::vector<Material> endings_;
  const double solved_part_;         // of a large ending's work
  std::vector<double> work_before_;  // of each ending; the total at the end
  double finishing_work_ = 0;        // behind the last
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::size_t place_ = 0;
  double place_begin_ = 0;  // in seconds()
};

}  // namespace lucena
