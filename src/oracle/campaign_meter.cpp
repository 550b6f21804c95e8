// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/campaign_meter.h"

#include <algorithm>

#include "endgame/layout.h"

namespace lucena {

double work_of(const Material& material) {
  const Layout layout(material);
  return static_cast<double>(layout.skeleton_count()) * layout.words();
}

CampaignMeter::CampaignMeter(const Solver& solver, const std::vector<Material>& endings)
    : solver_(solver), endings_(endings), work_before_{0} {
  for (const Material& material : endings_) {
    work_before_.push_back(work_before_.back() + work_of(material));
  }
}

double CampaignMeter::share() const {
  const Solver::Progress& progress = solver_.progress();
  const double problems = std::max(1u, progress.problems.load());
  // Within a single problem nobody knows how many levels are to come; half is a fair guess.
  const double part = std::min(1.0, (progress.problems_done + 0.5) / (problems + 0.5));
  const double done =
      work_before_[place_] + part * (work_before_[place_ + 1] - work_before_[place_]);
  return done / work_before_.back();
}

double CampaignMeter::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

}  // namespace lucena
