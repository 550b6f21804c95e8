// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

#include "chess/legal_moves.h"
#include "solve/ending_table.h"
#include "support/random_positions.h"
#include "table/position_values.h"

namespace lucena::test {

/// The best move that leaves the problem, by the ordinary move generator.
inline Worth slow_best_exit(const Position& position, Metric metric, const PositionValues& values) {
  Worth best;
  for (const Move move : legal_moves(position)) {
    const Position after = position.after(move);
    const bool captures = after.occupied().count() < position.occupied().count();
    const bool pawn = position.men_of(PieceType::Pawn).contains(move.from());
    const bool rights_change = after.castling() != position.castling();
    if (!captures && !pawn && !rights_change) continue;
    best = std::max(best, values.worth_of_move(position, move, metric).value());
  }
  return best;
}

/// Whether a double step may leave the opponent with nothing but a capture in passing. Then values
/// that are anything contradict each other.
inline bool may_force_en_passant(const Position& position) {
  for (const Move move : legal_moves(position)) {
    const Position after = position.after(move);
    if (!after.can_capture_en_passant()) continue;
    const MoveList moves = legal_moves(after);
    if (std::all_of(moves.begin(), moves.end(),
                    [](Move answer) { return answer.kind() == MoveKind::EnPassant; })) {
      return true;
    }
  }
  return false;
}

/// A table whose values are anything.
inline std::shared_ptr<EndingTable> random_table(const Material& material, Random& random) {
  auto table = std::make_shared<EndingTable>(material);
  const std::size_t size = EndingTable::size_bytes(table->layout()) / 2;
  for (const Color side : kColors) {
    std::uint8_t* bytes = table->rows(side, 0);
    for (std::size_t i = 0; i < size; i += 8) {
      const std::uint64_t eight = random();
      std::memcpy(bytes + i, &eight, 8);
    }
  }
  return table;
}

}  // namespace lucena::test
