// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "base/by_enum.h"
#include "table/mate_score.h"

namespace lucena {

/// What a position is worth to the side to move under the 50-move rule; greater is better. A win is
/// cursed, and a loss blessed, if it is one only as long as nobody claims the draw.
enum class Outcome : std::uint8_t { Loss, BlessedLoss, Draw, CursedWin, Win };
inline constexpr std::array kOutcomes{Outcome::Loss, Outcome::BlessedLoss, Outcome::Draw,
                                      Outcome::CursedWin, Outcome::Win};

/// One element for each outcome.
template <class T>
using ByOutcome = ByEnum<Outcome, T, kOutcomes.size()>;

/// Half-moves without capture or pawn move after which a draw can be claimed.
inline constexpr unsigned kClockLimit = 100;

/// The distance to the next capture or pawn move, or to mate, in plies, with best play under the
/// 50-move rule; 0 for draws and where the side to move is mated. More than kClockLimit means that
/// the win is cursed: too far away, or cursed after the next capture or pawn move, which then
/// counts as 101 plies away at least. Whether it is a win or a loss is what the mate score says:
/// the 50-move rule never changes that.
class ZeroingPlies {
 public:
  constexpr explicit ZeroingPlies(std::uint8_t byte) : byte_(byte) {}

  constexpr std::uint8_t byte() const { return byte_; }
  constexpr bool in_time() const { return byte_ <= kClockLimit; }

  friend constexpr auto operator<=>(ZeroingPlies, ZeroingPlies) = default;

 private:
  std::uint8_t byte_;
};

/// At 100 plies the zeroing move itself is the hundredth, in time; at 101 the draw can be claimed
/// before it.
constexpr Outcome outcome_of(MateScore mate, ZeroingPlies zeroing) {
  if (mate == kDraw) return Outcome::Draw;
  if (is_win(mate)) return zeroing.in_time() ? Outcome::Win : Outcome::CursedWin;
  return zeroing.in_time() ? Outcome::Loss : Outcome::BlessedLoss;
}

constexpr Outcome opposite(Outcome outcome) {
  constexpr ByOutcome<Outcome> kOpposites{Outcome::Win, Outcome::CursedWin, Outcome::Draw,
                                          Outcome::BlessedLoss, Outcome::Loss};
  return kOpposites[outcome];
}

/// Whether somebody wins under the 50-move rule.
constexpr bool is_decisive(Outcome outcome) {
  return outcome == Outcome::Win || outcome == Outcome::Loss;
}

/// "win", "cursed-win", "draw", "blessed-loss", "loss".
std::string_view name(Outcome outcome);

}  // namespace lucena
