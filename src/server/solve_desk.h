// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "oracle/campaign_meter.h"
#include "oracle/oracle.h"
#include "server/http.h"

namespace lucena {

/// What an ending that is not solved will cost, roughly.
struct SolveCost {
  double seconds;
  std::size_t endings;  // that are not there yet, this one included
};

/// Has endings solved in the background, one after the other, while the oracle answers what it
/// knows. Any number of threads may ask.
class SolveDesk final : private CampaignObserver {
 public:
  /// What is being done, for whoever watches.
  struct State {
    std::optional<Material> solving{};
    std::string part{};  // the ending under way, of all that are needed
    std::size_t place = 0, parts = 0;
    double share = 0, seconds = 0, seconds_left = 0;
    std::vector<Material> waiting{};
    /// What became of the last one: done, cancelled or the reason why not.
    std::optional<Material> last{};
    std::string last_end{};
  };

  SolveDesk(Oracle& oracle, unsigned threads);
  ~SolveDesk() override;
  SolveDesk(const SolveDesk&) = delete;
  SolveDesk& operator=(const SolveDesk&) = delete;

  /// Puts an ending in line, unless it is there already; false if the line is too long.
  bool ask_for(const Material& canonical_material);
  /// Gives it up, whether it is under way or waits.
  void give_up(const Material& canonical_material);

  State state();
  /// The state now and whenever it changes. Where there are too many listeners, the stream of the
  /// oldest ends.
  std::shared_ptr<EventStream> listen();

  SolveCost cost(const Material& canonical_material);

  /// No further events, and no further solving.
  void close();

 private:
  class Listener;
  static constexpr std::size_t kLongestLine = 8, kMostListeners = 16;

  void begin(const Solver& solver, const CampaignPlan& plan) override;
  void next(std::size_t place, bool is_read) override;
  void end() override;

  void work();
  /// Whether a campaign is the desk's. Who looks for a position has the oracle read endings, too.
  bool is_own() const;
  /// With the mutex held.
  State state_now() const;
  void note_change();
  bool has_listener(const Listener* listener) const;

  Oracle& oracle_;
  const unsigned threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t version_ = 0;              // of the state
  std::deque<const Listener*> listeners_;  // the oldest first
  bool closed_ = false;
  std::deque<Material> waiting_;
  std::optional<Material> solving_;
  std::optional<CampaignMeter> meter_;
  double share_ = 0;  // of the campaigns before, if the oracle needs another one
  std::optional<Material> last_;
  std::string last_end_;
  std::atomic<bool> cancelled_{false};
  std::thread worker_;
};

/// {"solving": "KRPvKR", "part": "KRvKP", "share": 0.31, ...}
std::string state_json(const SolveDesk::State& state);

}  // namespace lucena
