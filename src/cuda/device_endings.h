// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "cuda/decision_teller.h"
#include "cuda/device_fault.h"
#include "cuda/device_loop.h"
#include "cuda/exit_kernels.h"
#include "cuda/pawnless_endings.h"
#include "endgame/layout.h"

namespace lucena {

/// Endings without pawns on a machine.
///
///     tables of smaller endings  ->  views of captures  ->  best captures  ->  events  ->  levels
///     168 MB a side, five men        168 MB                 10.7 GB, six       sorted      |
///                ^                                                                         |
///                +-------------------------------------------------------------------------+
///
/// What a level decides goes straight into the ending's table, or to whoever hears of it, or is
/// only counted.
template <class Machine>
class DeviceEndings final : public PawnlessEndings {
 public:
  explicit DeviceEndings(Machine machine, ListLimits limits = {})
      : machine_(std::move(machine)),
        limits_(limits),
        room_bytes_(machine_.free_bytes()),
        loop_(machine_, limits),
        rows_(machine_),
        counters_(machine_, kCounters),
        sums_(machine_, kColors.size()) {
    for (int i = 0; i < kMaxOthers; ++i) views_.emplace_back(machine_);
  }

  Result<EndingTally, SolveFault> solve(const Material& material, Metric metric,
                                        const SolveControl& control) override {
    const std::vector<Metric> metrics = up_to(metric);
    const std::vector<Material> plan = closure({material});
    if (auto fault = check_room(plan, metrics.size())) return *fault;
    if (auto fault = solve_all(plan, metrics, control)) return *fault;
    return tallies_.at({material, metric});
  }

  std::optional<SolveFault> solve_into(const Material& material, std::span<const Metric> metrics,
                                       LargeEnding& ending, const Team& team,
                                       const SolveControl& control) override {
    std::vector<Material> plan = closure({material});
    if (auto fault = check_room(plan, metrics.size())) return fault;
    plan.pop_back();
    if (auto fault = solve_all(plan, up_to(metrics.back()), control)) return fault;
    const Problem problem(Layout(material), 0);
    for (const Metric metric : metrics) {
      Audience audience{ending.begin(metric, 0, problem), team, {machine_, team}};
      const auto tally = solve_one(material, metric, control, &audience);
      if (const auto fault = ending.end(metric, 0)) {
        return SolveFault{SolveError::Scratch, fault->message};
      }
      if (!tally) return tally.error();
    }
    return {};
  }

  bool copy_values(const Material& material, Metric metric, Color side,
                   std::span<std::uint8_t> values) const override {
    const auto table = tables_.find({material, metric});
    if (table == tables_.end()) return false;
    table->second[static_cast<std::size_t>(side)].get(values);
    return !machine_.fault();
  }

 private:
  using Loop = DeviceLoop<Machine>;
  template <class T>
  using Array = DeviceArray<T, Machine>;
  using Table = std::vector<Array<std::uint8_t>>;  // by side to move
  using Key = std::pair<Material, Metric>;

  /// Who hears what is decided, and how it gets there.
  struct Audience {
    Decisions& decisions;
    const Team team;
    DecisionTeller<Machine> teller;
  };

  /// Scores have levels up to kMaxLevel and exits one more; two turns each.
  static constexpr std::size_t kTurns = 2 * (kMaxLevel + 2);
  static constexpr std::size_t kCounters = kTurns * on_device::kCountersOfTurn;
  /// More than any level that is only counted.
  static constexpr unsigned kAnyLevel = 10'000;

  /// What is solved by mate first.
  static std::vector<Metric> up_to(Metric metric) {
    if (metric == Metric::Mate) return {metric};
    return {Metric::Mate, metric};
  }

  /// Besides the plan, tables of earlier ones are still here, unless the room is needed.
  std::optional<SolveFault> check_room(const std::vector<Material>& plan, std::size_t metrics) {
    const bool has_pawns = std::any_of(plan.begin(), plan.end(),
                                       [](const Material& each) { return each.has_pawns(); });
    if (has_pawns) return SolveFault{SolveError::Device, "only endings without pawns are solved"};
    const auto is_planned = [&](const auto& entry) {
      return std::find(plan.begin(), plan.end(), entry.first.first) != plan.end();
    };
    const std::size_t needed = device_plan_bytes(plan, metrics, limits_);
    std::size_t others = 0;
    for (const auto& entry : tables_) {
      if (!is_planned(entry)) others += device_table_bytes(entry.first.first);
    }
    if (needed + others <= room_bytes_) return {};
    if (needed > room_bytes_) return no_room(needed, room_bytes_);
    std::erase_if(tables_, [&](const auto& entry) { return !is_planned(entry); });
    std::erase_if(tallies_, [&](const auto& entry) { return !is_planned(entry); });
    return {};
  }

  std::optional<SolveFault> solve_all(const std::vector<Material>& plan,
                                      const std::vector<Metric>& metrics,
                                      const SolveControl& control) {
    for (const Material& material : plan) {
      for (const Metric metric : metrics) {
        if (tallies_.contains({material, metric})) continue;
        auto tally = solve_one(material, metric, control, nullptr);
        if (!tally) return tally.error();
        tallies_.emplace(Key{material, metric}, std::move(*tally));
      }
    }
    return {};
  }

  Result<EndingTally, SolveFault> solve_one(const Material& material, Metric metric,
                                            const SolveControl& control, Audience* audience) {
    const double start = wall_seconds();
    const Layout layout(material);
    const Problem problem(layout, 0);
    loop_.prepare(problem);
    EndingTally tally;
    find_legal(problem, tally);
    if (audience != nullptr) tell_legal(problem, *audience);
    for (const Color side : kColors) {
      if (metric == Metric::Mate) {
        find_exits<Metric::Mate>(material, layout, side);
      } else {
        find_exits<Metric::Zeroing>(material, layout, side);
      }
    }
    machine_.wait();
    const double exits_done = wall_seconds();
    typename Loop::Receiver receiver{kAnyLevel};
    Table table;
    if (audience != nullptr) {
      receiver.max_level = audience->decisions.max_level();
      receiver.heard = [&](Color side, Turn turn, const typename Loop::LevelWords& found) {
        audience->teller.tell(side, turn, found);
      };
      receiver.kept = &audience->decisions;
      audience->teller.begin(problem, audience->decisions);
    } else if (device_table_bytes(material) > 0) {
      receiver.max_level = ValueBytes::max_level(metric);
      for (const Color side : kColors) {
        table.emplace_back(machine_, std::size_t{problem.words()} * 64);
        table.back().fill(ValueBytes::drawn(metric), table.back().size());
        receiver.values[side] = table.back().data();
      }
    }
    const auto deepest = loop_.run(metric, receiver, control);
    if (audience != nullptr) audience->teller.end();
    if (!deepest) return deepest.error();
    if (machine_.fault()) return *machine_.fault();
    if (!table.empty()) tables_.emplace(Key{material, metric}, std::move(table));
    for (const Color side : kColors) tally.decided[side] = loop_.side(side).decided;
    tally.seconds = {exits_done - start, wall_seconds() - exits_done};
    return tally;
  }

  void tell_legal(const Problem& problem, Audience& audience) {
    ByColor<std::vector<std::uint64_t>> legal;
    for (const Color side : kColors) {
      legal[side].resize(problem.words());
      loop_.side(side).not_won.get(legal[side]);
    }
    audience.team.for_each(problem.blocks(), [&](std::size_t block, unsigned) {
      audience.decisions.begin(static_cast<std::uint32_t>(block));
      const std::size_t first = block << problem.block_shift();
      std::vector<ByColor<std::uint64_t>> words(problem.block_words());
      for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = {legal[Color::White][first + i], legal[Color::Black][first + i]};
      }
      audience.decisions.note_legal(static_cast<std::uint32_t>(first), words);
    });
  }

  void find_legal(const Problem& problem, EndingTally& tally) {
    auto& white = loop_.side(Color::White);
    auto& black = loop_.side(Color::Black);
    sums_.fill(0, kColors.size());
    machine_.launch(problem.words(),
                    on_device::FindLegal{loop_.geometry(),
                                         loop_.board(),
                                         {white.not_won.data(), black.not_won.data()},
                                         {white.ready.data(), black.ready.data()},
                                         {sums_.data(), sums_.data() + 1}});
    std::uint64_t sums[2] = {};
    sums_.get(sums);
    tally.legal = {sums[0], sums[1]};
  }

  /// Until the exits are known, `ready` holds the positions in check.
  template <Metric metric>
  void find_exits(const Material& material, const Layout& layout, Color us) {
    auto& side = loop_.side(us);
    const std::uint32_t words = layout.words();
    on_device::FindCaptures captures{loop_.geometry(),    loop_.board(), us, {},
                                     side.not_won.data(), nullptr};
    const std::vector<Piece>& men = layout.men();
    for (std::size_t victim = 0; victim < men.size(); ++victim) {
      if (men[victim].color == us) continue;
      const bool has_twin_before = victim > 0 && men[victim] == men[victim - 1];
      captures.views[victim] =
          has_twin_before ? captures.views[victim - 1]
                          : lay_out<metric>(material.without(men[victim]), opposite(us), victim);
    }
    rows_.make_room(std::size_t{words} * 64);
    captures.rows = rows_.data();
    machine_.launch(captures.threads(), captures);
    counters_.fill(0, kCounters);
    on_device::SortExits<metric> sort{
        rows_.data(), side.not_won.data(), side.ready.data(), counters_.data(), nullptr,
        nullptr,      side.ready.data()};
    machine_.launch(words, sort);
    make_room_for_events(side.events);
    sort.words = side.events.words.data();
    sort.positions = side.events.positions.data();
    machine_.launch(words, sort);
  }

  /// The counters become the places where their events begin. Turns behind the last one with an
  /// event are left out.
  void make_room_for_events(typename Loop::Events& events) {
    std::vector<std::uint32_t> counters(kCounters);
    counters_.get(counters);
    std::uint32_t next = 0;
    events.begin.clear();
    std::size_t turns = 0;  // up to the last one with an event
    for (std::size_t i = 0; i < kCounters; ++i) {
      if (i % on_device::kCountersOfTurn == 0) events.begin.push_back(next);
      if (counters[i] > 0) turns = i / on_device::kCountersOfTurn + 1;
      next += std::exchange(counters[i], next);
    }
    events.begin.resize(turns + 1, next);
    events.begin.back() = next;
    counters_.put(counters);
    events.words.make_room(next);
    events.positions.make_room(next);
  }

  /// What captures into this material are worth; `side` is to move afterwards.
  template <Metric metric>
  const std::uint8_t* lay_out(const Material& rest, Color side, std::size_t victim) {
    const std::vector<Piece> men = ordered_men(rest);
    const Problem problem(men, static_cast<int>(men.size()), {}, KingRange::triangle(), false);
    const bool is_swapped = !rest.is_canonical();
    Array<std::uint8_t>& view = views_[victim];
    view.make_room(std::size_t{problem.words()} * 64);
    const Color stored_side = is_swapped ? opposite(side) : side;
    on_device::LayOutCaptures<metric> kernel{
        ProblemGeometry(problem),
        loop_.board(),
        side,
        stored_values(rest.canonical(), Metric::Mate, stored_side),
        metric == Metric::Mate ? nullptr : stored_values(rest.canonical(), metric, stored_side),
        is_swapped,
        {},
        view.data()};
    const std::vector<Piece> stored = ordered_men(rest.canonical());
    std::vector<bool> taken(stored.size(), false);
    for (std::size_t i = 0; i < men.size(); ++i) {
      const Piece wanted{is_swapped ? opposite(men[i].color) : men[i].color, men[i].type};
      std::size_t place = 0;
      while (taken[place] || stored[place] != wanted) ++place;
      taken[place] = true;
      kernel.stored_place[i] = static_cast<std::uint8_t>(place);
    }
    machine_.launch(kernel.threads(), kernel);
    return view.data();
  }

  /// Null for bare kings, which have no table.
  const std::uint8_t* stored_values(const Material& material, Metric metric, Color side) const {
    const auto table = tables_.find({material, metric});
    if (table == tables_.end()) return nullptr;
    return table->second[static_cast<std::size_t>(side)].data();
  }

  Machine machine_;
  const ListLimits limits_;
  const std::size_t room_bytes_;
  Loop loop_;
  Array<std::uint8_t> rows_;
  Array<std::uint32_t> counters_;           // by turn, several each
  Array<std::uint64_t> sums_;               // by side to move
  std::vector<Array<std::uint8_t>> views_;  // by the man who is captured
  std::map<Key, Table> tables_;
  std::map<Key, EndingTally> tallies_;
};

}  // namespace lucena
