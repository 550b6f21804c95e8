// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <span>
#include <vector>

#include "chess/attacks.h"
#include "query/known_values.h"
#include "solve/word_sets.h"

namespace lucena {

/// A move that is open, or not, to each of the 64 positions of a word. The men stand where they do,
/// the black king anywhere; when he moves himself, `from` means nothing and `to` only if he
/// captures.
struct WordMove {
  Piece mover;
  Square from, to;
  std::optional<PieceType> captured, promoted;
  int king_step = 0;  // of the black king: from his square to the next, 9 from a1 to b2
};

/// All moves of one side in an ending, word by word, and what they lead to: for some bars, the
/// positions from which the move is legal and leaves the opponent at most that much. Positions
/// after the move are found
///
///     quiet moves, pawn moves     in the sets of the ending itself
///     captures                    in what KnownValues lays out of smaller endings
///     promotions                  in the sets of the ending that they lead to, or the same
///
/// What leaves the own king in check leads to an illegal position, which is in no set.
class EndingMoves {
  friend class LineCounts;

 public:
  static constexpr std::size_t kMostBars = 4;
  /// By bar, squares of the black king before the move.
  using Reached = std::array<std::uint64_t, kMostBars>;

  /// Makes the sets that promotions lead to, where these are not in the store.
  static std::optional<TableFault> prepare_promotions(const Material& material, Color us,
                                                      ValueRule rule,
                                                      std::span<const MateScore> bars,
                                                      KnownValues& values);

  /// The opponent's sets at these bars are prepared, of this part of the ending and where
  /// promotions lead. With a clock, moves that are neither captures nor pawn moves leave the
  /// opponent a ply less.
  EndingMoves(const EndingPart& part, Color us, ValueRule rule, std::span<const MateScore> bars,
              KnownValues& values);

  /// Calls visit(move, reached) for all moves of a word, in a fixed order.
  template <class Visit>
  void for_each(std::uint32_t skeleton, std::uint32_t word, Visit&& visit) const;

  /// Of these squares of the black king, those on which our side is stalemated.
  std::uint64_t stalemates(std::uint32_t skeleton, std::uint32_t word, std::uint64_t kings) const;

  /// Of the squares of the black king before the move, those from which it gives check, if legal.
  std::uint64_t checking(std::uint32_t skeleton, std::uint32_t word, const WordMove& move) const;

 private:
  struct Men {
    Square white_king;
    Squares squares;
    std::uint64_t occupied;
  };
  using Sets = std::array<const std::uint64_t*, kMostBars>;
  /// Behind the places of all men.
  static constexpr std::size_t kNobody = kMaxOthers;

  /// Where a promotion leads: to a view of the store, or to sets.
  struct Promotion {
    PieceType type;
    std::vector<Piece> men;  // in the order of where it leads
    const ExitView* view = nullptr;
    const Layout* layout = nullptr;
    Sets sets{};
  };

  Men men_at(std::uint32_t skeleton, std::uint32_t word) const;
  bool is_pawn(std::size_t man) const { return men_[man].type == PieceType::Pawn; }
  /// kNobody if the square is empty, or a king's.
  std::size_t man_on(const Men& men, Square square) const;
  bool is_theirs(std::size_t man) const { return man != kNobody && men_[man].color != us_; }

  Reached in_ending(std::size_t place, std::uint64_t barred) const;
  Reached at(const Layout& layout, const Sets& sets, Square king, const Squares& squares) const;
  Reached in_view(const std::uint8_t* row) const;
  const std::uint64_t* captured(const Men& men, std::size_t victim, std::size_t bar) const;
  Reached after_capture(const Men& men, std::size_t victim, std::uint64_t barred) const;
  Reached after_promotion(const Promotion& promotion, const Men& men, std::size_t pawn,
                          std::size_t victim) const;
  void allow_en_passant(const Men& after, std::size_t pawn, Square passed, Reached& reached) const;
  std::uint64_t surely_movable(const Men& men) const;
  bool is_stalemate(const Men& men, Square black_king, Color side) const;

  template <class Visit>
  void white_king_moves(const Men& men, Visit&& visit) const;
  template <class Visit>
  void black_king_moves(const Men& men, std::size_t place, Visit&& visit) const;
  template <class Visit>
  void man_moves(const Men& men, std::size_t man, std::uint32_t skeleton, std::uint32_t word,
                 Visit&& visit) const;
  template <class Visit>
  void pawn_moves(const Men& men, std::size_t pawn, Visit&& visit) const;
  template <class Visit>
  void promotions(const Men& men, std::size_t pawn, Square to, std::size_t victim,
                  Visit&& visit) const;

  const Layout& layout_;
  const std::vector<Piece>& men_;
  const Color us_;
  std::size_t bar_count_;
  std::array<MateScore, kMostBars> bars_;
  Sets sets_{};       // behind quiet moves
  Sets pawn_sets_{};  // behind pawn moves
  /// By victim and bar: the rows of a view, a bit for each of their values.
  std::array<std::array<std::vector<std::uint64_t>, kMostBars>, kMaxOthers> captures_;
  std::array<std::vector<Promotion>, kNobody + 1> promotions_;  // by victim, or kNobody
  const ExitView* victims_captures_ = nullptr;  // of our pawns, by theirs in passing
};

inline constexpr std::array kKingSteps{-9, -8, -7, -1, 1, 7, 8, 9};

/// The squares before a step of the black king that ends on one of these. A step to the right, +1,
/// +9 or -7, never ends on file a, one to the left never on file h.
inline std::uint64_t before_step(std::uint64_t after, int step) {
  constexpr std::uint64_t kFileA = 0x0101010101010101, kFileH = kFileA << 7;
  const int files = ((step + 12) & 7) - 4;
  if (files > 0) after &= ~kFileA;
  if (files < 0) after &= ~kFileH;
  return step > 0 ? after >> step : after << -step;
}

inline EndingMoves::Reached EndingMoves::in_ending(std::size_t place, std::uint64_t barred) const {
  Reached reached{};
  for (std::size_t k = 0; k < bar_count_; ++k) reached[k] = sets_[k][place] & ~barred;
  return reached;
}

/// Where a view has the men left over: the white king's square is its first digit, the others keep
/// their order without the one who is captured.
inline const std::uint64_t* EndingMoves::captured(const Men& men, std::size_t victim,
                                                  std::size_t bar) const {
  std::size_t number = men.white_king.index();
  for (std::size_t man = 0; man < men_.size(); ++man) {
    if (man != victim) number = number << 6 | men.squares[man];
  }
  return captures_[victim][bar].data() + number;
}

inline EndingMoves::Reached EndingMoves::after_capture(const Men& men, std::size_t victim,
                                                       std::uint64_t barred) const {
  Reached reached{};
  for (std::size_t k = 0; k < bar_count_; ++k) reached[k] = *captured(men, victim, k) & ~barred;
  return reached;
}

template <class Visit>
void EndingMoves::for_each(std::uint32_t skeleton, std::uint32_t word, Visit&& visit) const {
  const Men men = men_at(skeleton, word);
  if (men.occupied == 0) return;
  if (us_ == Color::White) {
    white_king_moves(men, visit);
  } else {
    black_king_moves(men, std::size_t{skeleton} * layout_.words() + word, visit);
  }
  for (std::size_t man = 0; man < men_.size(); ++man) {
    if (men_[man].color != us_) continue;
    if (is_pawn(man)) {
      pawn_moves(men, man, visit);
    } else {
      man_moves(men, man, skeleton, word, visit);
    }
  }
}

template <class Visit>
void EndingMoves::white_king_moves(const Men& men, Visit&& visit) const {
  for (const Square to : king_attacks(men.white_king)) {
    WordMove move{{Color::White, PieceType::King}, men.white_king, to, {}, {}};
    const std::size_t victim = man_on(men, to);
    if (victim == kNobody) {
      visit(move, at(layout_, sets_, to, men.squares));
    } else if (is_theirs(victim)) {
      move.captured = men_[victim].type;
      Men after = men;
      after.white_king = to;
      visit(move, after_capture(after, victim, 0));
    }
  }
}

/// A step leads to another bit of the same word; a capture ends on one square, wherever it starts.
template <class Visit>
void EndingMoves::black_king_moves(const Men& men, std::size_t place, Visit&& visit) const {
  const Reached after = in_ending(place, 0);
  for (const int step : kKingSteps) {
    WordMove move{{Color::Black, PieceType::King}, men.white_king, men.white_king, {}, {}, step};
    Reached reached{};
    for (std::size_t k = 0; k < bar_count_; ++k) reached[k] = before_step(after[k], step);
    visit(move, reached);
  }
  for (std::size_t victim = 0; victim < men_.size(); ++victim) {
    if (men_[victim].color == us_) continue;
    const Square to(men.squares[victim]);
    const Reached there = after_capture(men, victim, 0);
    Reached reached{};
    for (std::size_t k = 0; k < bar_count_; ++k) {
      reached[k] = Bitboard(there[k]).contains(to) ? king_attacks(to).bits() : 0;
    }
    visit(WordMove{{Color::Black, PieceType::King}, to, to, men_[victim].type, {}}, reached);
  }
}

template <class Visit>
void EndingMoves::man_moves(const Men& men, std::size_t man, std::uint32_t skeleton,
                            std::uint32_t word, Visit&& visit) const {
  const Square from(men.squares[man]);
  const std::size_t first = std::size_t{skeleton} * layout_.words();
  for (const Square to : piece_attacks(men_[man].type, from, Bitboard(men.occupied))) {
    WordMove move{men_[man], from, to, {}, {}};
    const std::uint64_t between = squares_between(from, to).bits();
    if (!Bitboard(men.occupied).contains(to)) {
      // Exclusive or with both squares takes the man's digit from one to the other.
      const std::uint32_t change = from.index() ^ to.index();
      const std::uint32_t after = word ^ change << layout_.shift(static_cast<int>(man));
      visit(move, in_ending(first + after, between));
      continue;
    }
    const std::size_t victim = man_on(men, to);
    if (!is_theirs(victim)) continue;
    move.captured = men_[victim].type;
    Men after = men;
    after.squares[man] = to.byte();
    visit(move, after_capture(after, victim, between));
  }
}

/// Where the black king blocks the pawn, two men share a square after the move, which is not legal.
/// Only the square that a double step passes must be kept in mind.
template <class Visit>
void EndingMoves::pawn_moves(const Men& men, std::size_t pawn, Visit&& visit) const {
  const Square from(men.squares[pawn]);
  const int forward = us_ == Color::White ? 8 : -8;
  const int last_rank = us_ == Color::White ? 7 : 0, start_rank = us_ == Color::White ? 1 : 6;
  for (const Square to : pawn_attacks(us_, from)) {
    const std::size_t victim = man_on(men, to);
    if (!is_theirs(victim)) continue;
    if (to.rank() == last_rank) {
      promotions(men, pawn, to, victim, visit);
      continue;
    }
    Men after = men;
    after.squares[pawn] = to.byte();
    visit(WordMove{men_[pawn], from, to, men_[victim].type, {}}, after_capture(after, victim, 0));
  }
  std::uint64_t passed = 0;
  for (Square to(from.index() + forward); !Bitboard(men.occupied).contains(to);
       to = Square(to.index() + forward)) {
    if (to.rank() == last_rank) return promotions(men, pawn, to, kNobody, visit);
    Men after = men;
    after.squares[pawn] = to.byte();
    after.occupied ^= std::uint64_t{1} << from.index() | std::uint64_t{1} << to.index();
    Reached reached = at(layout_, pawn_sets_, men.white_king, after.squares);
    if (passed != 0) {
      for (std::size_t k = 0; k < bar_count_; ++k) reached[k] &= ~passed;
      if (victims_captures_ != nullptr) {
        allow_en_passant(after, pawn, Square(std::countr_zero(passed)), reached);
      }
    }
    visit(WordMove{men_[pawn], from, to, {}, {}}, reached);
    if (from.rank() != start_rank || passed != 0) return;
    passed = std::uint64_t{1} << to.index();
  }
}

template <class Visit>
void EndingMoves::promotions(const Men& men, std::size_t pawn, Square to, std::size_t victim,
                             Visit&& visit) const {
  Men after = men;
  after.squares[pawn] = to.byte();
  WordMove move{men_[pawn], Square(men.squares[pawn]), to, {}, {}};
  if (victim != kNobody) move.captured = men_[victim].type;
  for (const Promotion& promotion : promotions_[victim]) {
    move.promoted = promotion.type;
    visit(move, after_promotion(promotion, after, pawn, victim));
  }
}

}  // namespace lucena
