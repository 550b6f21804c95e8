// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "cuda/decision_teller.h"
#include "cuda/device_fault.h"
#include "cuda/device_loop.h"
#include "cuda/device_tables.h"
#include "cuda/exit_kernels.h"
#include "cuda/kept_rows.h"
#include "cuda/pawn_exit_kernels.h"
#include "cuda/waves.h"
#include "cuda/whole_endings.h"
#include "endgame/layout.h"

namespace lucena {

/// Whole endings on a machine.
///
///     tables of smaller endings  ->  best exits  ->  events  ->  levels  ->  table
///     with up to five men            of a wave       sorted
///
/// Without pawns exits are captures, found 64 at a time in views of the smaller endings. With pawns
/// they are found position by position, and pawn moves lead to the waves before.
///
/// Of endings with six men, the large ones, no table is kept. What a level decides is told to
/// whoever hears of it or only counted, and what others need of it is
///
///     pawn moves    the values of the last two waves
///     promotions    the best of them in all positions of the ending that promotes (KeptRows)
template <class Machine>
class DeviceEndings final : public WholeEndings {
 public:
  /// Tests have fewer men in tables, so that small endings are solved as large ones are.
  explicit DeviceEndings(Machine machine, ListLimits limits = {},
                         int men_in_tables = kMaxMenInMemory)
      : machine_(std::move(machine)),
        limits_(limits),
        men_in_tables_(men_in_tables),
        tables_(machine_),
        loop_(machine_, limits),
        rows_(machine_),
        counters_(machine_),
        sums_(machine_, kColors.size()),
        placements_(machine_),
        places_(machine_, 1) {
    for (int i = 0; i < kMaxOthers; ++i) views_.emplace_back(machine_);
  }

  Result<EndingTally, SolveFault> solve(const Material& material, Metric metric,
                                        const SolveControl& control) override {
    const std::vector<Material> plan = closure({material});
    const std::vector<Metric> of_tables = up_to(metric);
    if (auto fault = solve_tables({plan, of_tables.size(), men_in_tables_}, of_tables, control)) {
      return *fault;
    }
    if (!is_large(material)) return tallies_.at({material, metric});
    return solve_large(plan, metric, control, nullptr);
  }

  std::optional<SolveFault> solve_into(const Material& material, std::span<const Metric> metrics,
                                       LargeEnding& ending, const Team& team,
                                       const SolveControl& control) override {
    const std::vector<Material> plan = closure({material});
    const std::vector<Metric> of_tables = up_to(metrics.back());
    const DevicePlan all{plan, of_tables.size(), men_in_tables_};
    if (auto fault = solve_tables(all, of_tables, control, material)) return fault;
    Audience audience{ending, team, {machine_, team}};
    for (const Metric metric : metrics) {
      const auto tally = solve_large(plan, metric, control, &audience);
      if (!tally) return tally.error();
    }
    return {};
  }

  /// What has gone wrong on the machine, if anything: then nothing that was copied can be believed.
  const std::optional<SolveFault>& fault() const { return machine_.fault(); }

  bool copy_values(const Material& material, Metric metric, Color side,
                   std::span<std::uint8_t> values) const override {
    return tables_.copy(material, metric, side, values);
  }

 private:
  using Loop = DeviceLoop<Machine>;
  template <class T>
  using Array = DeviceArray<T, Machine>;
  using Key = std::pair<Material, Metric>;

  /// Who hears what is decided, and how it gets there.
  struct Audience {
    LargeEnding& ending;
    const Team team;
    DecisionTeller<Machine> teller;
  };

  /// What a wave of a large ending is worth to others.
  struct WaveValues {
    explicit WaveValues(Machine& machine) : white(machine), black(machine) {}
    Array<Worth>& by(Color side) { return side == Color::White ? white : black; }

    Wave wave{0, 0};
    Array<Worth> white, black;  // by side to move
  };
  /// Of the wave that is being solved, and of those that one step of a pawn leads to, and two.
  struct LastWaves {
    explicit LastWaves(Machine& machine)
        : waves{WaveValues(machine), WaveValues(machine), WaveValues(machine)} {}
    void begin(const Wave& wave) {
      std::rotate(waves.begin(), waves.end() - 1, waves.end());
      waves[0].wave = wave;
    }

    std::array<WaveValues, 3> waves;
  };

  /// An ending that is being solved by a metric.
  struct Job {
    Job(const Material& material, Machine& machine) : layout(material), last(machine) {}

    const Layout layout;
    bool has_table = false;
    std::vector<PromotionInto> wanted{};  // by large endings that promote into it
    Audience* audience = nullptr;
    LastWaves last;
    EndingTally tally{};
  };

  /// More than any level that is only counted.
  static constexpr unsigned kAnyLevel = 10'000;

  /// What is solved by mate first.
  static std::vector<Metric> up_to(Metric metric) {
    if (metric == Metric::Mate) return {metric};
    return {Metric::Mate, metric};
  }
  bool is_large(const Material& material) const { return material.men() > men_in_tables_; }

  /// Besides the plan, what earlier ones have left is still here, unless the room is needed.
  std::optional<SolveFault> check_room(const DevicePlan& plan) {
    const auto is_not_planned = [&](const Material& material) {
      return std::find(plan.endings.begin(), plan.endings.end(), material) == plan.endings.end();
    };
    const std::size_t needed = device_plan_bytes(plan, limits_);
    if (needed <= machine_.free_bytes()) return {};
    release_work();
    tables_.remove_if(is_not_planned);
    std::erase_if(tallies_, [&](const auto& entry) { return is_not_planned(entry.first.first); });
    const std::size_t room = machine_.free_bytes() + tables_.size_bytes();
    if (machine_.fault()) return *machine_.fault();
    if (needed > room) return no_room(needed, room);
    return {};
  }
  void release_work() {
    loop_.release();
    rows_.release();
    for (Array<std::uint8_t>& view : views_) view.release();
    words_at_hand_ = 0;
  }

  /// The endings of a plan that have tables, but for the one that is to be told of.
  std::optional<SolveFault> solve_tables(const DevicePlan& plan, const std::vector<Metric>& metrics,
                                         const SolveControl& control, Material told = {}) {
    if (auto fault = check_room(plan)) return fault;
    for (const Material& material : plan.endings) {
      if (is_large(material) || material == told) continue;
      for (const Metric metric : metrics) {
        if (tallies_.contains({material, metric})) continue;
        Job job(material, machine_);
        job.has_table = true;
        if (auto fault = solve(job, metric, control)) {
          tables_.remove(material, metric);
          return fault;
        }
        tallies_.emplace(Key{material, metric}, std::move(job.tally));
      }
    }
    return {};
  }

  /// The large endings of a plan, or the last one if somebody hears of that; its tally. By several
  /// metrics they are solved once for each, so that what one of them keeps has all the room.
  Result<EndingTally, SolveFault> solve_large(const std::vector<Material>& plan, Metric metric,
                                              const SolveControl& control, Audience* audience) {
    EndingTally tally;
    std::optional<SolveFault> fault;
    for (const Material& material : plan) {
      const bool is_last = material == plan.back();
      if (fault || (!is_large(material) && !is_last)) continue;
      Job job(material, machine_);
      job.wanted = promotions_of_large(material, {plan, 1, men_in_tables_});
      if (is_last) job.audience = audience;
      fault = solve(job, metric, control);
      std::erase_if(promotions_, [&](const auto& entry) { return entry.first.first == material; });
      tally = std::move(job.tally);
    }
    promotions_.clear();
    if (fault) return *fault;
    return tally;
  }

  /// What is used for one ending after the other only grows, but for large ones that need less. See
  /// device_plan_bytes().
  void make_room_for(const Layout& layout) {
    const std::uint64_t words = largest_wave_words(layout);
    if (is_large(layout.material()) && words < words_at_hand_) release_work();
    words_at_hand_ = std::max(words_at_hand_, words);
  }

  std::optional<SolveFault> solve(Job& job, Metric metric, const SolveControl& control) {
    make_room_for(job.layout);
    if (job.has_table) tables_.add(job.layout, metric);
    for (const Wave& wave : waves_of(job.layout)) {
      auto fault = metric == Metric::Mate ? solve_wave<Metric::Mate>(job, wave, control)
                                          : solve_wave<Metric::Zeroing>(job, wave, control);
      if (fault) return fault;
    }
    return {};
  }

  template <Metric metric>
  std::optional<SolveFault> solve_wave(Job& job, const Wave& wave, const SolveControl& control) {
    const double start = wall_seconds();
    EndingTally& tally = job.tally;
    prepare(job.layout, wave);
    find_legal(tally);
    typename Loop::Receiver receiver = receiver_of<metric>(job, wave);
    std::vector<Decisions*> hearing = begin_to_tell<metric>(job, wave);
    for (const Color side : kColors) {
      const auto fault = job.layout.pawn_count() == 0 ? find_captures<metric>(job.layout, side)
                                                      : find_exits<metric>(job, wave, side);
      if (fault) return fault;
    }
    machine_.wait();
    const double exits_done = wall_seconds();
    const Problem problem(job.layout, wave.first);
    if (job.audience != nullptr) {
      DecisionTeller<Machine>& teller = job.audience->teller;
      receiver.heard = [&](Color side, Turn turn, const typename Loop::LevelWords& found) {
        teller.tell(side, turn, found);
      };
      receiver.kept = hearing;
      receiver.max_level = std::min(receiver.max_level, hearing.front()->max_level());
      teller.begin(problem, hearing);
    }
    const auto deepest = loop_.run(metric, receiver, control);
    const auto untold = end_telling<metric>(job, wave);
    if (!deepest) return deepest.error();
    if (untold) return untold;
    for (const PromotionInto& way : job.wanted) keep_promotions<metric>(job, way);
    if (machine_.fault()) return *machine_.fault();
    for (const Color side : kColors) tally.add_decided(side, loop_.side(side).decided);
    tally.seconds += {exits_done - start, wall_seconds() - exits_done};
    return {};
  }

  void prepare(const Layout& layout, const Wave& wave) {
    if (layout.pawn_count() == 0) return loop_.prepare(ProblemGeometry(Problem(layout, 0)));
    std::vector<std::uint32_t> skeletons(wave.count);
    std::iota(skeletons.begin(), skeletons.end(), wave.first);
    placements_.make_room(wave.count);
    placements_.put(frozen_pawns(layout, skeletons));
    loop_.prepare(ProblemGeometry(layout, placements_.data(), wave.count));
  }

  /// Where the decisions of a wave go on the machine.
  template <Metric metric>
  typename Loop::Receiver receiver_of(Job& job, const Wave& wave) {
    typename Loop::Receiver receiver{kAnyLevel};
    const std::size_t words = loop_.geometry().words;
    if (job.has_table) {
      receiver.max_level = ValueBytes::max_level(metric);
      const std::size_t first = std::size_t{job.layout.words()} * wave.first * Square::kCount;
      for (const Color side : kColors) {
        receiver.values[side].bytes = tables_.values(job.layout.material(), metric, side) + first;
      }
      return receiver;
    }
    job.last.begin(wave);
    for (const Color side : kColors) {
      if (!is_led_to(job.layout.material(), job.wanted, side)) continue;
      receiver.max_level = Worth::kMaxPlies - 1;  // an exit takes one more
      Array<Worth>& values = job.last.waves[0].by(side);
      values.make_room(words * Square::kCount);
      values.fill(0, words * Square::kCount);
      receiver.values[side].worths = values.data();
    }
    return receiver;
  }

  /// Those who hear of the skeletons of a wave, who have heard what is legal.
  template <Metric metric>
  std::vector<Decisions*> begin_to_tell(Job& job, const Wave& wave) {
    std::vector<Decisions*> hearing;
    if (job.audience == nullptr) return hearing;
    ByColor<std::vector<std::uint64_t>> legal;
    for (const Color side : kColors) {
      legal[side].resize(loop_.geometry().words);
      loop_.side(side).not_won.get(legal[side]);
    }
    for (std::uint32_t i = 0; i < wave.count; ++i) {
      const Problem problem(job.layout, wave.first + i);
      Decisions& decisions = job.audience->ending.begin(metric, wave.first + i, problem);
      hearing.push_back(&decisions);
      const std::size_t begin = std::size_t{problem.words()} * i;
      job.audience->team.for_each(problem.blocks(), [&](std::size_t block, unsigned) {
        decisions.begin(static_cast<std::uint32_t>(block));
        const std::size_t first = block << problem.block_shift();
        std::vector<ByColor<std::uint64_t>> words(problem.block_words());
        for (std::size_t word = 0; word < words.size(); ++word) {
          words[word] = {legal[Color::White][begin + first + word],
                         legal[Color::Black][begin + first + word]};
        }
        decisions.note_legal(static_cast<std::uint32_t>(first), words);
      });
    }
    return hearing;
  }

  template <Metric metric>
  std::optional<SolveFault> end_telling(Job& job, const Wave& wave) {
    if (job.audience == nullptr) return {};
    job.audience->teller.end();
    std::optional<SolveFault> first;
    for (std::uint32_t i = 0; i < wave.count; ++i) {
      const auto fault = job.audience->ending.end(metric, wave.first + i);
      if (fault && !first) first = SolveFault{SolveError::Scratch, fault->message};
    }
    return first;
  }

  void find_legal(EndingTally& tally) {
    auto& white = loop_.side(Color::White);
    auto& black = loop_.side(Color::Black);
    sums_.fill(0, kColors.size());
    machine_.launch(loop_.geometry().words,
                    on_device::FindLegal{loop_.geometry(),
                                         loop_.board(),
                                         {white.not_won.data(), black.not_won.data()},
                                         {white.ready.data(), black.ready.data()},
                                         {sums_.data(), sums_.data() + 1}});
    std::uint64_t sums[2] = {};
    sums_.get(sums);
    for (const Color side : kColors) tally.legal[side] += sums[static_cast<int>(side)];
  }

  template <Metric metric>
  std::optional<SolveFault> find_captures(const Layout& layout, Color us) {
    auto& side = loop_.side(us);
    const std::uint32_t words = layout.words();
    on_device::FindCaptures captures{loop_.geometry(),    loop_.board(), us, {},
                                     side.not_won.data(), nullptr};
    const std::vector<Piece>& men = layout.men();
    for (std::size_t victim = 0; victim < men.size(); ++victim) {
      if (men[victim].color == us) continue;
      const bool has_twin_before = victim > 0 && men[victim] == men[victim - 1];
      captures.views[victim] =
          has_twin_before
              ? captures.views[victim - 1]
              : lay_out<metric>(layout.material().without(men[victim]), opposite(us), victim);
    }
    rows_.make_room(std::size_t{words} * Square::kCount);
    captures.rows = rows_.data();
    machine_.launch(captures.threads(), captures);
    return sort_exits(on_device::ByteRows<metric>{rows_.data()}, us);
  }

  template <Metric metric>
  std::optional<SolveFault> find_exits(Job& job, const Wave& wave, Color us) {
    const on_device::ExitPlaces places = exit_places<metric>(job, us);
    places_.put({&places, 1});
    rows_.make_room(std::size_t{loop_.geometry().words} * Square::kCount * sizeof(Worth));
    auto* const rows = reinterpret_cast<Worth*>(rows_.data());
    const auto kept = promotions_.find({job.layout.material(), us});
    const on_device::FindExits<metric> exits{
        loop_.geometry(),
        loop_.board(),
        us,
        places_.data(),
        kept == promotions_.end() ? on_device::PromotionRows{} : kept->second.of(wave),
        loop_.side(us).not_won.data(),
        rows};
    machine_.launch(exits.threads(), exits);
    return sort_exits(on_device::WorthRows<metric>{rows}, us);
  }

  /// Where exits lead. Promotions of large endings are in KeptRows, and lead to no table here.
  template <Metric metric>
  on_device::ExitPlaces exit_places(Job& job, Color us) {
    const std::vector<Piece>& men = job.layout.men();
    on_device::ExitPlaces places = tables_.exits_of(men, metric, us);
    const std::vector<BoardMan> all = men_after(men);
    for (std::size_t steps : {1, 2}) {
      on_device::StoredValues& push = places.pushes[steps - 1];
      push = job.has_table ? tables_.find(all, metric, opposite(us)) : tables_.place_of(all);
      if (job.has_table) continue;
      WaveValues& ahead = job.last.waves[steps];
      push.worths = ahead.by(opposite(us)).data();
      push.first_skeleton = ahead.wave.first;
      push.skeleton_count = ahead.wave.count;
    }
    return places;
  }

  /// What the wave that has just been solved means to an ending that promotes into it.
  template <Metric metric>
  void keep_promotions(Job& job, const PromotionInto& way) {
    const Color us = way.promoted.color;
    KeptRows<Machine>& kept =
        promotions_.try_emplace({way.from, us}, machine_, way.from, us).first->second;
    const std::vector<Piece>& men = kept.layout().men();
    WaveValues& solved = job.last.waves[0];
    on_device::ExitPlaces places{};
    for (std::size_t pawn = 0; pawn < men.size(); ++pawn) {
      if (men[pawn] != Piece{us, PieceType::Pawn}) continue;
      const BoardMan promoted{way.promoted, static_cast<int>(pawn)};
      on_device::StoredValues stored = tables_.place_of(men_after(men, {}, promoted));
      stored.worths = solved.by(stored.is_swapped ? us : opposite(us)).data();
      stored.first_skeleton = solved.wave.first;
      stored.skeleton_count = solved.wave.count;
      places.promotions[pawn][0] = stored;
    }
    places_.put({&places, 1});
    const on_device::KeepPromotions<metric> kernel{kept.geometry(), loop_.board(), us,
                                                   places_.data(), kept.rows()};
    machine_.launch(kernel.threads(), kernel);
  }

  /// Until the exits are known, `ready` holds the positions in check.
  template <class Rows>
  std::optional<SolveFault> sort_exits(const Rows& rows, Color us) {
    auto& side = loop_.side(us);
    const std::size_t counters = Rows::kTurns * on_device::kCountersOfTurn;
    counters_.make_room(counters);
    counters_.fill(0, counters);
    on_device::SortExits<Rows> sort{
        rows,    side.not_won.data(), side.ready.data(), counters_.data(), nullptr,
        nullptr, side.ready.data()};
    machine_.launch(loop_.geometry().words, sort);
    if (auto fault = make_room_for_events(side.events, counters)) return fault;
    sort.words = side.events.words.data();
    sort.positions = side.events.positions.data();
    machine_.launch(loop_.geometry().words, sort);
    return {};
  }

  /// The counters become the places where their events begin, which have 32 bits. Turns behind the
  /// last one with an event are left out.
  std::optional<SolveFault> make_room_for_events(typename Loop::Events& events, std::size_t count) {
    std::vector<std::uint32_t> counters(count);
    counters_.get(counters);
    const std::uint64_t all = std::accumulate(counters.begin(), counters.end(), std::uint64_t{0});
    if (all > ~std::uint32_t{0}) {
      return SolveFault{SolveError::Device, "the exits are more than the GPU's loop can number"};
    }
    std::uint32_t next = 0;
    events.begin.clear();
    std::size_t turns = 0;  // up to the last one with an event
    for (std::size_t i = 0; i < count; ++i) {
      if (i % on_device::kCountersOfTurn == 0) events.begin.push_back(next);
      if (counters[i] > 0) turns = i / on_device::kCountersOfTurn + 1;
      next += std::exchange(counters[i], next);
    }
    events.begin.resize(turns + 1, next);
    events.begin.back() = next;
    counters_.put(counters);
    events.words.make_room(next);
    events.positions.make_room(next);
    return {};
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
        tables_.values(rest.canonical(), Metric::Mate, stored_side),
        metric == Metric::Mate ? nullptr : tables_.values(rest.canonical(), metric, stored_side),
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

  Machine machine_;
  const ListLimits limits_;
  const int men_in_tables_;
  std::uint64_t words_at_hand_ = 0;  // that there is room for
  DeviceTables<Machine> tables_;
  std::map<Key, EndingTally> tallies_;                                  // of those
  std::map<std::pair<Material, Color>, KeptRows<Machine>> promotions_;  // by who promotes
  Loop loop_;
  Array<std::uint8_t> rows_;                // of exits, a byte or a worth each
  Array<std::uint32_t> counters_;           // by turn, several each
  Array<std::uint64_t> sums_;               // by side to move
  std::vector<Array<std::uint8_t>> views_;  // by the man who is captured
  Array<FrozenPawns> placements_;           // of a wave
  Array<on_device::ExitPlaces> places_;
};

}  // namespace lucena
