// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/castling_summary.h"

#include <array>
#include <bit>
#include <span>

#include "endgame/placement.h"
#include "solve/castling_table.h"
#include "solve/value_row.h"

namespace lucena {
namespace {

/// Where the deepest of some scores is.
struct DeepestPlace {
  unsigned plies = 0;
  std::uint32_t word = 0;
  int black_king = 0;
  bool found = false;

  /// The first of equally deep ones stays.
  void note(unsigned here, std::uint32_t at_word, int bit) {
    if (!found || here > plies) *this = {here, at_word, bit, true};
  }
  void note(const std::uint8_t* row, std::uint64_t positions, std::uint32_t at_word) {
    for (; positions != 0; positions &= positions - 1) {
      const int bit = std::countr_zero(positions);
      note(*level_of_score(MateScore(row[bit])), at_word, bit);
    }
  }
};

/// The positions of one skeleton with one side to move.
struct SkeletonTally {
  OutcomeCounts counts;
  DeepestPlace win, loss;
};

/// The squares of the black king whose values take two bytes. Few tables have any.
std::uint64_t far_positions(const CastlingTable& table, Color side, std::uint32_t skeleton,
                            std::uint32_t word) {
  if (!table.is_wide()) return 0;
  const std::ptrdiff_t place = table.rows(side, skeleton, word) - table.values(side).data();
  return ~equal_bits(table.high_values(side).data() + place, 0);
}

/// By side to move. Whole rows become three sets: legal positions are won, drawn or lost. Values of
/// two bytes are looked at one by one.
ByColor<SkeletonTally> tally(const CastlingTable& table, std::uint32_t skeleton) {
  ByColor<SkeletonTally> tallies;
  table.for_each_row(
      skeleton, [&](std::uint32_t word, Color side, std::uint64_t legal, const std::uint8_t* row) {
        SkeletonTally& here = tallies[side];
        const std::uint64_t far = legal & far_positions(table, side, skeleton, word);
        for (const Square king : Bitboard(far)) {
          const Worth worth = worth_of_stored(table.value_at(side, skeleton, word, king));
          ++here.counts[worth.is_win() ? Outcome::Win : Outcome::Loss];
          (worth.is_win() ? here.win : here.loss).note(worth.plies(), word, king.index());
        }
        legal &= ~far;
        const std::uint64_t draws = legal & equal_bits(row, kDraw), losses = legal & loss_bits(row);
        const std::uint64_t wins = legal & ~draws & ~losses;
        here.counts[Outcome::Win] += std::popcount(wins);
        here.counts[Outcome::Draw] += std::popcount(draws);
        here.counts[Outcome::Loss] += std::popcount(losses);
        here.win.note(row, wins, word);
        here.loss.note(row, losses, word);
      });
  return tallies;
}

/// With `swap` the table's White is Black on the board, and its side to move the other one.
void add(CastlingSummary& summary, const CastlingTable& table, std::uint32_t skeleton,
         const SkeletonTally& tally, Color side, bool swap) {
  const Color shown = swap ? opposite(side) : side;
  summary.positions[shown] += tally.counts;
  const auto keep_deeper = [&](std::optional<Deepest>& best, const DeepestPlace& place) {
    if (!place.found || (best && place.plies <= best->plies)) return;
    const Position position =
        table.position_at(skeleton, place.word, Square(place.black_king), side).value();
    best = Deepest{place.plies, swap ? with_colors_swapped(position) : position};
  };
  keep_deeper(summary.longest_win[shown], tally.win);
  keep_deeper(summary.longest_loss[shown], tally.loss);
}

/// As it is, with the colours swapped, or both.
using Ways = std::span<const bool>;
constexpr std::array kBothWays{false, true};

/// Calls visit(table, skeleton, ways) for everything that the tables of a material stand for: true
/// among the ways says that the table's White is Black on the board. False if cancelled.
///
/// In KRvKR the table of the right K holds White's rook and king at home. Black's right k has no
/// table: it is the same positions with the colours swapped, and they count as well. In KRvKR with
/// Kk the swap leads to the same table, whose positions count once. In KQvKR only Black can castle;
/// that table is kept as KRvKQ, and all of it is shown with the colours swapped.
template <class Visit>
bool for_each_skeleton(const Material& material, const EndingStore& store,
                       const std::atomic<bool>& cancelled, Visit&& visit) {
  const bool equal_sides = material == material.with_colors_swapped();
  for (const CastlingEnding& ending : castling_endings(material)) {
    const auto table = store.castling_table(ending);
    // A table may stand for two sets of positions, of which only one is its own.
    const bool both_ways = equal_sides && !CastlingEnding::is_own_image(ending);
    const Ways ways = both_ways                     ? Ways(kBothWays)
                      : ending.material != material ? Ways(kBothWays).last(1)
                                                    : Ways(kBothWays).first(1);
    for (const std::uint32_t skeleton : table->skeletons()) {
      if (cancelled) return false;
      visit(*table, skeleton, ways);
    }
  }
  return true;
}

}  // namespace

std::optional<CastlingSummary> summarize_castling(const Material& material,
                                                  const EndingStore& store,
                                                  const std::atomic<bool>& cancelled) {
  CastlingSummary summary;
  const auto visit = [&](const CastlingTable& table, std::uint32_t skeleton, Ways ways) {
    const ByColor<SkeletonTally> tallies = tally(table, skeleton);
    for (const Color side : kColors) {
      for (const bool swap : ways) add(summary, table, skeleton, tallies[side], side, swap);
    }
  };
  if (!for_each_skeleton(material, store, cancelled, visit)) return {};
  return summary;
}

std::optional<CastlingPositions> castling_positions_at(const Material& material,
                                                       const EndingStore& store, Color side,
                                                       unsigned plies, std::size_t most,
                                                       const std::atomic<bool>& cancelled) {
  CastlingPositions found;
  const auto visit = [&](const CastlingTable& table, std::uint32_t skeleton, Ways ways) {
    table.for_each_row(skeleton, [&](std::uint32_t word, Color row_side, std::uint64_t legal,
                                     const std::uint8_t* row) {
      const std::uint64_t far = far_positions(table, row_side, skeleton, word);
      std::uint64_t positions = 0;
      if (plies <= kMaxLevel) positions = legal & ~far & equal_bits(row, score_of_level(plies));
      for (const Square king : Bitboard(legal & far)) {
        const bool is_it = table.value_at(row_side, skeleton, word, king) == stored_level(plies);
        if (is_it) positions |= Bitboard(king).bits();
      }
      const Bitboard here(positions);
      for (const bool swap : ways) {
        if ((swap ? opposite(row_side) : row_side) != side) continue;
        found.count += here.count();
        for (const Square black_king : here) {
          if (found.positions.size() >= most) break;
          const auto position = table.position_at(skeleton, word, black_king, row_side);
          found.positions.push_back(swap ? with_colors_swapped(*position) : *position);
        }
      }
    });
  };
  if (!for_each_skeleton(material, store, cancelled, visit)) return {};
  return found;
}

bool for_each_castling_position(const Material& material, const EndingStore& store,
                                const ByColor<ByMateScore<bool>>& scores,
                                const std::atomic<bool>& cancelled,
                                const std::function<void(const Position&, MateScore)>& visit) {
  const auto visit_skeleton = [&](const CastlingTable& table, std::uint32_t skeleton, Ways ways) {
    table.for_each_row(skeleton, [&](std::uint32_t word, Color row_side, std::uint64_t legal,
                                     const std::uint8_t* row) {
      for (const bool swap : ways) {
        const Color side = swap ? opposite(row_side) : row_side;
        const std::uint64_t far = far_positions(table, row_side, skeleton, word);
        for (const Square black_king : Bitboard(legal & ~far)) {
          const MateScore score(row[black_king.index()]);
          if (!scores[side][score]) continue;
          const auto position = table.position_at(skeleton, word, black_king, row_side);
          visit(swap ? with_colors_swapped(*position) : *position, score);
        }
      }
    });
  };
  return for_each_skeleton(material, store, cancelled, visit_skeleton);
}

}  // namespace lucena
