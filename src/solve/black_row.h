// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "solve/exit_worth.h"
#include "solve/problem.h"
#include "solve/word_sets.h"

namespace lucena {

/// What a metric makes of positions and moves: a value each, greater is better, and Value{} means
/// "no such move". By mate values fit in bytes if levels do.
template <Metric metric, bool in_bytes = metric == Metric::Mate>
struct MoveValues {
  using Value = Worth;
  static Value of(MateScore score, unsigned plies) { return Worth::of(score, plies); }
  /// Of a quiet move into a position worth this much to the opponent.
  static Value before(Value opponents) {
    return worth_before(opponents, metric, MoveEffect::Quiet);
  }
  template <class Exit>
  static Value of_exit(Exit exit) {
    if (!exit.exists()) return {};
    if (exit.is_draw()) return Worth::draw();
    const Turn turn = exit.turn();
    return turn.wins() ? Worth::win(turn.level()) : Worth::loss(turn.level());
  }
  /// What tables keep of a position whose best move is worth this.
  static std::uint8_t byte(Value value) { return value.plies(); }
};

/// A move is worth the same whether it is an exit or not.
template <>
struct MoveValues<Metric::Mate, true> {
  using Value = ExitWorth<Metric::Mate>;
  static Value of(MateScore score, unsigned plies) { return Value::of_position(score, plies); }
  static Value before(Value opponents) { return opponents.before(); }
  static Value of_exit(Value exit) { return exit; }
  static std::uint8_t byte(Value value) { return value.byte(); }
};

/// The best of Black's moves in the 64 positions of a word, where the positions with White to move
/// are known. All of his moves lead there or out of the problem.
///
/// `into(word, row)` reads what quiet moves into the positions of a word are worth to Black, and
/// returns the squares of the black king where there are such moves.
template <class Values, class Into>
class BlackRow {
 public:
  using Value = typename Values::Value;
  using Row = std::array<Value, Square::kCount>;

  BlackRow(const Problem& problem, std::uint32_t word, const Into& into)
      : problem_(problem), word_(word), into_(into) {}

  /// The law of PositionValues for 64 positions at a time: tell(square of the black king, the best
  /// of exits, king moves and moves of men, whether he is in check) for all that are legal. Where
  /// there is no move it is mate or stalemate.
  template <class Exits, class Tell>
  void for_each(const Exits& exits, Tell&& tell) {
    const WordSets sets =
        word_sets(problem_.white_king(word_), problem_.men(), problem_.squares(word_));
    const std::uint64_t legal = sets.legal[Color::Black];
    if (legal == 0) return;
    typename Exits::Row row;
    if (exits.best_exits(problem_, word_, Color::Black, row)) {
      for (std::size_t i = 0; i < best_.size(); ++i) best_[i] = Values::of_exit(row[i]);
    }
    move_king();
    move_men();
    for (const Square b : Bitboard(legal)) {
      tell(b, best_[b.byte()], (sets.in_check[Color::Black] >> b.index() & 1) != 0);
    }
  }

 private:
  /// Takes the better value where the black king stands on one of these squares.
  static void improve(Row& best, const Row& other, std::uint64_t squares) {
    for (std::size_t i = 0; i < best.size(); ++i) {
      const Value here = (squares >> i & 1) != 0 ? other[i] : Value{};
      best[i] = std::max(best[i], here);
    }
  }

  /// The black king's moves: the best of the eight neighbours of each square, found as the best of
  /// three in each rank, and then of the ranks above and below and of the two beside.
  ///
  ///     . . .      a b c      max(a,b,c)  over max(d,e,f)  is the 3 x 3 square,
  ///     . K .      d . f      of which the middle is no move
  ///     . . .      g h i
  void move_king() {
    Row reachable{}, into;
    const std::uint64_t squares = into_(word_, into);
    improve(reachable, into, squares);
    Row three{}, beside{};
    for (std::size_t i = 0; i < reachable.size(); ++i) {
      const Value left = (i & 7) != 0 ? reachable[i - 1] : Value{};
      const Value right = (i & 7) != 7 ? reachable[i + 1] : Value{};
      beside[i] = std::max(left, right);
      three[i] = std::max(beside[i], reachable[i]);
    }
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const Value below = i >= 8 ? three[i - 8] : Value{};
      const Value above = i < 56 ? three[i + 8] : Value{};
      best_[i] = std::max({best_[i], beside[i], below, above});
    }
  }

  /// The moves of Black's free men. Where the black king stands in between, there is none.
  void move_men() {
    const Squares squares = problem_.squares(word_);
    const Bitboard occupied(
        occupied_squares(problem_.white_king(word_), squares, problem_.men().size()));
    for (int man = 0; man < problem_.free_count(); ++man) {
      const Piece piece = problem_.men()[man];
      if (piece.color == Color::White) continue;
      const Square from(squares[man]);
      for (const Square to : piece_attacks(piece.type, from, occupied) - occupied) {
        // Exclusive or with both squares takes the man's digit from one to the other.
        const std::uint32_t change = from.index() ^ to.index();
        const std::uint32_t after = word_ ^ change << problem_.shift(man);
        Row into;
        const std::uint64_t there = into_(after, into);
        improve(best_, into, there & ~squares_between(from, to).bits());
      }
    }
  }

  const Problem& problem_;
  const std::uint32_t word_;
  const Into& into_;
  Row best_{};
};

}  // namespace lucena
