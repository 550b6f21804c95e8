// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/castling.h"
#include "chess/error.h"
#include "chess/move.h"
#include "chess/piece.h"
#include "chess/zobrist.h"

namespace lucena {

/// A position as a person describes it, before anybody has asked whether it is possible.
struct Setup {
  BySquare<std::optional<Piece>> board;
  Color side_to_move = Color::White;
  CastlingRights castling;
  std::optional<Square> en_passant;
  unsigned halfmove_clock = 0;
  unsigned fullmove_number = 1;

  std::optional<Piece>& operator[](Square square) { return board[square]; }
  const std::optional<Piece>& operator[](Square square) const { return board[square]; }
};

/// A legal chess position: one king each, the side not to move is not in check, castling rights and
/// en passant square fit the men. There is no other way to get one than create() and make(). It is
/// small enough to be copied, 144 bytes, so that moves are made on copies and never taken back.
class Position {
 public:
  /// Both clocks stop here instead of overflowing.
  static constexpr unsigned kLargestClock = 65535;

  /// The position, or the first reason why it is none.
  static Result<Position, ChessFault> create(const Setup& setup);
  static Position initial();

  Setup setup() const;

  Color side_to_move() const { return side_to_move_; }
  CastlingRights castling() const { return castling_; }
  /// As the FEN has it: set by create() whenever a pawn may just have passed that square, by make()
  /// only if a capture there is legal. The square that the pawn has passed: e3 after e2-e4.
  std::optional<Square> en_passant() const {
    if (en_passant_ == kNoSquare) return {};
    return Square(en_passant_);
  }
  /// Whether the side to move has a legal en passant capture.
  bool can_capture_en_passant() const { return can_capture_en_passant_; }
  /// Plies since the last capture or pawn move.
  unsigned halfmove_clock() const { return halfmove_clock_; }
  unsigned fullmove_number() const { return fullmove_number_; }

  Bitboard occupied() const { return men_of(Color::White) | men_of(Color::Black); }
  Bitboard men_of(Color color) const { return by_color_[color]; }
  Bitboard men_of(PieceType type) const { return by_type_[type]; }
  Bitboard men_of(Color color, PieceType type) const { return men_of(color) & men_of(type); }
  Square king(Color color) const { return men_of(color, PieceType::King).first(); }
  std::optional<Piece> piece_at(Square square) const;
  /// What stands on an occupied square.
  PieceType type_at(Square square) const { return types_[square]; }

  /// The men of both colours that attack a square, given what stands in the way.
  Bitboard attackers_of(Square square, Bitboard occupied) const;
  /// The enemy men that give check.
  Bitboard checkers() const {
    return attackers_of(king(side_to_move_), occupied()) & men_of(opposite(side_to_move_));
  }
  bool in_check() const { return !checkers().empty(); }

  /// Whether the pawn on `from`, which attacks the en passant square `to`, may capture there
  /// without exposing its king. The two pawns on the fifth rank disappear from it at once, which no
  /// pin foresees.
  bool en_passant_is_legal(Square from, Square to) const;

  /// Whether a legal move takes a man. En passant alone captures where nobody stands.
  bool is_capture(Move move) const {
    return occupied().contains(move.to()) || move.kind() == MoveKind::EnPassant;
  }

  /// Makes a legal move.
  void make(Move move);
  Position after(Move move) const {
    Position next = *this;
    next.make(move);
    return next;
  }
  /// The position with the other side to move, as if a move had been skipped, which chess does not
  /// allow but searches like to ask about. Whoever skips it must not be in check.
  Position after_passing() const;

  /// Equal for positions that the repetition rule calls equal: men, side to move, castling rights
  /// and the possibility to capture en passant. Kept up to date by make(), never recomputed. Clocks
  /// do not count.
  std::uint64_t key() const { return key_; }
  /// What key() must be, from scratch.
  std::uint64_t computed_key() const;

  /// Whether a side may still mate by some sequence of legal moves, however poorly the other one
  /// plays, as far as the men tell: who cannot does not win by the other's resignation or time
  /// (FIDE 5.1.2 and 6.9).
  ///
  ///     K         never
  ///     K, N      if the other side has a man that takes a square from its king and can neither
  ///               take the knight nor step between everywhere: all but queens
  ///     K, B...   all on squares of one colour: only if there is a pawn, a knight or a bishop of
  ///               the other colour to stand in the king's way; rooks and queens step between
  ///     else      always
  bool can_mate(Color color) const;
  /// Neither side can mate by any sequence of moves: bare kings, one minor piece, or nothing but
  /// bishops on squares of one colour.
  bool insufficient_material() const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  static constexpr std::uint8_t kNoSquare = 64;
  /// On empty squares, where type_at() must not be asked.
  static constexpr PieceType kNobody{kPieceTypes.size()};

  Position() = default;

  /// Both keep the key up to date, so that nobody else has to think of it.
  void put(Color color, PieceType type, Square square);
  void remove(Color color, PieceType type, Square square);
  bool any_en_passant_is_legal(Square to) const;

  // Who stands where, three times: each question has the one that answers it at once.
  ByColor<Bitboard> by_color_;
  ByPieceType<Bitboard> by_type_;
  BySquare<PieceType> types_;  // or kNobody
  std::uint64_t key_ = 0;
  Color side_to_move_ = Color::White;
  CastlingRights castling_;
  std::uint8_t en_passant_ = kNoSquare;
  bool can_capture_en_passant_ = false;
  std::uint16_t halfmove_clock_ = 0;
  std::uint16_t fullmove_number_ = 1;
};

// What follows is inline because move generation and perft spend their time in it.

/// The square must be empty.
inline void Position::put(Color color, PieceType type, Square square) {
  const Bitboard here(square);
  by_color_[color] |= here;
  by_type_[type] |= here;
  types_[square] = type;
  key_ ^= zobrist::man(color, type, square);
}

/// The man must be there: an exclusive or takes out what is in, and would put in what is not.
inline void Position::remove(Color color, PieceType type, Square square) {
  const Bitboard here(square);
  by_color_[color] ^= here;
  by_type_[type] ^= here;
  types_[square] = kNobody;
  key_ ^= zobrist::man(color, type, square);
}

/// Attacks go both ways: a rook on the square would see exactly the rooks that see the square.
/// Pawns alone look forward, so the way back is that of a pawn of the other colour.
inline Bitboard Position::attackers_of(Square square, Bitboard occupied) const {
  const Bitboard queens = men_of(PieceType::Queen);
  return (pawn_attacks(Color::White, square) & men_of(Color::Black, PieceType::Pawn)) |
         (pawn_attacks(Color::Black, square) & men_of(Color::White, PieceType::Pawn)) |
         (knight_attacks(square) & men_of(PieceType::Knight)) |
         (king_attacks(square) & men_of(PieceType::King)) |
         (bishop_attacks(square, occupied) & (men_of(PieceType::Bishop) | queens)) |
         (rook_attacks(square, occupied) & (men_of(PieceType::Rook) | queens));
}

/// Two pawns leave their squares at once, so no pin tells whether the king stays safe: look at the
/// board as it will be. Here neither pawn is pinned, and still b5xc6 is illegal after c7-c5:
///
///     6   . . . . . . . .
///     5   K P p . . . . r
///         a b c d e f g h
inline bool Position::en_passant_is_legal(Square from, Square to) const {
  const Bitboard captured(Square(to.file(), from.rank()));
  const Bitboard occupied_after = (occupied() - Bitboard(from) - captured) | Bitboard(to);
  const Bitboard enemy = men_of(opposite(side_to_move_)) - captured;
  return (attackers_of(king(side_to_move_), occupied_after) & enemy).empty();
}

/// Whether some pawn of the side to move may capture on the square that was just passed.
inline bool Position::any_en_passant_is_legal(Square to) const {
  const Bitboard capturers =
      pawn_attacks(opposite(side_to_move_), to) & men_of(side_to_move_, PieceType::Pawn);
  for (const Square from : capturers) {
    if (en_passant_is_legal(from, to)) return true;
  }
  return false;
}

/// The key changes with the board, term by term. A capture costs one more number than a quiet move,
/// castling two more, and the side to move always one.
inline void Position::make(Move move) {
  const Color us = side_to_move_, them = opposite(us);
  const Square from = move.from(), to = move.to();
  const PieceType type = type_at(from);

  halfmove_clock_ += halfmove_clock_ < kLargestClock;
  fullmove_number_ += us == Color::Black && fullmove_number_ < kLargestClock;
  if (can_capture_en_passant_) key_ ^= zobrist::en_passant(Square(en_passant_));
  en_passant_ = kNoSquare;
  can_capture_en_passant_ = false;

  // Rare enough that asking costs less than changing the key by nothing.
  const CastlingRights ended = castling_ & (rights_ended_at(from) | rights_ended_at(to));
  if (!ended.empty()) {
    key_ ^= zobrist::castling(castling_) ^ zobrist::castling(castling_ - ended);
    castling_ = castling_ - ended;
  }
  if (men_of(them).contains(to)) {
    remove(them, type_at(to), to);
    halfmove_clock_ = 0;
  }
  remove(us, type, from);
  put(us, move.kind() == MoveKind::Promotion ? move.promoted() : type, to);
  if (move.kind() == MoveKind::Castling) {
    const CastlingPath path =
        castling_path(us, to.file() == 6 ? CastlingSide::King : CastlingSide::Queen);
    remove(us, PieceType::Rook, path.rook_from);
    put(us, PieceType::Rook, path.rook_to);
  }
  if (move.kind() == MoveKind::EnPassant) {
    remove(them, PieceType::Pawn, Square(to.file(), from.rank()));
  }
  side_to_move_ = them;
  key_ ^= zobrist::kNumbers.black_to_move;
  if (type != PieceType::Pawn) return;
  halfmove_clock_ = 0;
  // e2 is 001'100 and e4 is 011'100: of all pawn moves only double steps change just that bit.
  const bool double_step = (from.index() ^ to.index()) == 16;
  if (!double_step) return;
  const Square passed((from.index() + to.index()) / 2);
  if (!any_en_passant_is_legal(passed)) return;
  en_passant_ = passed.byte();
  can_capture_en_passant_ = true;
  key_ ^= zobrist::en_passant(passed);
}

}  // namespace lucena
