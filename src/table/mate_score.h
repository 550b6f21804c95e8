// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cassert>
#include <compare>
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
/// Parity tells a win from a loss, so a level in plies and a score say the same. Tables keep the
/// bytes; whoever knows that a byte is a mate score makes one of it.
class MateScore {
 public:
  constexpr explicit MateScore(std::uint8_t byte) : byte_(byte) {}

  constexpr std::uint8_t byte() const { return byte_; }

  friend constexpr auto operator<=>(MateScore, MateScore) = default;

 private:
  std::uint8_t byte_;
};

inline constexpr MateScore kDraw(128);
inline constexpr unsigned kMaxLevel = 254;

/// One element for each score, and every byte is one.
template <class T>
struct ByMateScore {
  static constexpr unsigned kCount = 256;
  std::array<T, kCount> elements{};

  constexpr T& operator[](MateScore score) { return elements[score.byte()]; }
  constexpr const T& operator[](MateScore score) const { return elements[score.byte()]; }
};

constexpr bool is_win(MateScore score) {
  return score > kDraw;
}
constexpr bool is_loss(MateScore score) {
  return score < kDraw;
}

/// Odd levels are wins, even ones losses.
///
///     level    0    1    2    3  ...  253  254
///     score    0  255    1  254  ...  129  127
constexpr MateScore score_of_level(unsigned level) {
  assert(level <= kMaxLevel);
  return MateScore(level % 2 != 0 ? 256 - (level + 1) / 2 : level / 2);
}
/// Plies to mate.
constexpr std::optional<unsigned> level_of_score(MateScore score) {
  if (score == kDraw) return {};
  return is_win(score) ? 2u * (256u - score.byte()) - 1 : 2u * score.byte();
}

/// What a move is worth to the mover that leads to a position of this score for the opponent: one
/// ply more. Never 0, which therefore can stand for "no such move". A loss of level 254, which only
/// KPPvKP has, would become a win of level 255 and counts as a draw here: whoever has such a move
/// has a faster one too.
///
///     opponent's    0    1  126  127  128  129  255
///     mover's     255  254  129  128  128  127    1
constexpr MateScore score_before(MateScore opponents) {
  return MateScore(is_loss(opponents) ? 255 - opponents.byte() : 256 - opponents.byte());
}

}  // namespace lucena
