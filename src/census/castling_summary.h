// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "census/outcome_counts.h"
#include "solve/ending_store.h"

namespace lucena {

/// The positions with at least one castling right, by mate; no symmetry holds among them.
/// Everything is by side to move. A position counts once for each set of rights that it can have.
struct CastlingSummary {
  ByColor<OutcomeCounts> positions;
  DeepestBySide longest_win, longest_loss;
};

/// Of a canonical material whose castling tables are in the store; nothing if cancelled.
std::optional<CastlingSummary> summarize_castling(const Material& material,
                                                  const EndingStore& store,
                                                  const std::atomic<bool>& cancelled);

/// The positions with castling rights that are so many plies from mate: how many there are, and
/// some of them.
struct CastlingPositions {
  std::uint64_t count = 0;
  std::vector<Position> positions;
};

/// With this side to move, `most` of them listed; nothing if cancelled.
std::optional<CastlingPositions> castling_positions_at(const Material& material,
                                                       const EndingStore& store, Color side,
                                                       unsigned plies, std::size_t most,
                                                       const std::atomic<bool>& cancelled);

/// Calls visit(position, score) for the positions with castling rights whose score, for the side to
/// move, is one of these, in a fixed order; false if cancelled.
bool for_each_castling_position(const Material& material, const EndingStore& store,
                                const ByColor<ByMateScore<bool>>& scores,
                                const std::atomic<bool>& cancelled,
                                const std::function<void(const Position&, MateScore)>& visit);

}  // namespace lucena
