// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/solve_desk.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/json_output.h"

namespace lucena {
/// Tells one listener of changes, but not more often than anybody can look. An ending under way
/// changes all the time.
class SolveDesk::Listener final : public EventStream {
 public:
  explicit Listener(SolveDesk& desk) : desk_(desk) {}
  ~Listener() override {
    const std::lock_guard lock(desk_.mutex_);
    std::erase(desk_.listeners_, this);
  }

  std::optional<std::string> next(std::chrono::milliseconds patience) override {
    constexpr std::chrono::milliseconds kGlance{200};
    std::unique_lock lock(desk_.mutex_);
    const auto is_over = [this] { return desk_.closed_ || !desk_.has_listener(this); };
    const auto has_news = [&] { return is_over() || desk_.version_ != seen_; };
    desk_.changed_.wait_for(lock, desk_.solving_ ? std::min(patience, kGlance) : patience,
                            has_news);
    if (is_over()) return {};
    if (!has_news() && !desk_.solving_) return "";
    seen_ = desk_.version_;
    return "data: " + state_json(desk_.state_now()) + "\n\n";
  }

 private:
  SolveDesk& desk_;
  std::uint64_t seen_ = ~std::uint64_t{0};  // nothing yet
};

SolveDesk::SolveDesk(Oracle& oracle, unsigned threads) : oracle_(oracle), threads_(threads) {
  oracle_.observe(this);
  oracle_.cancel_on(cancelled_);
  worker_ = std::thread([this] { work(); });
}

SolveDesk::~SolveDesk() {
  close();
  worker_.join();
  oracle_.observe(nullptr);
}

void SolveDesk::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  cancelled_ = true;
  changed_.notify_all();
}

void SolveDesk::note_change() {
  ++version_;
  changed_.notify_all();
}

bool SolveDesk::ask_for(const Material& material) {
  const std::lock_guard lock(mutex_);
  if (solving_ == material || std::count(waiting_.begin(), waiting_.end(), material) > 0) {
    return true;
  }
  if (waiting_.size() >= kLongestLine) return false;
  waiting_.push_back(material);
  note_change();
  return true;
}

void SolveDesk::give_up(const Material& material) {
  const std::lock_guard lock(mutex_);
  std::erase(waiting_, material);
  if (solving_ == material) cancelled_ = true;
  note_change();
}

void SolveDesk::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (closed_) return;
    solving_ = waiting_.front();
    waiting_.pop_front();
    cancelled_ = false;
    share_ = 0;
    note_change();
    const Material material = *solving_;
    lock.unlock();
    const auto fault = oracle_.prepare(material);
    lock.lock();
    last_ = material;
    last_end_ = !fault                                  ? "done"
                : fault->code == OracleError::Cancelled ? "cancelled"
                                                        : fault->message;
    solving_.reset();
    if (!closed_) cancelled_ = false;
    note_change();
  }
}

bool SolveDesk::is_own() const {
  return std::this_thread::get_id() == worker_.get_id();
}

void SolveDesk::begin(const Solver& solver, const CampaignPlan& plan) {
  if (!is_own()) return;
  const std::lock_guard lock(mutex_);
  if (!plan.endings.empty()) meter_.emplace(solver, plan);
  note_change();
}

void SolveDesk::next(std::size_t place, bool) {
  if (!is_own()) return;
  const std::lock_guard lock(mutex_);
  meter_->start(place);
  note_change();
}

/// The solver goes now, but the ending is under way until the oracle has looked after it.
void SolveDesk::end() {
  if (!is_own()) return;
  const std::lock_guard lock(mutex_);
  if (meter_) share_ = meter_->share();
  meter_.reset();
}

SolveDesk::State SolveDesk::state() {
  const std::lock_guard lock(mutex_);
  return state_now();
}

SolveDesk::State SolveDesk::state_now() const {
  State state;
  state.solving = solving_;
  state.waiting.assign(waiting_.begin(), waiting_.end());
  state.last = last_;
  state.last_end = last_end_;
  if (solving_) state.share = share_;
  if (!meter_) return state;
  state.part = meter_->ending().name();
  state.place = meter_->place() + 1;
  state.parts = meter_->size();
  state.share = std::max(share_, meter_->share());
  state.seconds = meter_->seconds();
  state.seconds_left = meter_->seconds_left();
  return state;
}

bool SolveDesk::has_listener(const Listener* listener) const {
  return std::find(listeners_.begin(), listeners_.end(), listener) != listeners_.end();
}

/// Whoever listens and never reads would keep others out for good, so that the newest are heard. A
/// browser comes again by itself.
std::shared_ptr<EventStream> SolveDesk::listen() {
  const std::lock_guard lock(mutex_);
  if (listeners_.size() == kMostListeners) {
    listeners_.pop_front();
    changed_.notify_all();
  }
  const auto listener = std::make_shared<Listener>(*this);
  listeners_.push_back(listener.get());
  return listener;
}

SolveCost SolveDesk::cost(const Material& material) {
  SolveCost cost{0, 0};
  for (const Material& needed : closure({material})) {
    if (oracle_.tables().has_ending(needed)) continue;
    cost.seconds += seconds_of(work_of(needed), threads_);
    ++cost.endings;
  }
  return cost;
}

std::string state_json(const SolveDesk::State& state) {
  const auto name_of = [](const std::optional<Material>& material) {
    return material ? Json(material->name()) : Json();
  };
  Json json;
  json["solving"] = name_of(state.solving);
  json["part"] = state.part.empty() ? Json() : Json(state.part);
  json["place"] = state.place;
  json["parts"] = state.parts;
  json["share"] = state.share;
  json["seconds"] = state.seconds;
  json["seconds_left"] = state.seconds_left;
  json["waiting"] = Json::array();
  for (const Material& material : state.waiting) json["waiting"].push_back(material.name());
  json["last"] = name_of(state.last);
  json["last_end"] = state.last_end.empty() ? Json() : Json(state.last_end);
  std::string text = json_line(json);
  text.pop_back();  // the line feed, which would end an event too early
  return text;
}

}  // namespace lucena
