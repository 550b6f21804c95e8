// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/deepening.h"

#include <algorithm>

namespace lucena {
namespace {

/// Moves that were not found best in this iteration have no value; those of the last one decide.
bool comes_before(const RootMove& a, const RootMove& b) {
  if (a.value != b.value) return a.value > b.value;
  return a.previous_value > b.previous_value;
}

}  // namespace

/// First with a narrow window around the value of the iteration before, which cuts off more. If the
/// value turns out to be outside, the search says only on which side, and that side is opened
/// wider:
///
///     fails low     alpha goes down by the width, beta comes half way down
///     fails high    beta goes up by the width
bool Deepening::find_line(int depth, std::size_t first) {
  std::vector<RootMove>& moves = tree_.root_moves();
  const auto sort_rest = [&] {
    std::stable_sort(moves.begin() + first, moves.end(), comes_before);
  };
  Value alpha = -kInfiniteValue, beta = kInfiniteValue;
  // Twice as wide after each failure, 16 to 512 centipawns, and after that open.
  Value width = 16;
  const Value expected = moves[first].previous_value;
  const bool narrow =
      techniques_.aspiration && depth >= 5 && !is_decided(expected) && expected != -kInfiniteValue;
  if (narrow) {
    alpha = expected - width;
    beta = expected + width;
  }
  while (true) {
    for (std::size_t i = first; i < moves.size(); ++i) moves[i].value = -kInfiniteValue;
    const Value value = tree_.search_root(alpha, beta, depth, first);
    sort_rest();
    if (rule_.stopped()) return false;
    if (value > alpha && value < beta) return true;
    width *= 2;
    if (value <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = width > 600 ? -kInfiniteValue : std::max(value - width, -kInfiniteValue);
    } else {
      beta = width > 600 ? kInfiniteValue : std::min(value + width, kInfiniteValue);
    }
  }
}

/// In multiples of the ordinary time: a move that has only just come up wants to be looked at
/// again, one that has been best for long will stay it, and a value that drops may still be mended.
double Deepening::patience() const {
  double factor = 1.0;
  if (iterations_with_same_best_ == 0) factor = 1.7;
  if (iterations_with_same_best_ >= 3) factor = 0.8;
  if (iterations_with_same_best_ >= 7) factor = 0.6;
  if (value_drop_ > 25) factor *= 1.4;
  return factor;
}

/// Whether there is no point in another iteration. A mate in m plies is trusted once the depth is
/// above 2m + 4. With a single legal move there is nothing to choose, and a twentieth of the time
/// is spent to have a value.
bool Deepening::finished(const Options& options, int depth) {
  const std::vector<RootMove>& moves = tree_.root_moves();
  const RootMove& best = moves.front();
  iterations_with_same_best_ = best.move == last_best_ ? iterations_with_same_best_ + 1 : 0;
  last_best_ = best.move;
  if (rule_.open_ended()) return false;
  if (options.mate_moves && best.value >= mate_in(2 * static_cast<int>(*options.mate_moves))) {
    return true;
  }
  // A mate that has been found within the depth stays one.
  if (is_mate(best.value) && depth > 2 * plies_to_mate(best.value) + 4) return true;
  if (moves.size() == 1 && rule_.enough_time_spent(0.05)) return true;
  return rule_.enough_time_spent(patience());
}

/// Lines are found one after the other: the best move, then the best of the others, and so on.
/// Helpers with odd numbers begin at depth 2.
int Deepening::run(const Options& options, const OnIteration& on_iteration) {
  std::vector<RootMove>& moves = tree_.root_moves();
  int done = 0;
  for (int depth = 1 + static_cast<int>(options.helper % 2); depth <= options.depth; ++depth) {
    std::vector<RootMove> before = moves;
    for (RootMove& move : moves) move.previous_value = move.value;
    const std::size_t lines = std::min(options.lines, moves.size());
    bool whole = true;
    for (std::size_t first = 0; first < lines && whole; ++first) {
      whole = find_line(depth, first);
      const auto found = moves.begin() + first + 1;
      std::stable_sort(moves.begin(), found, comes_before);
    }
    if (!whole) {
      // What was found before the stop counts if it is a better move.
      const RootMove& best = moves.front();
      const bool better =
          lines == 1 && best.value != -kInfiniteValue && best.move != before.front().move;
      if (better) {
        on_iteration(depth);
      } else {
        moves = std::move(before);
      }
      break;
    }
    const Value last = moves.front().previous_value;
    value_drop_ = last == -kInfiniteValue ? 0 : last - moves.front().value;
    done = depth;
    on_iteration(depth);
    if (finished(options, depth)) break;
  }
  return done;
}

}  // namespace lucena
