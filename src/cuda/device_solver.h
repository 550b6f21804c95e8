// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/clock.h"
#include "base/team.h"
#include "cuda/decision_teller.h"
#include "cuda/device_fault.h"
#include "cuda/device_loop.h"
#include "solve/starting_words.h"

namespace lucena {

/// Solves problems of any kind by any metric on a machine. Exits are found by the host and go to
/// the machine as events; what is decided comes back turn by turn.
template <class Machine>
class DeviceSolver final : public ProblemSolver {
 public:
  /// The team finds exits.
  DeviceSolver(Machine machine, const Team& team, ListLimits limits = {})
      : machine_(std::move(machine)),
        team_(team),
        limits_(limits),
        loop_(machine_, limits),
        teller_(machine_, team) {}

  Result<unsigned, SolveFault> solve(const Problem& problem, Metric metric, const Exits& exits,
                                     Decisions& decisions, const SolveControl& control) override {
    const double start = wall_seconds();
    if (auto fault = check_room(problem)) return *fault;
    loop_.prepare(problem);
    set_up(problem, exits, decisions, control);
    if (const auto fault = exits.finished()) {
      return SolveFault{SolveError::Scratch, fault->message};
    }
    if (control.cancelled) return SolveFault{SolveError::Cancelled, "interrupted"};
    const double exits_done = wall_seconds();
    seconds_.exits += exits_done - start;
    const auto tell_of = [&](Color side, Turn turn, const auto& found) {
      teller_.tell(problem, side, turn, found, decisions);
    };
    auto deepest = loop_.run(metric, {decisions.max_level(), {}, tell_of}, control);
    seconds_.passes += wall_seconds() - exits_done;
    return deepest;
  }

  PhaseSeconds seconds() const override { return seconds_; }

 private:
  using Loop = DeviceLoop<Machine>;

  std::optional<SolveFault> check_room(const Problem& problem) {
    const std::size_t needed = device_set_bytes(problem.words(), limits_);
    if (problem.words() <= most_words_ || needed <= machine_.free_bytes()) {
      most_words_ = std::max(most_words_, problem.words());
      return {};
    }
    return no_room(needed, machine_.free_bytes());
  }

  /// Legal positions and exits of all words, block by block; then everything goes to the machine.
  void set_up(const Problem& problem, const Exits& exits, Decisions& decisions,
              const SolveControl& control) {
    ByColor<std::vector<std::uint64_t>> not_won, ready;
    for (const Color side : kColors) {
      not_won[side].resize(problem.words());
      ready[side].resize(problem.words());
    }
    Exits::Events all;
    std::mutex mutex;
    team_.for_each(problem.blocks(), [&](std::size_t block, unsigned) {
      StartingWords words;
      Exits::Events events;
      const std::uint32_t first = block << problem.block_shift();
      const std::uint32_t end = first + problem.block_words();
      decisions.begin(block);
      for (std::uint32_t begin = first; begin < end && !control.cancelled;) {
        const std::uint32_t count = std::min(StartingWords::kAtOnce, end - begin);
        words.find(problem, exits, decisions, begin, count, events);
        for (std::uint32_t i = 0; i < count; ++i) {
          for (const Color side : kColors) {
            not_won[side][begin + i] = words.legal[i][side];
            ready[side][begin + i] = words.without_exit[i][side];
          }
        }
        begin += count;
      }
      const std::lock_guard lock(mutex);
      for (const Color side : kColors) {
        all[side].insert(all[side].end(), events[side].begin(), events[side].end());
      }
    });
    for (const Color side : kColors) {
      loop_.side(side).not_won.put(not_won[side]);
      loop_.side(side).ready.put(ready[side]);
      put(all[side], loop_.side(side).events);
    }
  }

  /// Sorted by counting, as in ExitEvents::keep.
  void put(const std::vector<ExitEvent>& events, typename Loop::Events& sorted) {
    std::size_t turns = 0;
    for (const ExitEvent& event : events) {
      turns = std::max<std::size_t>(turns, event.turn.number() + 1);
    }
    sorted.begin.assign(turns + 1, 0);
    for (const ExitEvent& event : events) ++sorted.begin[event.turn.number() + 1];
    for (std::size_t turn = 0; turn < turns; ++turn) sorted.begin[turn + 1] += sorted.begin[turn];
    std::vector<std::uint32_t> next = sorted.begin, words(events.size());
    std::vector<std::uint64_t> positions(events.size());
    for (const ExitEvent& event : events) {
      const std::uint32_t place = next[event.turn.number()]++;
      words[place] = event.word;
      positions[place] = event.positions;
    }
    sorted.words.make_room(words.size());
    sorted.positions.make_room(positions.size());
    sorted.words.put(words);
    sorted.positions.put(positions);
  }

  Machine machine_;
  const Team team_;
  const ListLimits limits_;
  Loop loop_;
  DecisionTeller<Machine> teller_;
  std::uint32_t most_words_ = 0;  // that there is room for
  PhaseSeconds seconds_;
};

}  // namespace lucena
