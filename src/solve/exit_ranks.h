// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "chess/square.h"
#include "solve/exits.h"
#include "solve/score_row.h"
#include "table/worth.h"

namespace lucena {

/// What a metric makes of exits: each has a rank, greater is better for the mover, and Rank{} means
/// "no such move". A view holds mate scores of captures and promotions as seen from the mover; a
/// pawn move is ranked by the position it leads to.
template <Metric metric>
struct ExitRanks;

template <>
struct ExitRanks<Metric::Mate> {
  using Rank = Score;
  static constexpr Rank kDrawn = kDraw;

  static constexpr Rank of_view(Score score) { return score; }
  static constexpr Rank of_position(Score mate, std::uint8_t) { return mate; }
  static constexpr Rank before(Rank opponents) { return score_before(opponents); }
  static constexpr bool is_loss(Rank rank) { return lucena::is_loss(rank); }
  static constexpr Turn turn(Rank rank) { return {*level_of_score(rank), is_win(rank)}; }
};

/// Every exit zeroes the clock, so only the outcome behind it counts.
template <>
struct ExitRanks<Metric::Zeroing> {
  using Rank = std::uint8_t;
  static constexpr Rank kLoss = 1, kBlessedLoss = 2, kDrawn = 128, kCursedWin = 254, kWin = 255;

  static constexpr Rank of_view(Score score) {
    if (score == 0) return 0;
    return score > kDraw ? kWin : score == kDraw ? kDrawn : kLoss;
  }
  static constexpr Rank of_position(Score mate, std::uint8_t plies) {
    if (mate == kDraw) return kDrawn;
    const bool in_time = plies <= kClockLimit;
    return is_win(mate) ? (in_time ? kWin : kCursedWin) : (in_time ? kLoss : kBlessedLoss);
  }
  static constexpr Rank before(Rank opponents) { return static_cast<Rank>(256 - opponents); }
  static constexpr bool is_loss(Rank rank) { return rank < kDrawn; }
  static constexpr Turn turn(Rank rank) {
    const bool in_time = rank == kWin || rank == kLoss;
    return {in_time ? 1 : kClockLimit + 1, rank > kDrawn};
  }
};

template <>
struct ExitRanks<Metric::Conversion> {
  using Rank = Worth;
  static constexpr Rank kDrawn = Worth::draw();

  static constexpr Rank of_view(Score score) {
    if (score == 0) return {};
    if (score == kDraw) return kDrawn;
    return is_win(score) ? Worth::win(1) : Worth::loss(1);
  }
  static constexpr Rank of_position(Score mate, std::uint8_t plies) {
    return Worth::of(mate, plies);
  }
  static constexpr Rank before(Rank opponents) {
    return worth_before(opponents, Metric::Conversion, MoveEffect::PawnMove);
  }
  static constexpr bool is_loss(Rank rank) { return rank.is_loss(); }
  static constexpr Turn turn(Rank rank) { return {rank.plies(), rank.is_win()}; }
};

/// One rank for each square of the black king.
template <class Rank>
using RankRow = std::array<Rank, Square::kCount>;

inline std::uint64_t equal_bits(const RankRow<std::uint8_t>& row, std::uint8_t rank) {
  return equal_bits(row.data(), rank);
}
inline std::uint64_t equal_bits(const RankRow<Worth>& row, Worth rank) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < row.size(); ++i) bits |= std::uint64_t{row[i] == rank} << i;
  return bits;
}

inline void keep_bits(RankRow<Worth>& row, std::uint64_t squares) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if ((squares >> i & 1) == 0) row[i] = Worth();
  }
}

/// Adds what the best exits of a word decide; returns the legal positions without any exit.
template <Metric metric>
std::uint64_t add_row_events(const RankRow<typename ExitRanks<metric>::Rank>& row,
                             std::uint64_t legal, std::uint32_t word,
                             std::vector<ExitEvent>& events) {
  using Ranks = ExitRanks<metric>;
  const std::uint64_t without_exit = legal & equal_bits(row, typename Ranks::Rank{});
  std::uint64_t rest = legal & ~without_exit & ~equal_bits(row, Ranks::kDrawn);
  while (rest != 0) {
    const auto rank = row[static_cast<std::size_t>(std::countr_zero(rest))];
    const std::uint64_t same = rest & equal_bits(row, rank);
    events.push_back({same, word, Ranks::turn(rank)});
    rest &= ~same;
  }
  return without_exit;
}

}  // namespace lucena
