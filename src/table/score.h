// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

namespace lucena {

/// The value of a position for the side to move, in one byte, ordered so that better is greater:
///
///     0            mated
///     1 ... 127    mated in that many moves
///     128          draw
///     129 ... 255  mates in 256 - score moves
///
/// Parity tells a win from a loss, so a level in plies and a score say the same.
using Score = std::uint8_t;

inline constexpr Score kDraw = 128;
inline constexpr unsigned kMaxLevel = 254;

constexpr bool is_win(Score score) {
  return score > kDraw;
}
constexpr bool is_loss(Score score) {
  return score < kDraw;
}

/// Odd levels are wins, even ones losses.
constexpr Score score_of_level(unsigned level) {
  assert(level <= kMaxLevel);
  return static_cast<Score>(level % 2 != 0 ? 256 - (level + 1) / 2 : level / 2);
}
/// Plies to mate.
constexpr std::optional<unsigned> level_of_score(Score score) {
  if (score == kDraw) return {};
  return is_win(score) ? 2u * (256u - score) - 1 : 2u * score;
}

/// What a move is worth to the mover that leads to a position of this score for the opponent: one
/// ply more. Never 0, which therefore can stand for "no such move". A loss of level 254, which only
/// KPPvKP has, would become a win of level 255 and counts as a draw here: whoever has such a move
/// has a faster one too.
constexpr Score score_before(Score opponents) {
  return static_cast<Score>(is_loss(opponents) ? 255 - opponents : 256 - opponents);
}

}  // namespace lucena
