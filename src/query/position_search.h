// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "query/conditions.h"
#include "query/known_values.h"

namespace lucena {

/// How far a search is; safe to read from another thread.
struct SearchProgress {
  std::atomic<std::uint64_t> words{0}, words_done{0};
};

/// Positions that were looked for: how many there are, alike by symmetry counted once, and the
/// first of them in the order of words, White to move before Black.
struct FoundPositions {
  std::uint64_t count = 0;
  std::vector<Position> positions;
};

/// The positions without castling rights of a canonical material that meet a query, `most` of them
/// listed. Men may stand on the squares asked for in any of the images of a position; such an image
/// is what is listed. The fault is that of a table, or Cancelled.
Result<FoundPositions, TableFault> search_positions(const Material& material, const Query& query,
                                                    std::size_t most, KnownValues& values,
                                                    ThreadPool& pool, SearchProgress& progress,
                                                    const std::atomic<bool>& cancelled);

}  // namespace lucena
