// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/match.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "match/crew.h"

namespace lucena {
namespace {

/// Workers play; what they find is counted under one lock, so that the observer is called by one at
/// a time.
class Organizer {
 public:
  Organizer(const MatchOptions& options, MatchObserver& observer)
      : options_(options), observer_(observer), crew_(options.games) {}

  Result<MatchSummary, MatchFault> run(const std::atomic<bool>& stopped) {
    crew_.run(
        options_.concurrency, [this] { work(); }, stopped,
        [this](const std::string& message) { warn(message); });
    if (fault_) return *fault_;
    return summary_;
  }

 private:
  void warn(const std::string& message) {
    const std::lock_guard lock(mutex_);
    observer_.warn(message);
  }

  using Engines = std::array<std::unique_ptr<EngineProcess>, 2>;

  /// Engines live as long as their worker, but for those that a game has broken.
  void work() {
    Engines engines;
    bool first = true;
    while (const auto number = crew_.next_task()) {
      MatchGame record = play(*number, engines, first);
      first = false;
      for (std::size_t player = 0; player < 2; ++player) {
        if (record.broken[player]) engines[player].reset();
      }
      count(record);
    }
  }

  MatchGame play(std::size_t number, Engines& engines, bool first) {
    // Games 2n and 2n + 1 are a pair: the same opening with either colour.
    const Game& opening = options_.openings[number / 2 % options_.openings.size()];
    const std::size_t white = number % 2;
    MatchGame record;
    record.game = opening;
    record.opening_plies = opening.moves().size();
    for (std::size_t player = 0; player < 2; ++player) {
      if (engines[player]) continue;
      auto started = EngineProcess::start(options_.players[player].command, crew_.halted());
      if (started) {
        engines[player] = std::move(*started);
        continue;
      }
      record.number = number;
      record.white = white;
      record.reason = started.error().message;
      if (started.error().code == EngineError::Stopped) return record;
      if (first) {
        give_up({MatchError::Engine, started.error().message});
        return record;
      }
      record.end = MatchGameEnd::Crash;
      record.result = player == white ? GameResult::BlackWins : GameResult::WhiteWins;
      return record;
    }
    std::array<Seat, 2> seats;
    for (std::size_t player = 0; player < 2; ++player) {
      seats[player] = {engines[player].get(), &options_.players[player].limits};
    }
    record = play_game(opening, seats, white, options_.adjudicator, options_.patience);
    record.number = number;
    return record;
  }

  /// The first fault is the one to report: others follow from it.
  void give_up(MatchFault fault) {
    const std::lock_guard lock(mutex_);
    if (!fault_ && !crew_.halted()) fault_ = std::move(fault);
    crew_.halt();
  }

  /// A pair is counted when its second game ends: a win and a draw are 2 + 1 = 3 half points.
  void count(const MatchGame& record) {
    const std::lock_guard lock(mutex_);
    if (record.end == MatchGameEnd::Unfinished) return;
    const unsigned half_points = record.half_points();
    ++(half_points == 2   ? summary_.tally.wins
       : half_points == 1 ? summary_.tally.draws
                          : summary_.tally.losses);
    ++summary_.by_color[record.white][2 - half_points];
    if (record.end == MatchGameEnd::Tables) ++summary_.ended_by_tables;
    if (record.end >= MatchGameEnd::Time) {
      const auto kind =
          static_cast<std::size_t>(record.end) - static_cast<std::size_t>(MatchGameEnd::Time);
      ++summary_.forfeits[record.loser()][kind];
    }
    // With several games at a time either game of a pair may end first.
    const auto [other, alone] = half_pairs_.emplace(record.number / 2, half_points);
    if (!alone) {
      ++summary_.tally.pairs[other->second + half_points];
      half_pairs_.erase(other);
    }
    if (!observer_.game_ended(record, summary_.tally)) crew_.halt();
    const auto& sprt = options_.sprt;
    if (sprt && sprt->decision(summary_.tally) != Sprt::Decision::Undecided) crew_.halt();
  }

  const MatchOptions& options_;
  MatchObserver& observer_;
  Crew crew_;
  std::mutex mutex_;
  std::map<std::size_t, unsigned> half_pairs_;  // half points of pairs with one game played
  MatchSummary summary_;
  std::optional<MatchFault> fault_;
};

}  // namespace

Result<MatchSummary, MatchFault> play_match(const MatchOptions& options, MatchObserver& observer,
                                            const std::atomic<bool>& stopped) {
  return Organizer(options, observer).run(stopped);
}

}  // namespace lucena
