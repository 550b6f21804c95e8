// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "engine/tree_search.h"

namespace lucena {

/// Searches the root to depth 1, 2, 3 and so on, each time with what the last time has taught: the
/// order of the moves, and a window around the value that is expected.
class Deepening {
 public:
  /// Depth in plies.
  struct Options {
    int depth = kMostPlies - 1;
    std::size_t lines = 1;  // how many of the best moves to find
    std::optional<unsigned> mate_moves;
    unsigned helper = 0;  // helpers start at different depths, so that they do different work
  };
  /// Called with the depth after each iteration that was not stopped.
  using OnIteration = std::function<void(int depth)>;

  Deepening(TreeSearch& tree, StopRule& rule, const Techniques& techniques)
      : tree_(tree), rule_(rule), techniques_(techniques) {}

  /// The depth of the last iteration that was finished. The root moves of the tree are in order
  /// afterwards, the best first.
  int run(const Options& options, const OnIteration& on_iteration);

 private:
  /// The best of the root moves from `first` on, in its place afterwards. False if stopped.
  bool find_line(int depth, std::size_t first);
  /// Also keeps count of how long the best move has been the same, which patience() asks about.
  bool finished(const Options& options, int depth);
  double patience() const;

  TreeSearch& tree_;
  StopRule& rule_;
  const Techniques techniques_;
  std::optional<Move> last_best_;
  int iterations_with_same_best_ = 0;
  Value value_drop_ = 0;
};

}  // namespace lucena
