// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/campaign_meter.h"

#include <algorithm>

#include "endgame/layout.h"

namespace lucena {
namespace {

/// CPU seconds for a unit of work_of(), files and statistics included: `solve --men 5` takes 1,820
/// for all 145 endings.
constexpr double kSecondsPerWork = 4.3e-6;

/// To count and keep an ending is another part of its work, by a guess. That is done while the next
/// one is solved, so that it counts only behind the last.
constexpr double kFinishing = 0.25;

}  // namespace

double work_of(const Material& material) {
  const Layout layout(material);
  return static_cast<double>(layout.skeleton_count()) * layout.words();
}

double seconds_of(double work, unsigned threads) {
  return work * kSecondsPerWork / threads;
}

CampaignMeter::CampaignMeter(const Solver& solver, const std::vector<Material>& endings)
    : solver_(solver), endings_(endings), work_before_{0} {
  for (const Material& material : endings_) {
    work_before_.push_back(work_before_.back() + work_of(material));
  }
}

double CampaignMeter::share() const {
  const double done = solver_.progress().endings_done;
  const auto place = std::min(static_cast<std::size_t>(done), endings_.size() - 1);
  const double work = work_before_[place + 1] - work_before_[place];
  const double solved = work_before_[place] + (done - static_cast<double>(place)) * work;
  return solved / (work_before_.back() + kFinishing * work_of(endings_.back()));
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
