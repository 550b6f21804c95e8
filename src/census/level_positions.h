// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "solve/ending_table.h"

namespace lucena {

/// The positions with this side to move that are so many plies from mate, in a table of mate
/// scores: the first `most` of their canonical indices. Odd levels are won, even ones lost. Fewer
/// if cancelled.
std::vector<Index> positions_at_level(const EndingTable& scores, Color side, unsigned plies,
                                      std::size_t most, const std::atomic<bool>& cancelled);

/// A drawn position that will do, whoever is to move: the first from a word on, once around all
/// words of all skeletons. Nothing if there is none, or if cancelled.
std::optional<Position> find_draw(const EndingTable& scores, std::uint64_t first_word,
                                  const std::function<bool(const Position&)>& will_do,
                                  const std::atomic<bool>& cancelled);

}  // namespace lucena
