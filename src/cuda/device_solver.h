// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
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
    loop_.prepare(ProblemGeometry(problem));
    set_up(problem, exits, decisions, control);
    if (const auto fault = exits.finished()) {
      return SolveFault{SolveError::Scratch, fault->message};
    }
    if (control.cancelled) return SolveFault{SolveError::Cancelled, "interrupted"};
    const double exits_done = wall_seconds();
    seconds_.exits += exits_done - start;
    const auto tell_of = [&](Color side, Turn turn, const auto& found) {
      teller_.tell(side, turn, found);
    };
    const StopTelling stop_telling{teller_};
    teller_.begin(problem, {&decisions});
    auto deepest = loop_.run(metric, {decisions.max_level(), {}, tell_of, {&decisions}}, control);
    teller_.end();
    seconds_.passes += wall_seconds() - exits_done;
    return deepest;
  }

  PhaseSeconds seconds() const override { return seconds_; }

 private:
  using Loop = DeviceLoop<Machine>;

  /// Nobody hears anything after solve(), however that ends.
  struct StopTelling {
    ~StopTelling() { teller.stop(); }
    DecisionTeller<Machine>& teller;
  };

  std::optional<SolveFault> check_room(const Problem& problem) {
    const std::vector<Piece>& men = problem.men();
    const bool has_pawns = std::any_of(
        men.begin(), men.end(), [](const Piece& piece) { return piece.type == PieceType::Pawn; });
    const std::size_t needed = device_problem_bytes(problem.words(), has_pawns, limits_);
    if (problem.words() <= most_words_ || needed <= machine_.free_bytes()) {
      most_words_ = std::max(most_words_, problem.words());
      return {};
    }
    const std::size_t free_bytes = machine_.free_bytes();
    return machine_.fault() ? *machine_.fault() : no_room(needed, free_bytes);
  }

  /// Events in the order of turns.
  struct SortedEvents {
    std::vector<std::uint32_t> begin;  // by the turn's number, and where the last turn ends
    std::vector<std::uint32_t> words;
    std::vector<std::uint64_t> positions;
  };
  /// Of the blocks that a thread has taken.
  using FoundEvents = ByColor<SortedEvents>;

  /// Blocks that a thread takes at a time. What the exits of a large problem lead to may be read
  /// batch by batch, so that nobody should share a batch with others; small ones have few blocks.
  static std::uint32_t blocks_at_once(const Problem& problem) {
    constexpr std::uint32_t kBatch = EventSpool::kBatchBlocks, kManyBatches = 64;
    return problem.blocks() >= kBatch * kManyBatches ? kBatch : 1;
  }

  /// Legal positions and exits of all words, block by block; then everything goes to the machine.
  void set_up(const Problem& problem, const Exits& exits, Decisions& decisions,
              const SolveControl& control) {
    ByColor<std::vector<std::uint64_t>> not_won, ready;
    for (const Color side : kColors) {
      not_won[side].resize(problem.words());
      ready[side].resize(problem.words());
    }
    const std::uint32_t at_once = blocks_at_once(problem);
    std::vector<FoundEvents> found((problem.blocks() + at_once - 1) / at_once);
    team_.for_each(found.size(), [&](std::size_t task, unsigned) {
      StartingWords words;
      Exits::Events events;
      const std::uint32_t first = static_cast<std::uint32_t>(task) * at_once;
      const std::uint32_t last = std::min(first + at_once, problem.blocks());
      for (std::uint32_t block = first; block < last; ++block) decisions.begin(block);
      const std::uint32_t end = last << problem.block_shift();
      for (std::uint32_t begin = first << problem.block_shift();
           begin < end && !control.cancelled;) {
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
      for (const Color side : kColors) found[task][side] = sorted(events[side]);
    });
    for (const Color side : kColors) {
      loop_.side(side).not_won.put(not_won[side]);
      loop_.side(side).ready.put(ready[side]);
      put_together(found, side, loop_.side(side).events);
    }
  }

  /// Sorted by counting, as in ExitEvents::keep.
  static SortedEvents sorted(const std::vector<ExitEvent>& events) {
    std::size_t turns = 0;
    for (const ExitEvent& event : events) {
      turns = std::max<std::size_t>(turns, event.turn.number() + 1);
    }
    SortedEvents result;
    result.begin.assign(turns + 1, 0);
    for (const ExitEvent& event : events) ++result.begin[event.turn.number() + 1];
    std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
    std::vector<std::uint32_t> next = result.begin;
    result.words.resize(events.size());
    result.positions.resize(events.size());
    for (const ExitEvent& event : events) {
      const std::uint32_t place = next[event.turn.number()]++;
      result.words[place] = event.word;
      result.positions[place] = event.positions;
    }
    return result;
  }

  /// Those of one turn follow each other, whoever has found them.
  ///
  ///     found by    A: turn 1 a b, turn 3 c     B: turn 1 d, turn 2 e
  ///     together    turn 1 a b d    turn 2 e    turn 3 c
  void put_together(std::vector<FoundEvents>& found, Color side, typename Loop::Events& together) {
    std::size_t turns = 0;
    for (const FoundEvents& part : found) turns = std::max(turns, part[side].begin.size() - 1);
    std::vector<std::vector<std::uint32_t>> places(found.size());  // of a part's events, by turn
    together.begin.assign(1, 0);
    for (std::size_t turn = 0; turn < turns; ++turn) {
      std::uint32_t next = together.begin.back();
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& begin = found[i][side].begin;
        places[i].push_back(next);
        if (turn + 1 < begin.size()) next += begin[turn + 1] - begin[turn];
      }
      together.begin.push_back(next);
    }
    std::vector<std::uint32_t> words(together.begin.back());
    std::vector<std::uint64_t> positions(words.size());
    team_.for_each(found.size(), [&](std::size_t i, unsigned) {
      const SortedEvents part = std::exchange(found[i][side], {});
      for (std::size_t turn = 0; turn + 1 < part.begin.size(); ++turn) {
        const std::uint32_t first = part.begin[turn], count = part.begin[turn + 1] - first;
        std::copy_n(part.words.begin() + first, count, words.begin() + places[i][turn]);
        std::copy_n(part.positions.begin() + first, count, positions.begin() + places[i][turn]);
      }
    });
    together.words.make_room(words.size());
    together.positions.make_room(positions.size());
    together.words.put(words);
    together.positions.put(positions);
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
