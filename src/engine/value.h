// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lucena {

/// What a position is worth to the side to move: hundredths of a pawn, a mate that is so many plies
/// away from the root of the search, or a win that tables are sure of though the 50-move rule may
/// delay the mate.
using Value = int;

inline constexpr Value kDrawValue = 0;
inline constexpr Value kMateValue = 32000;
/// Greater than any value.
inline constexpr Value kInfiniteValue = 32001;
/// Mates from tables can be hundreds of plies away.
inline constexpr Value kLeastMateValue = kMateValue - 1000;
/// A sure win, less the plies to mate without the 50-move rule, which may make it later. As so many
/// centipawns other programs know such wins from other engines.
inline constexpr Value kSureWinValue = 20000;
inline constexpr Value kLeastSureWinValue = kSureWinValue - 1000;
/// An evaluation is never mistaken for a mate or sure win.
inline constexpr Value kLargestEvaluation = 18000;

/// The plies that a search goes down from its root at most.
inline constexpr int kMostPlies = 128;

///     32000    mate on the board
///     31991    mate in 9 plies
///     31000    the least mate value
///     19991    a sure win, mate in 9 plies or later
///     19000    the least sure win
///     18000    the largest evaluation
///     0        draw
///
/// Mates nearer to the root are greater, so that the search prefers them without being told.
constexpr Value mate_in(int plies) {
  return kMateValue - plies;
}
constexpr Value mated_in(int plies) {
  return plies - kMateValue;
}
constexpr Value sure_win_in(int plies) {
  return kSureWinValue - plies;
}
constexpr Value sure_loss_in(int plies) {
  return plies - kSureWinValue;
}
constexpr bool is_mate(Value value) {
  return value >= kLeastMateValue || value <= -kLeastMateValue;
}
/// A mate or a sure win. Both count plies from the root.
constexpr bool is_decided(Value value) {
  return value >= kLeastSureWinValue || value <= -kLeastSureWinValue;
}
/// The plies to mate of a value that is one.
constexpr int plies_to_mate(Value value) {
  return kMateValue - (value < 0 ? -value : value);
}

}  // namespace lucena
