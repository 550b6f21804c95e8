// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "match/review.h"

namespace lucena {
namespace {

class Reviewers {
 public:
  Reviewers(const std::vector<PgnGame>& games, const ReviewOptions& options,
            ReviewObserver& observer)
      : games_(games), options_(options), observer_(observer) {}

  std::optional<EngineFault> run(const std::atomic<bool>& stopped) {
    std::vector<std::jthread> workers;
    const std::size_t count = std::min<std::size_t>(options_.concurrency, games_.size());
    busy_ = count;
    for (std::size_t i = 0; i < count; ++i) {
      workers.emplace_back([this] { work(); });
    }
    std::unique_lock lock(mutex_);
    while (!idle_.wait_for(lock, std::chrono::milliseconds(20), [this] { return busy_ == 0; })) {
      if (stopped) halted_ = true;
    }
    return fault_;
  }

 private:
  void work() {
    std::unique_ptr<EngineProcess> judge;
    while (const auto number = next_game()) {
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
    judge.reset();
    const std::lock_guard lock(mutex_);
    --busy_;
    idle_.notify_all();
  }

  std::optional<std::size_t> next_game() {
    const std::lock_guard lock(mutex_);
    if (halted_ || next_ == games_.size()) return {};
    return next_++;
  }

  Result<GameReview, EngineFault> attempt(std::size_t number,
                                          std::unique_ptr<EngineProcess>& judge) {
    if (!judge) {
      auto started = EngineProcess::start(options_.judge, halted_);
      if (!started) return started.error();
      judge = std::move(*started);
    }
    return review_game(games_[number], *judge, options_.limits, options_.prober);
  }

  void give_up(const EngineFault& fault) {
    const std::lock_guard lock(mutex_);
    if (!fault_ && fault.code != EngineError::Stopped) fault_ = fault;
    halted_ = true;
  }

  void deliver(std::size_t number, GameReview review) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(number, std::move(review));
    while (!waiting_.empty() && waiting_.begin()->first == delivered_) {
      observer_.game_reviewed(games_[delivered_], waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++delivered_;
    }
  }

  const std::vector<PgnGame>& games_;
  const ReviewOptions& options_;
  ReviewObserver& observer_;
  std::mutex mutex_;
  std::condition_variable idle_;
  std::atomic<bool> halted_{false};
  std::size_t next_ = 0, busy_ = 0, delivered_ = 0;
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
