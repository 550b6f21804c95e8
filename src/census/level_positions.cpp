// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/level_positions.h"

#include "solve/value_row.h"

namespace lucena {

/// Whole rows are compared with the score; which of its positions are canonical is asked only where
/// there is one. Illegal positions are drawn, and no level is a draw.
std::vector<Index> positions_at_level(const EndingTable& scores, Color side, unsigned plies,
                                      std::size_t most, const std::atomic<bool>& cancelled) {
  const Layout& layout = scores.layout();
  const MateScore score = score_of_level(plies);
  std::vector<Index> found;
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    for (std::uint32_t word = 0; word < layout.words(); ++word) {
      if (found.size() >= most || cancelled) return found;
      std::uint64_t here = equal_bits(scores.rows(side, skeleton, word), score);
      if (here != 0) here &= layout.canonical_bits(skeleton, word);
      for (const Square black_king : Bitboard(here)) {
        if (found.size() < most) found.push_back({skeleton, word, black_king.byte()});
      }
    }
  }
  return found;
}

}  // namespace lucena
