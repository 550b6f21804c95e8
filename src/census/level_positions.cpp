// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/level_positions.h"

#include "solve/problem.h"
#include "solve/value_row.h"
#include "solve/word_sets.h"

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

/// Illegal positions are drawn, too, and far more of them than of the others: they are left out
/// word by word.
std::optional<Position> find_draw(const EndingTable& scores, std::uint64_t first_word,
                                  const std::function<bool(const Position&)>& will_do,
                                  const std::atomic<bool>& cancelled) {
  const Layout& layout = scores.layout();
  const std::uint64_t all = std::uint64_t{layout.words()} * layout.skeleton_count();
  std::optional<Problem> problem;
  std::uint32_t skeleton = 0;
  for (std::uint64_t i = 0; i < all && !cancelled; ++i) {
    const std::uint64_t place = (first_word + i) % all;
    const auto word = static_cast<std::uint32_t>(place % layout.words());
    if (!problem || word == 0) {
      skeleton = static_cast<std::uint32_t>(place / layout.words());
      problem.emplace(layout, skeleton);
    }
    const std::uint64_t canonical = layout.canonical_bits(skeleton, word);
    if (canonical == 0) continue;
    const ByColor<std::uint64_t> legal =
        word_sets(problem->white_king(word), problem->men(), problem->squares(word)).legal;
    for (const Color side : kColors) {
      const std::uint64_t drawn = equal_bits(scores.rows(side, skeleton, word), kDraw);
      for (const Square black_king : Bitboard(drawn & legal[side] & canonical)) {
        const Index index{skeleton, word, black_king.byte()};
        const Position position = Position::create(layout.setup_at(index, side).value()).value();
        if (will_do(position)) return position;
      }
    }
  }
  return {};
}

}  // namespace lucena
