// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "base/parallel.h"
#include "solve/castling_table.h"
#include "solve/ending_store.h"
#include "solve/ending_table.h"

namespace lucena {

/// Positions by their value for the side to move.
struct OutcomeCounts {
  std::uint64_t wins = 0, draws = 0, losses = 0;

  std::uint64_t legal() const { return wins + draws + losses; }
  OutcomeCounts& operator+=(const OutcomeCounts& other);
};

/// The longest win or loss, and a position that has it.
struct Deepest {
  unsigned level;
  Position position;
};

/// What there is to say about a solved ending. Everything is by side to move.
struct Summary {
  /// Symmetry classes, identical men not told apart.
  std::array<OutcomeCounts, 2> unique;
  /// Symmetry classes, identical men told apart.
  std::array<OutcomeCounts, 2> with_twins_apart;
  /// The whole board, identical men not told apart.
  std::array<OutcomeCounts, 2> placements;
  std::array<std::optional<Deepest>, 2> longest_win, longest_loss;
};

/// Nothing when cancelled.
std::optional<Summary> summarize(const EndingTable& table, ThreadPool& pool,
                                 const std::atomic<bool>& cancelled);

/// The positions with at least one castling right; no symmetry holds among them.
struct CastlingSummary {
  std::array<OutcomeCounts, 2> positions;
  std::array<std::optional<Deepest>, 2> longest_win, longest_loss;
};

/// Of a canonical material whose castling tables are in the store; nothing when cancelled.
std::optional<CastlingSummary> summarize_castling(const Material& material,
                                                  const EndingStore& store,
                                                  const std::atomic<bool>& cancelled);

}  // namespace lucena
