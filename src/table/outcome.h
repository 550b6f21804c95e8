// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "table/score.h"

namespace lucena {

/// What a position is worth to the side to move under the 50-move rule; greater is better. A win is
/// cursed, and a loss blessed, if it is one only as long as nobody claims the draw.
enum class Outcome : std::uint8_t { Loss, BlessedLoss, Draw, CursedWin, Win };

/// Half-moves without capture or pawn move after which a draw can be claimed.
inline constexpr unsigned kClockLimit = 100;

/// The distance to the next capture or pawn move, or to mate, in plies, with best play under the
/// 50-move rule; 0 for draws and where the side to move is mated. More than kClockLimit means that
/// the win is cursed: too far away, or cursed after the next capture or pawn move, which then
/// counts as 101 plies away at least. Whether it is a win or a loss is what the mate score says:
/// the 50-move rule never changes that.
using ZeroingPlies = std::uint8_t;

constexpr Outcome outcome_of(Score mate, ZeroingPlies zeroing) {
  if (mate == kDraw) return Outcome::Draw;
  if (is_win(mate)) return zeroing <= kClockLimit ? Outcome::Win : Outcome::CursedWin;
  return zeroing <= kClockLimit ? Outcome::Loss : Outcome::BlessedLoss;
}

constexpr Outcome opposite(Outcome outcome) {
  return static_cast<Outcome>(4 - static_cast<int>(outcome));
}

/// "win", "cursed-win", "draw", "blessed-loss", "loss".
std::string_view name(Outcome outcome);

}  // namespace lucena
