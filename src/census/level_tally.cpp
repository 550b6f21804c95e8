// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/level_tally.h"

#include <algorithm>
#include <bit>

#include "solve/problem.h"

namespace lucena {
namespace {

bool has_twins(const std::vector<Piece>& men) {
  return std::adjacent_find(men.begin(), men.end()) != men.end();
}

}  // namespace

LevelTally::LevelTally(const Layout& layout)
    : layout_(layout),
      has_twins_(has_twins(layout.men())),
      block_shift_(Problem(layout, 0).block_shift()) {
  assert(layout.pawn_count() == 0);
  for (const Color side : kColors) decided_[side] = std::vector<Counts>(kLevels);
}

bool LevelTally::are_plain(std::uint32_t word) const {
  const Square king = layout_.king_square(layout_.slot_of(word));
  return !has_twins_ && king.file() != king.rank();
}

void LevelTally::count(std::uint32_t word, std::uint64_t positions,
                       ByPositionKind<std::uint64_t>& sums) const {
  const CanonicalBits canonical = canonical_bits_by_kind(layout_, 0, word);
  sums[PositionKind::Ordinary] += std::popcount(positions & canonical.ordinary);
  sums[canonical.special_kind] += std::popcount(positions & canonical.special);
}

/// Threads count a block each and meet here.
void LevelTally::add(const ByPositionKind<std::uint64_t>& sums, Counts& counts) {
  for (const PositionKind kind : kPositionKinds) {
    if (sums[kind] > 0) counts[kind].fetch_add(sums[kind], std::memory_order_relaxed);
  }
}

void LevelTally::note_legal(std::uint32_t first_word,
                            std::span<const ByColor<std::uint64_t>> legal) {
  const bool plain = are_plain(first_word);
  for (const Color side : kColors) {
    ByPositionKind<std::uint64_t> sums{};
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (plain) {
        sums[PositionKind::Ordinary] += std::popcount(legal[i][side]);
      } else if (legal[i][side] != 0) {
        count(first_word + i, legal[i][side], sums);
      }
    }
    add(sums, legal_[side]);
  }
}

void LevelTally::decide(Color side, std::uint32_t block, Turn turn,
                        const BlockCollector& positions) {
  const std::uint32_t first_word = block << block_shift_;
  const bool plain = are_plain(first_word);
  ByPositionKind<std::uint64_t> sums{};
  positions.for_each([&](std::uint32_t offset, std::uint64_t decided) {
    if (plain) {
      sums[PositionKind::Ordinary] += std::popcount(decided);
    } else {
      count(first_word + offset, decided, sums);
    }
  });
  add(sums, decided_[side][turn.level()]);
}

/// By mate odd levels are wins and even ones losses; what is legal and neither is drawn.
ByColor<OutcomeCounts> LevelTally::weighted(const ByPositionKind<std::uint64_t>& weights) const {
  ByColor<OutcomeCounts> result;
  for (const Color side : kColors) {
    const auto sum = [&](const Counts& counts) {
      std::uint64_t all = 0;
      for (const PositionKind kind : kPositionKinds) all += weights[kind] * counts[kind];
      return all;
    };
    OutcomeCounts& outcomes = result[side];
    for (unsigned level = 0; level < kLevels; ++level) {
      outcomes[level % 2 != 0 ? Outcome::Win : Outcome::Loss] += sum(decided_[side][level]);
    }
    outcomes[Outcome::Draw] = sum(legal_[side]) - outcomes.won() - outcomes.lost();
  }
  return result;
}

ByColor<OutcomeCounts> LevelTally::unique() const {
  return weighted({1, 1, 1});
}
ByColor<OutcomeCounts> LevelTally::with_twins_apart() const {
  return weighted(position_weights(layout_.material()).twin_orders);
}
ByColor<OutcomeCounts> LevelTally::placements() const {
  return weighted(position_weights(layout_.material()).placements);
}

std::optional<unsigned> LevelTally::deepest(Color side, bool wins) const {
  for (unsigned level = kLevels; level-- > 0;) {
    if ((level % 2 != 0) != wins) continue;
    for (const auto& count : decided_[side][level]) {
      if (count > 0) return level;
    }
  }
  return {};
}

}  // namespace lucena
