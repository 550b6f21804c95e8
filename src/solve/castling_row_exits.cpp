// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_row_exits.h"

#include <algorithm>

#include "chess/legal_moves.h"
#include "solve/exit_worth.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// The wing of the only right.
CastlingPath path_of(const CastlingTable& table) {
  const bool king_side = table.ending().rights.has(Color::White, CastlingSide::King);
  return castling_path(Color::White, king_side ? CastlingSide::King : CastlingSide::Queen);
}

}  // namespace

CastlingRowExits::CastlingRowExits(const CastlingTable& table, std::uint32_t skeleton,
                                   const LargeCastlingValues& values,
                                   const CastlingTargets& targets)
    : table_(table),
      skeleton_(skeleton),
      values_(values),
      targets_(targets),
      given_up_(values.given_up(table.ending())),
      path_(path_of(table)) {}

/// The best exits of the positions of one word with one side to move.
class CastlingRowExits::WordExits {
 public:
  using Exit = ExitWorth<Metric::Mate, false>;  // by any metric: it holds any worth

  WordExits(const CastlingRowExits& exits, std::uint32_t word, Color us, const Squares& squares,
            std::uint64_t legal)
      : exits_(exits),
        men_(exits.table_.men()),
        word_(word),
        us_(us),
        squares_(squares),
        legal_(legal) {
    for (std::size_t i = 0; i < men_.size(); ++i) {
      (men_[i].color == us ? ours_ : theirs_) |= std::uint64_t{1} << squares[i];
    }
    if (us == Color::Black) return;
    ours_ |= Bitboard(exits.path_.king_from).bits();
    number_ = exits.given_up_.number_of(squares);
  }

  void find() {
    for (std::size_t i = 0; i < men_.size(); ++i) {
      if (men_[i].color != us_) continue;
      if (men_[i].type == PieceType::Pawn) {
        find_pawn_moves(i);
      } else {
        find_piece_moves(i);
      }
    }
    if (us_ == Color::White) {
      find_king_moves();
      find_castling();
    } else {
      find_black_king_captures();
    }
  }

  ExitRow<Exit> row() const {
    ExitRow<Exit> row;
    std::transform(best_.begin(), best_.end(), row.begin(),
                   [](Worth worth) { return Exit(worth); });
    return row;
  }

 private:
  std::uint64_t occupied() const {
    return ours_ | theirs_ | Bitboard(exits_.path_.king_from).bits();
  }
  bool is_frozen(std::size_t man) const { return man == exits_.table_.free_count(); }
  std::size_t man_on(Square square) const {
    return std::find(squares_.begin(), squares_.begin() + men_.size(), square.byte()) -
           squares_.begin();
  }
  Metric metric() const { return exits_.values_.metric(); }

  void improve(Square black_king, Worth after, MoveEffect effect) {
    Worth& best = best_[black_king.byte()];
    best = std::max(best, worth_before(after, metric(), effect));
  }

  /// A capture or pawn move, possible with the black king on some squares.
  void add(const CastlingTargets::After& after, std::uint64_t positions, MoveEffect effect) {
    std::array<Worth, 64> row;
    const std::uint64_t reached = exits_.targets_.read(after, legal_ & positions, row);
    for (const Square king : Bitboard(reached)) improve(king, row[king.byte()], effect);
  }

  CastlingTargets::After after(const MenChange& change, bool keeps_right) const {
    return {change, keeps_right, exits_.path_.king_from, squares_, opposite(us_)};
  }

  /// A man of the mover captures on a square.
  void add_capture(std::size_t man, Square to, MenChange change = {}) {
    change.captured = man_on(to);
    auto reached = after(change, !is_frozen(man) && !is_frozen(*change.captured));
    reached.squares[man] = to.byte();
    const std::uint64_t in_the_way = squares_between(Square(squares_[man]), to).bits();
    add(reached, ~in_the_way, MoveEffect::Conversion);
  }

  /// King and rook stand like this after a move that captures nobody.
  void add_given_up(Square king, Square rook, std::uint64_t positions) {
    const auto placement = exits_.given_up_.placement(king, rook);
    Squares squares = squares_;
    squares[exits_.table_.free_count()] = rook.byte();
    const std::uint64_t reached =
        legal_ & positions & word_sets(king, men_, squares).legal[opposite(us_)];
    if (reached == 0) return;
    const Worth* row = exits_.given_up_.row(*placement, number_);
    for (const Square black_king : Bitboard(reached)) {
      const Worth worth = row[black_king.byte()];
      improve(black_king, worth.exists() ? worth : Worth::draw(), MoveEffect::Quiet);
    }
  }

  void find_piece_moves(std::size_t man) {
    const Square from(squares_[man]);
    const Bitboard attacks = piece_attacks(men_[man].type, from, Bitboard(occupied()));
    for (const Square to : Bitboard(attacks.bits() & theirs_)) {
      add_capture(man, to);
    }
    if (!is_frozen(man)) return;
    for (const Square to : Bitboard(attacks.bits() & ~occupied())) {
      const std::uint64_t in_the_way = squares_between(from, to).bits() | Bitboard(to).bits();
      add_given_up(exits_.path_.king_from, to, ~in_the_way);
    }
  }

  void find_king_moves() {
    const std::uint64_t steps = king_attacks(exits_.path_.king_from).bits() & ~ours_;
    for (const Square to : Bitboard(steps)) {
      if ((theirs_ & Bitboard(to).bits()) == 0) {
        add_given_up(to, exits_.path_.rook_from, ~std::uint64_t{0});
        continue;
      }
      auto reached = after({.captured = man_on(to)}, false);
      reached.white_king = to;
      add(reached, ~std::uint64_t{0}, MoveEffect::Conversion);
    }
  }

  /// The squares of the black king where none of his men, nor he himself, attacks a square.
  std::uint64_t leaves_alone(Square square) const {
    std::uint64_t leaves = ~king_attacks(square).bits();
    for (std::size_t i = 0; i < men_.size(); ++i) {
      if (men_[i].color != Color::Black) continue;
      const Square from(squares_[i]);
      const Bitboard attacks = men_[i].type == PieceType::Pawn
                                   ? pawn_attacks(Color::Black, from)
                                   : piece_attacks(men_[i].type, from, Bitboard(occupied()));
      if (attacks.contains(square)) leaves &= squares_between(from, square).bits();
    }
    return leaves;
  }

  /// Nobody stands between, and the king neither is in check nor crosses an attacked square; where
  /// he ends, the position would be illegal.
  void find_castling() {
    const CastlingPath& path = exits_.path_;
    const std::uint64_t between = squares_between(path.king_from, path.rook_from).bits();
    if ((between & occupied()) != 0) return;
    const std::uint64_t positions =
        ~between & leaves_alone(path.king_from) & leaves_alone(path.rook_to);
    add_given_up(path.king_to, path.rook_to, positions);
  }

  /// One value for all squares that he can come from.
  void find_black_king_captures() {
    for (const Square to : Bitboard(theirs_)) {
      const std::uint64_t from = king_attacks(to).bits() & legal_;
      if (from == 0) continue;
      const std::size_t victim = man_on(to);
      std::array<Worth, 64> row;
      const std::uint64_t there = exits_.targets_.read(
          after({.captured = victim}, !is_frozen(victim)), Bitboard(to).bits(), row);
      if (there == 0) continue;
      for (const Square king : Bitboard(from))
        improve(king, row[to.byte()], MoveEffect::Conversion);
    }
  }

  void find_pawn_moves(std::size_t pawn) {
    const Square from(squares_[pawn]);
    const int last_rank = us_ == Color::White ? 7 : 0;
    for (const Square to : Bitboard(pawn_attacks(us_, from).bits() & theirs_)) {
      if (to.rank() != last_rank) {
        add_capture(pawn, to);
        continue;
      }
      for (const PieceType type : kPromotionTypes) {
        add_capture(pawn, to, {.promoting = pawn, .becomes = type});
      }
    }
    const int step = us_ == Color::White ? 8 : -8;
    const Square one(from.index() + step);
    if ((occupied() & Bitboard(one).bits()) != 0) return;
    const std::uint64_t free_of_him = ~Bitboard(one).bits();
    if (one.rank() == last_rank) {
      for (const PieceType type : kPromotionTypes) {
        add_step(pawn, one, free_of_him, {.promoting = pawn, .becomes = type});
      }
      return;
    }
    add_step(pawn, one, free_of_him);
    if (pawn_steps(us_, from) == 0) find_double_step(pawn, Square(one.index() + step), free_of_him);
  }

  void add_step(std::size_t pawn, Square to, std::uint64_t positions, MenChange change = {}) {
    auto reached = after(change, true);
    reached.squares[pawn] = to.byte();
    add(reached, positions, change.promoting ? MoveEffect::Conversion : MoveEffect::PawnMove);
  }

  /// Where it lets a pawn capture in passing, position by position.
  void find_double_step(std::size_t pawn, Square to, std::uint64_t positions) {
    if ((occupied() & Bitboard(to).bits()) != 0) return;
    positions &= ~Bitboard(to).bits();
    bool in_passing = false;
    for (std::size_t i = 0; i < men_.size(); ++i) {
      const Square other(squares_[i]);
      in_passing |= men_[i] == Piece{opposite(us_), PieceType::Pawn} && other.rank() == to.rank() &&
                    std::abs(other.file() - to.file()) == 1;
    }
    if (!in_passing) return add_step(pawn, to, positions);
    for (const Square king : Bitboard(legal_ & positions)) add_slowly(pawn, to, king);
  }

  void add_slowly(std::size_t pawn, Square to, Square king) {
    const Position position = exits_.table_.position_at(exits_.skeleton_, word_, king, us_).value();
    for (const Move move : legal_moves(position)) {
      if (move.from().byte() != squares_[pawn] || move.to() != to) continue;
      Worth& best = best_[king.byte()];
      best = std::max(best, exits_.values_.worth_of_move(position, move, metric()).value());
    }
  }

  const CastlingRowExits& exits_;
  const std::vector<Piece>& men_;
  const std::uint32_t word_;
  const Color us_;
  const Squares squares_;
  const std::uint64_t legal_;
  std::uint64_t ours_ = 0, theirs_ = 0;  // the black king not among them
  std::size_t number_ = 0;               // of the men who stay when a right is given up
  std::array<Worth, 64> best_{};
};

void CastlingRowExits::find(const Problem& problem, std::uint32_t first_word,
                            std::span<const WordOfBothSides> legal,
                            std::span<WordOfBothSides> without_exit, Events& events) const {
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const auto word = static_cast<std::uint32_t>(first_word + i);
    for (const Color side : kColors) {
      without_exit[i][side] = 0;
      if (legal[i][side] == 0) continue;
      WordExits exits(*this, word, side, problem.squares(word), legal[i][side]);
      exits.find();
      without_exit[i][side] = add_row_events(exits.row(), legal[i][side], word, events[side]);
    }
  }
}

}  // namespace lucena
