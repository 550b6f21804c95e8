// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "chess/square.h"
#include "solve/exits.h"
#include "solve/value_row.h"
#include "table/worth.h"

namespace lucena {

/// What an exit is worth to the mover by a metric, as far as the order of exits and the events they
/// become depend on it; greater is better, and ExitWorth() means "no such move". What a position is
/// worth to the side to move is measured the same way, since that is where exits lead: one that is
/// mated is worth no more than one without a move.
///
/// ExitViews hold exits by mate and, where the 50-move rule matters, by zeroing distance, as the
/// bytes of these.
///
/// The byte of an exit by mate: 1 loses at level 2, 127 at level 254, 128 draws, 255 wins at level
/// 1, 254 at level 3. So a byte-wise maximum of rows is the best exit of 64 positions at a time.
///
/// A byte is not enough for plies and result by conversion, nor for levels above 254, which endings
/// with six men have. This is what is written for them; those in bytes are below.
template <Metric metric, bool in_bytes = metric != Metric::Conversion>
class ExitWorth {
 public:
  constexpr ExitWorth() = default;
  constexpr explicit ExitWorth(Worth worth) : worth_(worth) {}

  static constexpr ExitWorth draw() { return ExitWorth(Worth::draw()); }
  /// By mate, what the byte says. By the others only the result behind a capture or promotion
  /// counts; by zeroing distance, where nothing is cursed.
  static constexpr ExitWorth of_exit(ExitWorth<Metric::Mate, true> by_mate);
  /// By zeroing distance, where something is.
  static constexpr ExitWorth of_outcome(ExitWorth<Metric::Zeroing, true> outcome);
  static constexpr ExitWorth of_position(MateScore mate, unsigned plies) {
    return ExitWorth(Worth::of(mate, plies));
  }
  /// The exits that are looked at by what is behind them are the pawn moves inside the ending: by
  /// conversion these go on counting.
  constexpr ExitWorth before() const {
    return ExitWorth(worth_before(worth_, metric, MoveEffect::PawnMove));
  }

  constexpr Worth worth() const { return worth_; }
  constexpr bool exists() const { return worth_.exists(); }
  constexpr bool is_draw() const { return worth_.is_draw(); }
  constexpr bool is_loss() const { return worth_.is_loss(); }
  constexpr Turn turn() const { return {worth_.plies(), worth_.is_win()}; }

  friend constexpr bool operator==(ExitWorth, ExitWorth) = default;
  friend constexpr bool operator<(ExitWorth a, ExitWorth b) { return a.worth_ < b.worth_; }

 private:
  Worth worth_;
};

/// As much as a mate score, of which score_before() never makes 0.
template <>
class ExitWorth<Metric::Mate, true> {
 public:
  constexpr ExitWorth() = default;
  constexpr explicit ExitWorth(std::uint8_t byte) : byte_(byte) {}

  static constexpr ExitWorth draw() { return ExitWorth(kDraw.byte()); }
  static constexpr ExitWorth of_exit(ExitWorth by_mate) { return by_mate; }
  static constexpr ExitWorth of_position(MateScore mate, unsigned) {
    return ExitWorth(mate.byte());
  }
  /// Of an exit into a position that is worth this to the opponent.
  constexpr ExitWorth before() const { return ExitWorth(score_before(score()).byte()); }

  constexpr std::uint8_t byte() const { return byte_; }
  constexpr bool exists() const { return byte_ != 0; }
  constexpr bool is_win() const { return lucena::is_win(score()); }
  constexpr bool is_draw() const { return score() == kDraw; }
  constexpr bool is_loss() const { return exists() && lucena::is_loss(score()); }
  constexpr Turn turn() const { return {*level_of_score(score()), is_win()}; }

  friend constexpr bool operator==(ExitWorth, ExitWorth) = default;
  friend constexpr bool operator<(ExitWorth a, ExitWorth b) { return a.byte_ < b.byte_; }

 private:
  constexpr MateScore score() const { return MateScore(byte_); }

  std::uint8_t byte_ = 0;
};

/// Every exit zeroes the clock, so only the outcome behind it counts. 256 less a byte turns a win
/// into a loss, a cursed win into a blessed loss and a draw into a draw, which is what before()
/// does.
template <>
class ExitWorth<Metric::Zeroing, true> {
 public:
  constexpr ExitWorth() = default;
  constexpr explicit ExitWorth(std::uint8_t byte) : byte_(byte) {}

  static constexpr ExitWorth win() { return ExitWorth(255); }
  static constexpr ExitWorth cursed_win() { return ExitWorth(254); }
  static constexpr ExitWorth draw() { return ExitWorth(128); }
  static constexpr ExitWorth blessed_loss() { return ExitWorth(2); }
  static constexpr ExitWorth loss() { return ExitWorth(1); }

  /// Where nothing is cursed.
  static constexpr ExitWorth of_exit(ExitWorth<Metric::Mate> by_mate) {
    if (!by_mate.exists()) return {};
    return by_mate.is_win() ? win() : by_mate.is_draw() ? draw() : loss();
  }
  static constexpr ExitWorth of_position(MateScore mate, unsigned plies) {
    if (mate == kDraw) return draw();
    const bool in_time = plies <= kClockLimit;
    if (lucena::is_win(mate)) return in_time ? win() : cursed_win();
    return in_time ? loss() : blessed_loss();
  }
  constexpr ExitWorth before() const { return ExitWorth(256 - byte_); }

  constexpr std::uint8_t byte() const { return byte_; }
  constexpr bool exists() const { return byte_ != 0; }
  constexpr bool is_draw() const { return *this == draw(); }
  constexpr bool is_loss() const { return exists() && *this < draw(); }
  constexpr Turn turn() const {
    const bool in_time = *this == win() || *this == loss();
    return {in_time ? 1 : kClockLimit + 1, draw() < *this};
  }

  friend constexpr bool operator==(ExitWorth, ExitWorth) = default;
  friend constexpr bool operator<(ExitWorth a, ExitWorth b) { return a.byte_ < b.byte_; }

 private:
  std::uint8_t byte_ = 0;
};

template <Metric metric, bool in_bytes>
constexpr auto ExitWorth<metric, in_bytes>::of_exit(ExitWorth<Metric::Mate, true> by_mate)
    -> ExitWorth {
  if (!by_mate.exists()) return {};
  if (by_mate.is_draw()) return draw();
  const unsigned plies = metric == Metric::Mate ? by_mate.turn().level() : 1;
  return ExitWorth(by_mate.is_win() ? Worth::win(plies) : Worth::loss(plies));
}

template <Metric metric, bool in_bytes>
constexpr auto ExitWorth<metric, in_bytes>::of_outcome(ExitWorth<Metric::Zeroing, true> outcome)
    -> ExitWorth {
  if (!outcome.exists()) return {};
  if (outcome.is_draw()) return draw();
  const Turn turn = outcome.turn();
  return ExitWorth(turn.wins() ? Worth::win(turn.level()) : Worth::loss(turn.level()));
}

/// One for each square of the black king.
template <class Exit>
using ExitRow = std::array<Exit, Square::kCount>;

/// Rows of these are rows of bytes too.
template <class Exit>
inline constexpr bool kExitsAreBytes = sizeof(Exit) == 1;

/// The squares whose exit is worth this much. Bytes are compared sixteen at a time, others one by
/// one.
template <class Exit>
std::uint64_t equal_bits(const ExitRow<Exit>& row, Exit worth) {
  if constexpr (kExitsAreBytes<Exit>) {
    return equal_bits(reinterpret_cast<const std::uint8_t*>(row.data()), worth.byte());
  } else {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < row.size(); ++i) bits |= std::uint64_t{row[i] == worth} << i;
    return bits;
  }
}

/// Leaves no exits outside a set of squares.
template <class Exit>
void keep_bits(ExitRow<Exit>& row, std::uint64_t squares) {
  if constexpr (kExitsAreBytes<Exit>) {
    keep_bits(reinterpret_cast<std::uint8_t*>(row.data()), squares);
  } else {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if ((squares >> i & 1) == 0) row[i] = {};
    }
  }
}

/// Adds what the best exits of a word decide; returns the legal positions without any exit. Each
/// round takes the worth of the lowest position left and all that share it, so there are as many
/// events as different worths in the row.
template <class Exit>
std::uint64_t add_row_events(const ExitRow<Exit>& row, std::uint64_t legal, std::uint32_t word,
                             std::vector<ExitEvent>& events) {
  const std::uint64_t without_exit = legal & equal_bits(row, Exit());
  std::uint64_t rest = legal & ~without_exit & ~equal_bits(row, Exit::draw());
  while (rest != 0) {
    const Exit worth = row[std::countr_zero(rest)];
    const std::uint64_t same = rest & equal_bits(row, worth);
    events.push_back({same, word, worth.turn()});
    rest &= ~same;
  }
  return without_exit;
}

}  // namespace lucena
