// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "census/level_tally.h"
#include "census/statistics.h"
#include "solve/decision_log.h"

namespace lucena {

/// What a metric has left of an ending that was solved without its values in memory: how often each
/// turn occurs, and the decisions of each skeleton.
struct StreamedMetric {
  std::unique_ptr<LevelTally> tally;
  std::vector<std::unique_ptr<DecisionLog>> logs;  // by skeleton
};

/// All positions of an ending, by mate and, if there is a tally of it, under the 50-move rule.
Census census_of(const LevelTally& mate, const LevelTally* zeroing = nullptr);

/// What tallies alone tell: counts and the longest mates, without lists or zugzwangs.
Statistics tallied_statistics(const LevelTally& mate, const LevelTally* zeroing = nullptr);

/// The same statistics that gather_statistics() makes of tables, by mate and, if there is one, by
/// zeroing distance. Once the flag is raised it returns soon, and the figures are not complete.
Result<EndingStatistics, FileFault> gather_stream_statistics(const Layout& layout,
                                                             const StreamedMetric& mate,
                                                             const StreamedMetric* zeroing,
                                                             ThreadPool& pool,
                                                             const std::atomic<bool>& cancelled);

}  // namespace lucena
