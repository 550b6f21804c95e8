// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "solve/exits.h"
#include "solve/moves.h"
#include "solve/position_set.h"
#include "solve/problem.h"
#include "solve/settle.h"

namespace lucena {

/// Where the CPU time of a solve went.
struct PhaseSeconds {
  double exits = 0;
  double passes = 0;
};

/// Solves one problem after the other, level by level:
///
///     lost(0)       = mated
///     won(n), n odd = some move leads into lost(n-1), or the best exit wins at n
///     lost(n), even = there is a move, every move leads into what the opponent has won before,
///                     and the exits lose at n or sooner
///
/// until nothing is left to come. A position can become lost at level n only if a move of its leads
/// into won(n-1) or its best exit loses at n, so only those are looked at.
class LevelLoop {
 public:
  /// The pool is used inside each problem.
  explicit LevelLoop(ThreadPool& pool);

  /// Writes the score of every position, for both sides to move, to rows of 64 that start at
  /// scores[side]. Rows and bits of illegal positions are drawn. When cancelled it stops early, and
  /// the scores are not complete.
  void solve(const Problem& problem, const Exits& exits, std::array<Score*, 2> scores,
             const std::atomic<bool>& cancelled, std::atomic<unsigned>& level_under_way);

  const PhaseSeconds& seconds() const { return seconds_; }

 private:
  /// Positions of a word whose best exit decides at this level: an odd one wins, an even one is
  /// the level from which on all exits lose. At level 0 these are the positions in check without
  /// an exit: mated, if no other move is left.
  struct ExitEvent {
    std::uint64_t positions;
    std::uint32_t word;
    std::uint32_t level;
  };

  struct Side {
    PositionSet not_won;  // legal and not won so far
    PositionSet ready;    // legal, not lost so far, and every exit is known to lose
    LevelSet won, lost;   // what the last odd and the last even level added
    std::vector<std::vector<ExitEvent>> events;  // by block, in the order of levels
    std::vector<std::size_t> next_event;         // by block
    bool any_won = false, any_lost = false;
    unsigned last_event_level = 0;
  };

  /// Scratch of one thread.
  struct Workplace {
    BlockCollector collector, reachable;
    std::array<std::vector<ExitEvent>, 2> events;  // by side
  };

  void set_up(const Problem& problem, const Exits& exits, const std::atomic<bool>& cancelled);
  void set_up_block(const Problem& problem, const Exits& exits, std::uint32_t block,
                    Workplace& workplace, const std::atomic<bool>& cancelled);
  static void add_events(const ScoreRow& row, std::uint64_t with_exit, std::uint32_t word,
                         std::vector<ExitEvent>& events);
  static void sort_events(const std::vector<ExitEvent>& events, std::vector<ExitEvent>& sorted);
  /// What the exits of a block decide at this level; to be asked for level by level.
  static std::span<const ExitEvent> events_of_level(Side& side, std::uint32_t block,
                                                    unsigned level);
  void find_wins(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                 Workplace& workplace);
  void find_losses(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                   Workplace& workplace);
  bool run_level(const Problem& problem, unsigned level);

  /// With more candidates than this in a block of 4096 words, testing the whole block is cheaper.
  static constexpr std::size_t kManyCandidates = 256;

  Side& side(Color color) { return sides_[static_cast<std::size_t>(color)]; }

  ThreadPool& pool_;
  std::array<Side, 2> sides_;
  std::array<Score*, 2> scores_{};
  const Moves& moves_;
  const Settling& settling_;
  std::vector<std::unique_ptr<Workplace>> workplaces_;  // by thread
  PhaseSeconds seconds_;
};

}  // namespace lucena
