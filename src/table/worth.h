// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstdint>
#include <string>

#include "chess/position.h"
#include "table/mate_score.h"
#include "table/metric.h"
#include "table/outcome.h"

namespace lucena {

/// The value of a position for the side to move by any metric, ordered so that better is greater:
/// a near win, a far win, a draw, a far loss, a near loss. Unlike for a MateScore, wins and losses
/// can be any number of plies away.
///
///     0                  no such move
///     1 + n              loses in n plies
///     2000               draws
///     3000 - n           wins in n plies
class Worth {
 public:
  /// "No such move", less than any value.
  constexpr Worth() = default;
  /// The furthest that can be told.
  static constexpr unsigned kMaxPlies = 999;

  static constexpr Worth win(unsigned plies) { return Worth(kDrawBits + kFar - plies); }
  static constexpr Worth draw() { return Worth(kDrawBits); }
  static constexpr Worth loss(unsigned plies) { return Worth(1 + plies); }

  /// By mate.
  static constexpr Worth of(MateScore mate) {
    if (mate == kDraw) return draw();
    const unsigned level = *level_of_score(mate);
    return lucena::is_win(mate) ? win(level) : loss(level);
  }
  /// By another metric: the mate score tells who wins, a table of the metric in how many plies.
  static constexpr Worth of(MateScore mate, unsigned plies) {
    if (mate == kDraw) return draw();
    return lucena::is_win(mate) ? win(plies) : loss(plies);
  }

  constexpr bool exists() const { return bits_ != 0; }
  constexpr bool is_win() const { return bits_ > kDrawBits; }
  constexpr bool is_draw() const { return bits_ == kDrawBits; }
  constexpr bool is_loss() const { return exists() && bits_ < kDrawBits; }
  /// 0 for a draw.
  constexpr unsigned plies() const {
    assert(exists());
    if (is_draw()) return 0;
    return is_win() ? kDrawBits + kFar - bits_ : bits_ - 1u;
  }

  /// The least that is better.
  constexpr Worth next_better() const { return Worth(bits_ + 1u); }

  /// The numbers above, for tables by worth.
  constexpr std::uint16_t bits() const { return bits_; }

  friend constexpr auto operator<=>(const Worth&, const Worth&) = default;

 private:
  static constexpr unsigned kFar = 1000;
  static constexpr unsigned kDrawBits = 2000;

  explicit constexpr Worth(unsigned bits) : bits_(static_cast<std::uint16_t>(bits)) {
    assert(bits_ == bits && bits_ != 0);
  }

  std::uint16_t bits_ = 0;
};

/// "draw", "win in 5 plies", "loss in 1 ply".
std::string text_of(Worth worth);

/// What a move does to the distances: nothing zeroes the 50-move clock but captures and pawn moves,
/// and only captures and promotions change the material.
enum class MoveEffect : std::uint8_t { Quiet, PawnMove, Conversion };

MoveEffect effect_of(const Position& position, Move move);

/// What a move is worth to the mover that leads to a position worth this much to the opponent: a
/// ply more, or as much as if the game ended here. With 30 plies behind the move: by mate 31; by
/// zeroing distance a capture or pawn move 1, any other 31; by conversion a capture or promotion 1,
/// a pawn move 31. With 120 plies, a zeroing move is 101 by zeroing distance.
constexpr Worth worth_before(Worth opponents, Metric metric, MoveEffect effect) {
  if (opponents.is_draw()) return Worth::draw();
  unsigned plies = opponents.plies() + 1;
  if (metric == Metric::Zeroing && effect != MoveEffect::Quiet) {
    // After a cursed win or blessed loss nothing that comes before can be better.
    plies = opponents.plies() <= kClockLimit ? 1 : kClockLimit + 1;
  } else if (metric == Metric::Conversion && effect == MoveEffect::Conversion) {
    plies = 1;
  }
  return opponents.is_loss() ? Worth::win(plies) : Worth::loss(plies);
}

}  // namespace lucena
