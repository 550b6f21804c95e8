// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <mutex>

#include "match/crew.h"
#include "match/review.h"

namespace lucena {
namespace {

/// Games are reviewed in any order and delivered in theirs: 2 waits until 0 and 1 have been.
class Reviewers {
 public:
  Reviewers(const std::vector<PgnGame>& games, const ReviewOptions& options,
            ReviewObserver& observer)
      : games_(games), options_(options), observer_(observer), crew_(games.size()) {}

  std::optional<EngineFault> run(const std::atomic<bool>& stopped) {
    crew_.run(
        options_.concurrency, [this] { work(); }, stopped,
        [this](const std::string& message) { warn(message); });
    return fault_;
  }

 private:
  void warn(const std::string& message) {
    const std::lock_guard lock(mutex_);
    observer_.warn(message);
  }

  /// A second attempt with a new judge; the fault of that one counts.
  void work() {
    std::unique_ptr<EngineProcess> judge;
    while (const auto number = crew_.next_task()) {
      auto review = attempt(*number, judge);
      const bool stopped = !review && review.error().code == EngineError::Stopped;
      if (!review && !stopped) {
        judge.reset();
        review = attempt(*number, judge);
      }
      if (review) {
        deliver(*number, std::move(*review));
      } else {
        give_up(review.error());
      }
    }
  }

  Result<GameReview, EngineFault> attempt(std::size_t number,
                                          std::unique_ptr<EngineProcess>& judge) {
    if (!judge) {
      auto started = EngineProcess::start(options_.judge, crew_.halted());
      if (!started) return started.error();
      judge = std::move(*started);
    }
    return review_game(games_[number], *judge, options_.limits, options_.prober);
  }

  void give_up(const EngineFault& fault) {
    const std::lock_guard lock(mutex_);
    if (!fault_ && fault.code != EngineError::Stopped) fault_ = fault;
    crew_.halt();
  }

  void deliver(std::size_t number, GameReview review) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(number, std::move(review));
    while (!unwanted_ && !waiting_.empty() && waiting_.begin()->first == delivered_) {
      unwanted_ = !observer_.game_reviewed(games_[delivered_], waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++delivered_;
    }
    if (unwanted_) crew_.halt();
  }

  const std::vector<PgnGame>& games_;
  const ReviewOptions& options_;
  ReviewObserver& observer_;
  Crew crew_;
  std::mutex mutex_;
  std::size_t delivered_ = 0;
  bool unwanted_ = false;                      // the observer has had enough
  std::map<std::size_t, GameReview> waiting_;  // for games before them
  std::optional<EngineFault> fault_;
};

}  // namespace

std::optional<EngineFault> review_games(const std::vector<PgnGame>& games,
                                        const ReviewOptions& options, ReviewObserver& observer,
                                        const std::atomic<bool>& stopped) {
  return Reviewers(games, options, observer).run(stopped);
}

}  // namespace lucena
