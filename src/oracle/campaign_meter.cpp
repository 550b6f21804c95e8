// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/campaign_meter.h"

#include <algorithm>

#include "oracle/forecast.h"

namespace lucena {
namespace {

/// To count and keep an ending is another part of its work, by a guess. That is done while the next
/// one is solved, so that it counts only behind the last.
constexpr double kFinishing = 0.25;

}  // namespace

CampaignMeter::CampaignMeter(const Solver& solver, const CampaignPlan& plan)
    : solver_(solver),
      endings_(plan.endings),
      solved_part_(plan.manner.kept && !plan.in_stages ? 0.6 : 1),
      work_before_{0} {
  for (std::size_t i = 0; i < endings_.size(); ++i) {
    const double work = plan.on_disk[i] ? work_to_read(endings_[i], plan.manner)
                                        : work_of(endings_[i], plan.manner);
    work_before_.push_back(work_before_.back() + work);
  }
  if (endings_.empty()) return;
  // Without stages a large ending is finished with before the next one comes, so that the part of
  // its work that counts as done before that is all that its solver can do.
  const bool is_counted = !plan.on_disk.back() && (plan.in_stages || !is_large(endings_.back()));
  if (is_counted) finishing_work_ = kFinishing * work(endings_.size() - 1);
}

/// The part of a large ending that is done, of which its solver says nothing: by the time that it
/// has taken, for so long as it is expected to take at most.
double CampaignMeter::part_by_time() const {
  constexpr double kMost = 0.95;
  if (!is_large(ending())) return 0;
  const double expected = seconds_of(work(place_), solver_.threads());
  return std::min(kMost, (seconds() - place_begin_) / expected);
}

double CampaignMeter::share() const {
  const auto here = static_cast<double>(place_);
  double done = solver_.progress().endings_done;
  if (is_large(ending())) done = here + solved_part_ * std::clamp(done - here, 0.0, 1.0);
  done = std::max(done, here + part_by_time());
  const auto place = std::min(static_cast<std::size_t>(done), endings_.size() - 1);
  const double solved = work_before_[place] + (done - static_cast<double>(place)) * work(place);
  return solved / (work_before_.back() + finishing_work_);
}

double CampaignMeter::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

/// What was expected counts as if a tenth of the work had shown it. With nothing done all of it is
/// left as expected; in the middle, five parts of six are by measure.
double CampaignMeter::seconds_left() const {
  constexpr double kTrust = 0.1;
  const double expected = seconds_of(work_before_.back(), solver_.threads());
  const double done = share();
  return (1 - done) * (kTrust * expected + seconds()) / (kTrust + done);
}

}  // namespace lucena
