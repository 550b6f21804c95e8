// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "match/play.h"
#include "match/statistics.h"

namespace lucena {

struct Contestant {
  EngineCommand command;
  std::string name;
  Limits limits;
};

/// Games beyond twice the number of openings begin with the first opening again.
struct MatchOptions {
  std::array<Contestant, 2> players;
  std::vector<Game> openings;  // at least one; begun anew when all have been played
  std::size_t games = 100;
  unsigned concurrency = 1;
  Adjudicator adjudicator;
  Patience patience;
  std::optional<Sprt> sprt;  // ends the match once it is decided
};

/// Who wants to know how a match goes. Calls come one at a time, from any thread.
class MatchObserver {
 public:
  virtual ~MatchObserver() = default;
  /// Whether to go on.
  virtual bool game_ended(const MatchGame& record, const MatchTally& tally) = 0;
  /// Something is not as it was asked for, but the match goes on.
  virtual void warn(const std::string& /*message*/) {}
};

/// What became of a match.
struct MatchSummary {
  MatchTally tally;
  /// The rows are White and Black, the columns wins, draws and losses.
  std::array<std::array<std::uint64_t, 3>, 2> by_color{};  // first player: as White, Black: W D L
  /// Games that each player lost by time, crash, silence or an illegal move. By player and then by
  /// kind, in the order of MatchGameEnd from Time on.
  std::array<std::array<std::uint64_t, 4>, 2> forfeits{};
  std::uint64_t ended_by_tables = 0;
};

/// Plays a match: both colours of each opening, one after the other. Once `stopped` is raised, the
/// games under way are given up and do not count. Nothing is played if an engine cannot be started
/// at the beginning; one that cannot be started again later loses.
Result<MatchSummary, MatchFault> play_match(const MatchOptions& options, MatchObserver& observer,
                                            const std::atomic<bool>& stopped);

}  // namespace lucena
