// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <vector>

#include "solve/ending_table.h"

namespace lucena {

/// The positions with this side to move that are so many plies from mate, in a table of mate
/// scores: the first `most` of their canonical indices. Odd levels are won, even ones lost. Fewer
/// if cancelled.
std::vector<Index> positions_at_level(const EndingTable& scores, Color side, unsigned plies,
                                      std::size_t most, const std::atomic<bool>& cancelled);

}  // namespace lucena
