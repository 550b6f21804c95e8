// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/level_tally.h"

#include <algorithm>
#include <bit>

namespace lucena {
namespace {

constexpr unsigned kTurns = 2 * (Worth::kMaxPlies + 1);

/// Of a record, the bits below the level.
constexpr int kIndexBits = 48;
constexpr std::uint64_t kIndexMask = (std::uint64_t{1} << kIndexBits) - 1;

bool has_twins(std::span<const Piece> men) {
  return std::adjacent_find(men.begin(), men.end()) != men.end();
}

}  // namespace

LevelTally::LevelTally(const Layout& layout)
    : layout_(layout),
      bishops_(layout.material(), layout.men()),
      has_twins_(has_twins(layout.free_men())) {
  for (const Color side : kColors) decided_[side] = std::vector<Counts>(kTurns);
}

/// All words of a block have the same white king. With pawns he and the skeleton decide.
bool LevelTally::is_plain(std::uint32_t skeleton, std::uint32_t first_word) const {
  if (has_twins_ || bishops_.splits()) return false;
  if (layout_.pawn_count() > 0) {
    return layout_.canonical_bits(skeleton, first_word) == ~std::uint64_t{0};
  }
  const Square king = layout_.king_square(layout_.slot_of(first_word));
  return king.file() != king.rank();
}

WordKind LevelTally::kind_of(std::uint32_t skeleton, std::uint32_t word) const {
  const std::uint64_t canonical = layout_.canonical_bits(skeleton, word);
  if (canonical == 0) return WordKind::NotCounted;
  if (canonical != ~std::uint64_t{0}) return WordKind::Special;
  return bishops_of(word) == 0 ? WordKind::Whole : WordKind::WholeOfOther;
}

/// Bishops are free men, whose squares are in the word.
std::size_t LevelTally::bishops_of(std::uint32_t word) const {
  return bishops_.splits() ? bishops_.class_of(layout_.free_squares(word)) : 0;
}

void LevelTally::count(std::uint32_t skeleton, std::uint32_t word, WordKind kind,
                       std::uint64_t positions, Sums& sums) const {
  switch (kind) {
    case WordKind::NotCounted:
      return;
    case WordKind::Whole:
    case WordKind::WholeOfOther:
      sums[kind == WordKind::Whole ? 0 : 1][PositionKind::Ordinary] += std::popcount(positions);
      return;
    case WordKind::Special: {
      const CanonicalBits canonical = canonical_bits_by_kind(layout_, skeleton, word);
      auto& sum = sums[bishops_of(word)];
      sum[PositionKind::Ordinary] += std::popcount(positions & canonical.ordinary);
      sum[canonical.special_kind] += std::popcount(positions & canonical.special);
    }
  }
}

/// Threads count a block each and meet here.
void LevelTally::add(const Sums& sums, Counts& counts) {
  for (std::size_t bishops = 0; bishops < kBishopClasses; ++bishops) {
    for (const PositionKind kind : kPositionKinds) {
      const std::uint64_t sum = sums[bishops][kind];
      if (sum > 0) counts[bishops][kind].fetch_add(sum, std::memory_order_relaxed);
    }
  }
}

void LevelTally::add_legal(std::uint32_t skeleton, std::uint32_t first_word,
                           std::span<const ByColor<std::uint64_t>> legal, WordKinds& kinds) {
  const bool plain = is_plain(skeleton, first_word);
  ByColor<Sums> sums{};
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if ((legal[i][Color::White] | legal[i][Color::Black]) == 0) continue;
    const auto word = static_cast<std::uint32_t>(first_word + i);
    const WordKind kind = plain ? WordKind::Whole : kind_of(skeleton, word);
    if (!plain) kinds.note(word, kind);
    for (const Color side : kColors) count(skeleton, word, kind, legal[i][side], sums[side]);
  }
  for (const Color side : kColors) add(sums[side], legal_[side]);
}

void LevelTally::add_decided(std::uint32_t skeleton, std::uint32_t first_word, Color side,
                             Turn turn, const BlockCollector& positions, const WordKinds& kinds) {
  const bool plain = is_plain(skeleton, first_word);
  Sums sums{};
  positions.for_each([&](std::uint32_t offset, std::uint64_t decided) {
    const std::uint32_t word = first_word + offset;
    count(skeleton, word, plain ? WordKind::Whole : kinds[word], decided, sums);
  });
  add(sums, decided_[side][turn.number()]);
  note_record(skeleton, first_word, side, turn, positions);
}

std::uint64_t LevelTally::record_of(unsigned level, const Index& index) const {
  const std::uint64_t word = std::uint64_t{index.skeleton} * layout_.words() + index.word;
  return std::uint64_t{level + 1} << kIndexBits |
         (kIndexMask - (word * Square::kCount + index.bit));
}

/// Blocks come roughly in ascending order, so that most of them are no match for a record that is
/// of the same level already.
void LevelTally::note_record(std::uint32_t skeleton, std::uint32_t first_word, Color side,
                             Turn turn, const BlockCollector& positions) {
  std::atomic<std::uint64_t>& record = records_[side][turn.wins() ? 1 : 0];
  std::uint64_t known = record.load(std::memory_order_relaxed);
  if (known >= record_of(turn.level(), {skeleton, first_word, 0})) return;
  std::uint64_t here = 0;
  positions.for_each([&](std::uint32_t offset, std::uint64_t decided) {
    if (here != 0) return;
    const std::uint32_t word = first_word + offset;
    const std::uint64_t canonical = decided & layout_.canonical_bits(skeleton, word);
    if (canonical == 0) return;
    const auto bit = static_cast<std::uint8_t>(std::countr_zero(canonical));
    here = record_of(turn.level(), {skeleton, word, bit});
  });
  while (known < here && !record.compare_exchange_weak(known, here)) {
  }
}

std::optional<Index> LevelTally::first_deepest(Color side, bool wins) const {
  const std::uint64_t record = records_[side][wins ? 1 : 0];
  if (record == 0) return {};
  const std::uint64_t number = kIndexMask - (record & kIndexMask);
  const std::uint64_t word = number / Square::kCount;
  return Index{static_cast<std::uint32_t>(word / layout_.words()),
               static_cast<std::uint32_t>(word % layout_.words()),
               static_cast<std::uint8_t>(number % Square::kCount)};
}

std::optional<unsigned> LevelTally::deepest(Color side, bool wins, unsigned most) const {
  for (unsigned level = most + 1; level-- > 0;) {
    for (const auto& of_class : decided_[side][Turn(level, wins).number()]) {
      for (const auto& count : of_class) {
        if (count > 0) return level;
      }
    }
  }
  return {};
}

}  // namespace lucena
