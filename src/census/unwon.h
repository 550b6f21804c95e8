// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include "base/parallel.h"
#include "census/statistics.h"
#include "solve/ending_store.h"
#include "solve/noted_exits.h"
#include "solve/solver_crew.h"

namespace lucena {

/// Finds out why the stronger side does not win the positions that it does not win. Whoever looks
/// at several endings uses the same object: it keeps its memory, and fresh memory costs much.
class UnwonFinder {
 public:
  explicit UnwonFinder(ThreadPool& pool) : crew_(pool) {}

  /// Adds the reasons to the statistics; if neither side is stronger, nothing. The store holds the
  /// tables by mate of the ending and of all that captures lead to.
  ///
  /// Two more runs of the level loop: in the first, the weaker side has reached its goal when it
  /// can capture without losing, in the second also when there is a stalemate. They cost about as
  /// much as solving the ending, and unwon_bytes() of memory. Once the flag is raised it returns
  /// soon, and nothing is added.
  void add_to(Statistics& statistics, const EndingStore& store, const std::atomic<bool>& cancelled);

 private:
  SolverCrew crew_;
  EndingTable::Bytes spare_;
  ExitNotes notes_;
};

/// A table of what the weaker side can force, the views of captures, and the sets of the loops.
std::size_t unwon_bytes(const Material& material, unsigned threads);

}  // namespace lucena
