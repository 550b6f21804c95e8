// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/arena.h"
#include "base/team.h"
#include "solve/event_spool.h"
#include "solve/exit_events.h"
#include "solve/moves.h"
#include "solve/position_set.h"
#include "solve/problem_solver.h"
#include "solve/settle.h"
#include "solve/starting_words.h"

namespace lucena {

/// Solves a problem level by level:
///
///     lost(0) = mated
///     won(n)  = some move leads into lost(n-1), or the best exit wins at n
///     lost(n) = there is a move, every move leads into what the opponent has won before, and the
///               exits lose at n or sooner
///
/// until nothing is left to come. What remains is drawn, stalemates among it: they have no move, so
/// nothing ever makes them candidates.
///
/// A position can become lost at level n only if a move of its leads into won(n-1) or its best exit
/// loses at n, so only those are looked at. The reason: suppose every move leads into what was won
/// by level n-1 and every exit loses by level n. If no move leads into won(n-1) itself, all of them
/// lead into what was won by n-2, and if no exit loses as late as n, all lose by n-1. Then the
/// position was lost before.
///
/// What an exit is worth is the metric's business and reaches the loop through Exits. By mate, odd
/// levels win and even ones lose, which halves the work.
class LevelLoop final : public ProblemSolver {
 public:
  /// Who works on each problem. Each thread gets scratch of its own, two collectors of 32 KB among
  /// it. With a file, events wait there instead of in memory.
  explicit LevelLoop(const Team& team, ScratchFile* spool_file = nullptr);

  Result<unsigned, SolveFault> solve(const Problem& problem, Metric metric, const Exits& exits,
                                     Decisions& decisions, const SolveControl& control) override;

  PhaseSeconds seconds() const override { return seconds_; }

 private:
  struct Side {
    PositionSet not_won;  // legal and not won so far
    PositionSet ready;    // legal, not lost so far, and every exit is known to lose
    LevelSet won, lost;   // what the last level added
    LevelSet newly_lost;  // what this level adds; `lost` is still needed to find its wins
    ExitEvents events;    // in memory, or
    EventSpool spool;     // on disk
    bool any_won = false, any_lost = false, any_newly_lost = false;
  };

  /// Into how many tasks a set-up is cut at least: exits take longer here than there, and nobody
  /// should wait for the last one for long.
  static constexpr std::uint32_t kTasksPerThread = 4;

  /// Scratch of one thread.
  struct Workplace {
    BlockCollector collector, reachable;
    StartingWords starting_words;
    Exits::Events events;  // of one block or batch
    Arena arena;           // for the events of all its blocks
    BatchEvents from_disk;
  };

  /// What solve() was called with.
  struct Task {
    const Problem& problem;
    const Metric metric;
    const Exits& exits;
    Decisions& decisions;
    const SolveControl& control;
    const unsigned max_level;  // of the decisions
  };

  /// Blocks that a thread takes at a time, one after the other: a batch of a spool, else one.
  std::uint32_t blocks_at_once() const { return spool_file_ ? EventSpool::kBatchBlocks : 1; }
  std::uint32_t batches(const Problem& problem) const {
    return (problem.blocks() + blocks_at_once() - 1) / blocks_at_once();
  }
  /// Calls work(block) for the blocks of a batch.
  template <class Work>
  void for_blocks_of(const Problem& problem, std::uint32_t batch, Work&& work) const {
    const std::uint32_t begin = batch * blocks_at_once();
    const std::uint32_t end = std::min(begin + blocks_at_once(), problem.blocks());
    for (std::uint32_t block = begin; block < end; ++block) work(block);
  }

  void set_up(const Task& task);
  void set_up_batch(const Task& task, std::uint32_t batch, Workplace& workplace);
  std::uint32_t parts_of_a_block(const Problem& problem) const;
  void set_up_in_parts(const Task& task, std::uint32_t parts);
  /// Words of a block, by their offsets.
  struct OffsetRange {
    std::uint32_t begin, end;
  };
  void set_up_part(const Task& task, std::uint32_t block, OffsetRange part, Workplace& workplace,
                   Exits::Events& events);
  void set_up_words(const Task& task, std::uint32_t begin, std::uint32_t count,
                    Workplace& workplace, Exits::Events& events);
  void keep_events(const Task& task, std::uint32_t block, const Exits::Events& events,
                   Arena& arena);
  ExitEvents::OfTurn events_of(Color us, std::uint32_t block, Turn turn,
                               const Workplace& workplace);
  /// Remembers the first fault of any thread; the solve ends with it.
  void note(std::optional<FileFault> fault);
  bool is_stopped(const Task& task) const { return task.control.cancelled || has_fault_; }
  /// Find what the turn adds to a block; whether there is anything.
  bool find_wins(const Task& task, std::uint32_t block, Color us, Turn turn, Workplace& workplace);
  bool find_losses(const Task& task, std::uint32_t block, Color us, Turn turn,
                   Workplace& workplace);
  static void tell(const Task& task, Color us, std::uint32_t block, Turn turn,
                   const BlockCollector& positions);
  bool run_turn(const Task& task, Turn turn);
  bool run_level(const Task& task, unsigned level);
  Result<unsigned, SolveFault> run_levels(const Task& task);
  /// Where losses go that are found at a level. By mate no wins are looked for at the same level,
  /// so they can go straight where they belong: fresh memory is dear.
  static LevelSet& newly_lost_of(Side& side, Metric metric) {
    return metric == Metric::Mate ? side.lost : side.newly_lost;
  }

  /// With more candidates than this in a block of 4096 words, testing the whole block is cheaper.
  ///
  /// What is counted are words that hold a candidate. Looked at one by one, each costs a lookup for
  /// every square that a man of the mover reaches, though only until its last candidate has a move
  /// that saves it. For the whole block the kernels take the same steps whatever there is to test:
  /// the reckoning of LevelSet::kCrowded. Smaller blocks never have so many, and the kernels are
  /// not made for them.
  static constexpr std::size_t kManyCandidates = 256;

  const Team team_;
  ScratchFile* const spool_file_;
  std::mutex fault_mutex_;
  std::optional<FileFault> first_fault_;
  std::atomic<bool> has_fault_{false};
  BlockPool pool_;  // before the sets that take from it
  ByColor<Side> sides_;
  const Moves& moves_;
  const Settling& settling_;
  std::vector<std::unique_ptr<Workplace>> workplaces_;  // by thread
  PhaseSeconds seconds_;
};

}  // namespace lucena
