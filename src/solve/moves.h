// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "base/simd.h"
#include "chess/piece.h"
#include "solve/position_set.h"
#include "solve/problem.h"

namespace lucena {

/// The moves that stay inside a problem. None captures and no pawn moves, so each can be taken
/// back: moves into a position and moves out of it are the same. Results may hold illegal
/// positions; whoever asks masks them.
struct Moves {
  /// Adds to the collector, for one block, the positions with `mover` to move from which some move
  /// leads into the set.
  void (*collect_into)(const Problem& problem, Color mover, const LevelSet& set,
                       std::uint32_t block, BlockCollector& collector);

  /// The same for a set with all its words, in a problem whose blocks have BlockCollector::kWords.
  /// For not_won, of which no list is kept.
  void (*collect_into_all)(const Problem& problem, Color mover, const PositionSet& set,
                           std::uint32_t block, BlockCollector& collector);

  /// Those of the candidates, positions of one word with `mover` to move, from which no move leads
  /// into the set.
  ///
  /// This asks the same as collect_into_all and gives the complement: the candidates less what that
  /// would collect. Moves are looked up one after the other until no candidate is left.
  std::uint64_t (*without_move_into)(const Problem& problem, Color mover, const PositionSet& set,
                                     std::uint32_t word, std::uint64_t candidates);
};

/// The same functions, compiled for different processors.
const Moves& moves_for(Simd simd);

/// The squares a king can reach from any square of the set.
///
///     . . .        . . .          . . .        x x x
///     . K .        x . x          x x x        x . x
///     . . .        . . .          . . .        x x x
///     from         sideways       wide         sideways, and wide a rank up and a rank down
///
/// A step to the east from h4 (31) would come to a5 (32), so nothing may arrive on the a-file that
/// way, and nothing on the h-file from the east. North and south of the board the shift drops the
/// bits.
constexpr std::uint64_t king_moves(std::uint64_t from) {
  constexpr std::uint64_t kNotA = 0xfefefefefefefefe, kNotH = 0x7f7f7f7f7f7f7f7f;
  const std::uint64_t sideways = (from << 1 & kNotA) | (from >> 1 & kNotH);
  const std::uint64_t wide = from | sideways;
  return sideways | wide << 8 | wide >> 8;
}

}  // namespace lucena
