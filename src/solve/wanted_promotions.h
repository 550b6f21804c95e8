// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "endgame/layout.h"
#include "endgame/reach.h"
#include "solve/exit_views.h"

namespace lucena {

/// Endings in the order in which they come into memory, are solved or are read; some come several
/// times.
struct EndingOrder {
  std::vector<Material> endings;
  /// By place: whether it is read from its files, not solved. Nothing is if this is empty.
  std::vector<bool> read{};
  /// Endings with more men are large: their values are on disk.
  int men_in_memory = kMaxMenInMemory;

  bool is_read(std::size_t place) const { return !read.empty() && read[place]; }
  bool is_large(std::size_t place) const { return endings[place].men() > men_in_memory; }
};

/// The promotions into an ending by those from a place on. If the ending itself comes once more,
/// which is when it is read, those behind that are of no concern yet. To read a large ending takes
/// what Black's pawns become and no more: files lack his moves alone.
std::vector<PromotionInto> wanted_promotions(const Material& material, const EndingOrder& order,
                                             std::size_t place);

/// The skeletons in which a side has a pawn on its last step.
std::vector<std::uint32_t> promoting_skeletons(const Layout& layout, Color side);

/// The bytes of all that waits on disk for large endings that are promoted from, where most does: a
/// byte a position of what each kind of man means by one metric, before it is compressed. With a
/// reach, as far as that goes.
std::uint64_t waiting_promotions_bytes(const EndingOrder& order, const Reach* reach);

}  // namespace lucena
