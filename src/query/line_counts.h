// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/ending_moves.h"

namespace lucena {

/// Counts moves for a line of 64 words at once, which differ in the square of the last free man
/// alone: word i has him on square i. He is the inner man here, all others stand where they do.
///
///     words of KRPvKR, Ke1 Rh1 Pa2     ra1   rb1   rc1   ...   rh8
///
/// A move of another man leads every word of the line to the word at the same place of another
/// line, so that 64 words take one loop, which the compiler turns into vector instructions. Only
/// the inner man can be in the way, in the words of the squares between. His own moves stay in the
/// line; they are gathered by walking along it. A word whose inner man stands on a man of the line
/// means nothing.
///
/// EndingMoves::for_each is the plain version, move by move.
class LineCounts {
 public:
  LineCounts(const EndingMoves& moves, std::size_t bar) : moves_(moves), bar_(bar) {}

  /// The positions from which a move leaves the opponent at most the bar.
  std::uint64_t some(std::size_t lane) const { return some_[lane]; }
  /// Those from which at least two moves do.
  std::uint64_t several(std::size_t lane) const { return several_[lane]; }

  /// Counts anew for the line that begins with this word, a multiple of 64.
  [[gnu::always_inline]] void count(std::uint32_t skeleton, std::uint32_t first);

 private:
  static constexpr std::size_t kLanes = 64;
  using Lanes = std::array<std::uint64_t, kLanes>;
  using Men = EndingMoves::Men;

  const Layout& layout() const { return moves_.layout_; }
  const std::vector<Piece>& men() const { return moves_.men_; }
  bool is_ours(std::size_t man) const { return men()[man].color == moves_.us_; }
  bool is_fixed(std::size_t man) const { return man != inner_; }

  void add(std::size_t lane, std::uint64_t keeps) {
    several_[lane] |= some_[lane] & keeps;
    some_[lane] |= keeps;
  }
  /// All words of another line, but those with the inner man or the black king between.
  void add_line(const std::uint64_t* line, Bitboard between);
  void add_line_at(const std::uint64_t* set, Square king, const Squares& squares);
  void add_captures(Men after, std::size_t victim, Bitboard between);
  void add_capture_of_inner(Men after, Square to, Bitboard between);
  std::size_t fixed_man_on(const Men& men, Square square) const;

  void white_king_moves(const Men& line);
  void black_king_moves(const Men& line);
  void man_moves(const Men& line, std::size_t man);
  void pawn_moves(const Men& line, std::size_t pawn);
  void inner_moves(const Men& line);
  void inner_walk(const Men& line, int file_step, int rank_step);
  void inner_leaps(const Men& line);
  void word_by_word(std::uint32_t skeleton, std::uint32_t first);

  const EndingMoves& moves_;
  const std::size_t bar_;
  std::size_t inner_ = 0;
  const std::uint64_t* here_ = nullptr;  // the line in the set behind quiet moves
  alignas(64) Lanes some_{}, several_{};
};

inline void LineCounts::count(std::uint32_t skeleton, std::uint32_t first) {
  some_ = several_ = {};
  if (layout().free_count() == 0) return word_by_word(skeleton, first);
  inner_ = layout().free_count() - 1;
  Men line = moves_.men_at(skeleton, first);
  line.occupied = std::uint64_t{1} << line.white_king.index();
  for (std::size_t man = 0; man < men().size(); ++man) {
    if (is_fixed(man)) line.occupied |= std::uint64_t{1} << line.squares[man];
  }
  if (std::popcount(line.occupied) != static_cast<int>(men().size())) return;
  here_ = moves_.sets_[bar_] + std::size_t{skeleton} * layout().words() + first;
  if (moves_.us_ == Color::White) {
    white_king_moves(line);
  } else {
    black_king_moves(line);
  }
  for (std::size_t man = 0; man < men().size(); ++man) {
    if (!is_ours(man)) continue;
    if (man == inner_) {
      inner_moves(line);
    } else if (moves_.is_pawn(man)) {
      pawn_moves(line, man);
    } else {
      man_moves(line, man);
    }
  }
}

inline void LineCounts::word_by_word(std::uint32_t skeleton, std::uint32_t first) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    moves_.for_each(
        skeleton, first + static_cast<std::uint32_t>(lane),
        [&](const WordMove&, const EndingMoves::Reached& reached) { add(lane, reached[bar_]); });
  }
}

inline void LineCounts::add_line(const std::uint64_t* line, Bitboard between) {
  if (between.empty()) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) add(lane, line[lane]);
    return;
  }
  const std::uint64_t open = ~between.bits();
  Lanes kept;
  for (std::size_t lane = 0; lane < kLanes; ++lane) kept[lane] = line[lane] & open;
  for (const Square blocked : between) kept[blocked.index()] = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) add(lane, kept[lane]);
}

/// The line of a set of the ending with the white king and the fixed men on these squares; the
/// inner man's is a1. A symmetry takes all words of a line to the same line.
inline void LineCounts::add_line_at(const std::uint64_t* set, Square king, const Squares& squares) {
  const WordPlace place = layout().locate(king, squares);
  const std::uint64_t* line =
      set + std::size_t{place.skeleton} * layout().words() + (place.word & ~std::uint32_t{63});
  if (place.symmetry.is_identity()) return add_line(line, Bitboard());
  const Symmetry back = place.symmetry.inverse();
  Lanes turned;
  for (int lane = 0; lane < Square::kCount; ++lane) {
    turned[lane] = back(line[place.symmetry(Square(lane)).index()]);
  }
  add_line(turned.data(), Bitboard());
}

/// A man of the line is captured, with the others as they are afterwards. Rows of a view are a
/// fixed number apart for squares of the inner man.
inline void LineCounts::add_captures(Men after, std::size_t victim, Bitboard between) {
  after.squares[inner_] = 0;
  const std::uint64_t* first = moves_.captured(after, victim, bar_);
  after.squares[inner_] = 1;
  const std::ptrdiff_t apart = moves_.captured(after, victim, bar_) - first;
  Lanes kept;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    kept[lane] = first[static_cast<std::ptrdiff_t>(lane) * apart];
  }
  add_line(kept.data(), between);
}

/// The inner man is captured, in the one word that has him on this square.
inline void LineCounts::add_capture_of_inner(Men after, Square to, Bitboard between) {
  if (is_ours(inner_)) return;
  add(to.index(), *moves_.captured(after, inner_, bar_) & ~between.bits());
}

/// kNobody if the square is empty, or a king's, or the inner man's.
inline std::size_t LineCounts::fixed_man_on(const Men& line, Square square) const {
  for (std::size_t man = 0; man < men().size(); ++man) {
    if (is_fixed(man) && line.squares[man] == square.byte()) return man;
  }
  return EndingMoves::kNobody;
}

inline void LineCounts::white_king_moves(const Men& line) {
  Men after = line;
  after.squares[inner_] = 0;
  for (const Square to : king_attacks(line.white_king)) {
    after.white_king = to;
    const std::size_t victim = fixed_man_on(line, to);
    if (victim == EndingMoves::kNobody) {
      add_line_at(moves_.sets_[bar_], to, after.squares);
      add_capture_of_inner(after, to, Bitboard());
    } else if (!is_ours(victim)) {
      add_captures(after, victim, Bitboard());
    }
  }
}

inline void LineCounts::black_king_moves(const Men& line) {
  for (const int step : kKingSteps) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) add(lane, before_step(here_[lane], step));
  }
  for (std::size_t victim = 0; victim < men().size(); ++victim) {
    if (is_ours(victim)) continue;
    Men after = line;
    after.squares[inner_] = 0;
    const std::uint64_t* first = moves_.captured(after, victim, bar_);
    after.squares[inner_] = 1;
    const std::ptrdiff_t apart = moves_.captured(after, victim, bar_) - first;
    for (int lane = 0; lane < Square::kCount; ++lane) {
      const Square to = is_fixed(victim) ? Square(line.squares[victim]) : Square(lane);
      const std::uint64_t there = first[lane * apart] >> to.index() & 1;
      add(lane, king_attacks(to).bits() & -there);
    }
  }
}

inline void LineCounts::man_moves(const Men& line, std::size_t man) {
  const Square from(line.squares[man]);
  Men after = line;
  for (const Square to : piece_attacks(men()[man].type, from, Bitboard(line.occupied))) {
    const Bitboard between = squares_between(from, to);
    after.squares[man] = to.byte();
    if (Bitboard(line.occupied).contains(to)) {
      const std::size_t victim = fixed_man_on(line, to);
      if (victim != EndingMoves::kNobody && !is_ours(victim)) add_captures(after, victim, between);
      continue;
    }
    const std::ptrdiff_t change = std::ptrdiff_t{to.index()} - from.index();
    add_line(here_ + change * (std::ptrdiff_t{1} << layout().shift(static_cast<int>(man))),
             between);
    add_capture_of_inner(after, to, between);
  }
}

/// Word by word: few pawns can do more than one thing.
inline void LineCounts::pawn_moves(const Men& line, std::size_t pawn) {
  for (const Square square : ~Bitboard(line.occupied)) {
    Men men = line;
    men.squares[inner_] = square.byte();
    men.occupied |= std::uint64_t{1} << square.index();
    moves_.pawn_moves(men, pawn, [&](const WordMove&, const EndingMoves::Reached& reached) {
      add(square.index(), reached[bar_]);
    });
  }
}

/// A capture leads every word of the line, wherever the inner man comes from, to the same row.
inline void LineCounts::inner_moves(const Men& line) {
  const PieceType type = men()[inner_].type;
  for (std::size_t victim = 0; victim < men().size(); ++victim) {
    if (is_ours(victim)) continue;
    const Square to(line.squares[victim]);
    Men after = line;
    after.squares[inner_] = to.byte();
    const std::uint64_t there = *moves_.captured(after, victim, bar_);
    for (const Square from : piece_attacks(type, to, Bitboard(line.occupied))) {
      add(from.index(), there & ~squares_between(from, to).bits());
    }
  }
  if (type == PieceType::Knight) return inner_leaps(line);
  if (type != PieceType::Bishop) {
    for (const int step : {-1, 1}) {
      inner_walk(line, step, 0);
      inner_walk(line, 0, step);
    }
  }
  if (type == PieceType::Rook) return;
  for (const int file_step : {-1, 1}) {
    for (const int rank_step : {-1, 1}) inner_walk(line, file_step, rank_step);
  }
}

inline void LineCounts::inner_leaps(const Men& line) {
  for (const Square from : ~Bitboard(line.occupied)) {
    for (const Square to : knight_attacks(from)) add(from.index(), here_[to.index()]);
  }
}

/// All squares that the inner man can go to in one direction, from every square: what the next
/// square holds, and what can be reached from there unless the black king stands on it. The last
/// squares come first, so that what lies behind is known. A rook that walks to the right:
///
///     square              a1  b1  c1  d1  ...          K: a man of the line on e1
///     here                 .   1   .   1   K
///     behind, some        b1  d1  d1   .   .           from a1: b1 and d1, hence several
inline void LineCounts::inner_walk(const Men& line, int file_step, int rank_step) {
  Lanes behind_some, behind_several;
  const int step = 8 * rank_step + file_step;
  for (int i = 0; i < Square::kCount; ++i) {
    const int from = step > 0 ? Square::kCount - 1 - i : i;
    const int file = (from & 7) + file_step, rank = (from >> 3) + rank_step;
    const int to = from + step;
    const bool open =
        file >= 0 && file < 8 && rank >= 0 && rank < 8 && (line.occupied >> (to & 63) & 1) == 0;
    behind_some[from] = behind_several[from] = 0;
    if (!open) continue;
    const std::uint64_t past = ~(std::uint64_t{1} << to);
    const std::uint64_t farther = behind_some[to] & past;
    behind_some[from] = here_[to] | farther;
    behind_several[from] = (here_[to] & farther) | (behind_several[to] & past);
    several_[from] |= behind_several[from] | (some_[from] & behind_some[from]);
    some_[from] |= behind_some[from];
  }
}

}  // namespace lucena
