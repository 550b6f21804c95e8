// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "census/level_counts.h"
#include "census/outcome_counts.h"
#include "census/unwon_counts.h"
#include "census/zugzwang.h"
#include "solve/ending_table.h"

namespace lucena {

/// A set of positions, counted. Everything is by side to move. A board without pawns has eight
/// symmetries, one with pawns two. KRvK with Ka1, Rd4 and kh8, for example, is one of `unique`;
/// reflected in the diagonal it is itself, so it stands for four of `placements`. With Rd3 it
/// stands for eight.
struct Census {
  /// Symmetry classes, identical men not told apart.
  ByColor<OutcomeCounts> unique;
  /// Symmetry classes, identical men told apart: the convention of some published figures. KNNvK
  /// with Ka1, Nc1, Nd1 and kh8 counts twice here, once for each order of the knights.
  ByColor<OutcomeCounts> with_twins_apart;
  /// The whole board, identical men not told apart.
  ByColor<OutcomeCounts> placements;
  ByColor<LevelCounts> unique_levels, placement_levels;
  /// What the stronger side of the ending does not win; only UnwonFinder knows.
  std::optional<UnwonCensus> unwon;

  friend bool operator==(const Census&, const Census&) = default;
};

/// Two or more bishops on a side (the side with more of them): all on squares of one colour, or
/// not. One bishop each: on squares of the same colour, or not. KBBvK is drawn where both bishops
/// are on squares of one colour; to count that together with the rest would say little of either.
struct BishopCensus {
  Census same, opposite;
  friend bool operator==(const BishopCensus&, const BishopCensus&) = default;
};

/// Whether bishops are worth counting by colour.
bool has_bishop_census(const Material& material);

/// How often each kind of mutual zugzwang occurs.
struct ZugzwangCounts {
  ByZugzwangKind<std::uint64_t> by_kind{};

  std::uint64_t operator[](ZugzwangKind kind) const { return by_kind[kind]; }
  std::uint64_t all() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : by_kind) sum += count;
    return sum;
  }
  friend bool operator==(const ZugzwangCounts&, const ZugzwangCounts&) = default;
};

/// What there is to say about a solved ending without castling rights.
struct Statistics {
  Material material;
  /// Whether the 50-move rule has been looked at.
  bool has_zeroing = false;
  Census all;
  std::optional<BishopCensus> bishops;
  /// By side to move, in plies to mate.
  DeepestBySide longest_win, longest_loss;
  /// By winner, whoever is to move: the longest distances to a zeroing move of wins within the
  /// 50-move rule, and of cursed ones.
  DeepestBySide deepest_zeroing, deepest_cursed;
  ZugzwangCounts unique_zugzwangs, placement_zugzwangs;

  friend bool operator==(const Statistics&, const Statistics&) = default;
};

/// Whether bishops stand on squares of one colour, by the rule of BishopCensus. The position must
/// have two bishops or more that count.
bool has_bishops_of_one_colour(const Position& position);

/// What is counted about positions like this one, of the ending that the statistics are of or of
/// that with colours swapped: those with such bishops, if they are counted apart, else all.
const Census& census_of(const Statistics& statistics, const Position& position);

/// Of a BishopCensus, behind "bishops on squares of": "the same colour", "opposite colours" or, of
/// three and more, "both colours".
std::string_view bishop_colours(const Material& material, bool same);

/// The side that wins more placements, whoever is to move; nothing if neither does. A win of
/// White's is a position that White wins to move or that Black loses to move.
std::optional<Color> stronger_side(const Statistics& statistics);

/// Positions worth a list, as canonical indices in ascending order. A list stops at its limit; how
/// many there are is what the statistics say.
struct PositionLists {
  static constexpr std::size_t kMaxDeepest = 100'000;
  static constexpr std::size_t kMaxZugzwangs = 1'000'000;

  /// By side to move: all positions with the longest win and the longest loss.
  ByColor<std::vector<Index>> longest_wins, longest_losses;
  /// By kind.
  ByZugzwangKind<std::vector<Index>> zugzwangs;
};

/// The figures are complete even where a list has stopped at its limit.
struct EndingStatistics {
  Statistics statistics;
  PositionLists lists;
};

struct Zugzwang;
/// Counts zugzwangs of the ending, which come in ascending order, and lists them.
void add_zugzwangs(const std::vector<Zugzwang>& zugzwangs, EndingStatistics& result);

/// From a solved ending's scores and, if there is one, its table by zeroing distance. Once the flag
/// is raised it returns soon, and the figures are not complete.
EndingStatistics gather_statistics(const EndingTable& scores, const EndingTable* zeroing,
                                   ThreadPool& pool, const std::atomic<bool>& cancelled);

}  // namespace lucena
