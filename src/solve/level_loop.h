// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/arena.h"
#include "base/parallel.h"
#include "solve/exit_events.h"
#include "solve/exits.h"
#include "solve/moves.h"
#include "solve/position_set.h"
#include "solve/problem.h"
#include "solve/settle.h"
#include "table/metric.h"

namespace lucena {

/// Where the CPU time of a solve went.
struct PhaseSeconds {
  double exits = 0;
  double passes = 0;
};

/// Solves one problem after the other, level by level:
///
///     lost(0) = mated
///     won(n)  = some move leads into lost(n-1), or the best exit wins at n
///     lost(n) = there is a move, every move leads into what the opponent has won before, and the
///               exits lose at n or sooner
///
/// until nothing is left to come. A position can become lost at level n only if a move of its leads
/// into won(n-1) or its best exit loses at n, so only those are looked at.
///
/// What an exit is worth is the metric's business and reaches the loop through Exits. By mate, odd
/// levels win and even ones lose, which halves the work.
class LevelLoop {
 public:
  /// The pool is used inside each problem.
  explicit LevelLoop(ThreadPool& pool);

  /// Writes the value of every position, for both sides to move, to rows of 64 that start at
  /// values[side], as tables of this metric keep them. Rows and bits of illegal positions are
  /// drawn. Returns the deepest level. When cancelled it stops early, and the values are not
  /// complete.
  unsigned solve(const Problem& problem, Metric metric, const Exits& exits,
                 std::array<std::uint8_t*, 2> values, const std::atomic<bool>& cancelled,
                 std::atomic<unsigned>& level_under_way);

  const PhaseSeconds& seconds() const { return seconds_; }

 private:
  struct Side {
    PositionSet not_won;  // legal and not won so far
    PositionSet ready;    // legal, not lost so far, and every exit is known to lose
    LevelSet won, lost;   // what the last level added
    LevelSet newly_lost;  // what this level adds; `lost` is still needed to find its wins
    ExitEvents events;
    bool any_won = false, any_lost = false, any_newly_lost = false;
  };

  /// Scratch of one thread.
  struct Workplace {
    BlockCollector collector, reachable;
    Exits::Events events;  // of one block
    Arena arena;           // for the events of all its blocks
  };

  void set_up(const Problem& problem, const Exits& exits, const std::atomic<bool>& cancelled);
  void set_up_block(const Problem& problem, const Exits& exits, std::uint32_t block,
                    Workplace& workplace, const std::atomic<bool>& cancelled);
  void find_wins(const Problem& problem, std::uint32_t block, Color us, Turn turn,
                 Workplace& workplace);
  void find_losses(const Problem& problem, std::uint32_t block, Color us, Turn turn,
                   Workplace& workplace);
  bool run_turn(const Problem& problem, Turn turn);
  bool run_level(const Problem& problem, unsigned level);
  /// Where losses go that are found at a level. By mate no wins are looked for at the same level,
  /// so they can go straight where they belong: fresh memory is dear.
  LevelSet& newly_lost_of(Side& side) const {
    return metric_ == Metric::Mate ? side.lost : side.newly_lost;
  }
  /// The byte that says this in a table.
  std::uint8_t value_of(Turn turn) const;

  /// With more candidates than this in a block of 4096 words, testing the whole block is cheaper.
  static constexpr std::size_t kManyCandidates = 256;

  Side& side(Color color) { return sides_[static_cast<std::size_t>(color)]; }

  ThreadPool& pool_;
  std::array<Side, 2> sides_;
  Metric metric_ = Metric::Mate;
  std::array<std::uint8_t*, 2> values_{};
  const Moves& moves_;
  const Settling& settling_;
  std::vector<std::unique_ptr<Workplace>> workplaces_;  // by thread
  PhaseSeconds seconds_;
};

}  // namespace lucena
