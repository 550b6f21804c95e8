// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.h"

#include <fmt/format.h>

#include <algorithm>

namespace lucena {
namespace {

/// Nothing would mean that there is no fault.
std::optional<ChessFault> fault(ChessError code, std::string message) {
  return ChessFault{code, std::move(message)};
}

/// How many men of each type a side has.
using Census = ByColor<ByPieceType<int>>;

Census count_men(const Setup& setup) {
  Census census{};
  for (const std::optional<Piece>& piece : setup.board) {
    if (piece) ++census[piece->color][piece->type];
  }
  return census;
}

/// More men than sixteen pawns and officers can become: whatever is beyond one queen and two of the
/// other pieces was a pawn, so that ten knights leave no pawn. It also bounds the number of legal
/// moves, which is why a MoveList can have a fixed size.
std::optional<ChessFault> fault_in_men(const Census& census, Color color) {
  const auto count = [&](PieceType type) { return census[color][type]; };
  const int kings = count(PieceType::King);
  if (kings != 1) {
    return fault(ChessError::KingCount,
                 kings == 0 ? fmt::format("{} has no king", name(color))
                            : fmt::format("{} has {} kings, not one", name(color), kings));
  }
  const int pawns = count(PieceType::Pawn);
  if (pawns > 8) {
    return fault(ChessError::TooManyMen,
                 fmt::format("{} has {} pawns, more than eight", name(color), pawns));
  }
  int promoted = std::max(0, count(PieceType::Queen) - 1);
  for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook}) {
    promoted += std::max(0, count(type) - 2);
  }
  if (promoted + pawns > 8) {
    return fault(
        ChessError::TooManyMen,
        fmt::format("{} has {} promoted piece{} and {} pawn{}, more than eight together",
                    name(color), promoted, promoted == 1 ? "" : "s", pawns, pawns == 1 ? "" : "s"));
  }
  return {};
}

/// A pawn that gets to the last rank becomes something else, and none ever was on its first.
std::optional<ChessFault> fault_in_pawns(const Setup& setup) {
  for (const Square square : rank_squares(0) | rank_squares(7)) {
    if (setup[square] && setup[square]->type == PieceType::Pawn) {
      return fault(ChessError::PawnOnLastRank,
                   fmt::format("a pawn cannot stand on {}", square.name()));
    }
  }
  return {};
}

/// King and rook of a right have never moved, so they stand at home.
std::optional<ChessFault> fault_in_castling(const Setup& setup) {
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      if (!setup.castling.has(color, side)) continue;
      const CastlingPath path = castling_path(color, side);
      const std::string_view wing = side == CastlingSide::King ? "king" : "queen";
      if (setup[path.king_from] != Piece{color, PieceType::King}) {
        return fault(ChessError::CastlingImpossible,
                     fmt::format("{} cannot castle on the {}'s side: the king is not on {}",
                                 name(color), wing, path.king_from.name()));
      }
      if (setup[path.rook_from] != Piece{color, PieceType::Rook}) {
        return fault(ChessError::CastlingImpossible,
                     fmt::format("{} cannot castle on the {}'s side: no rook on {}", name(color),
                                 wing, path.rook_from.name()));
      }
    }
  }
  return {};
}

/// A pawn has just gone from the square behind the en passant square to the one before it. With
/// White to move and the square e6, Black's pawn went from e7 to e5: e5 has it, e6 and e7 are
/// empty.
std::optional<ChessFault> fault_in_en_passant(const Setup& setup) {
  if (!setup.en_passant) return {};
  const Square passed = *setup.en_passant;
  const Color mover = opposite(setup.side_to_move);
  const int forward = mover == Color::White ? 1 : -1;
  const auto impossible = [&](std::string why) {
    return fault(ChessError::EnPassantImpossible,
                 fmt::format("en passant on {} is impossible: {}", passed.name(), why));
  };
  if (passed.rank() != (mover == Color::White ? 2 : 5)) {
    return impossible(fmt::format("with {} to move the square is on rank {}",
                                  name(setup.side_to_move), mover == Color::White ? 3 : 6));
  }
  const Square start(passed.file(), passed.rank() - forward);
  const Square end(passed.file(), passed.rank() + forward);
  if (setup[end] != Piece{mover, PieceType::Pawn}) {
    return impossible(
        fmt::format("no {} pawn on {}", mover == Color::White ? "white" : "black", end.name()));
  }
  for (const Square square : {passed, start}) {
    if (setup[square]) return impossible(fmt::format("{} is not empty", square.name()));
  }
  return {};
}

}  // namespace

/// First what can be said of the men alone, so that the later questions have sense: there is a king
/// to be attacked, and a pawn to be captured en passant.
Result<Position, ChessFault> Position::create(const Setup& setup) {
  const Census census = count_men(setup);
  for (const Color color : kColors) {
    if (auto found = fault_in_men(census, color)) return *found;
  }
  if (auto found = fault_in_pawns(setup)) return *found;
  if (auto found = fault_in_castling(setup)) return *found;
  if (auto found = fault_in_en_passant(setup)) return *found;

  Position position;
  position.types_.elements.fill(kNobody);
  for (const Square square : kAllSquares) {
    const std::optional<Piece> piece = setup[square];
    if (piece) position.put(piece->color, piece->type, square);
  }
  position.side_to_move_ = setup.side_to_move;
  position.castling_ = setup.castling;
  position.halfmove_clock_ =
      static_cast<std::uint16_t>(std::min(setup.halfmove_clock, kLargestClock));
  position.fullmove_number_ =
      static_cast<std::uint16_t>(std::min(setup.fullmove_number, kLargestClock));
  if (setup.en_passant) {
    position.en_passant_ = setup.en_passant->byte();
    position.can_capture_en_passant_ = position.any_en_passant_is_legal(*setup.en_passant);
  }
  position.key_ = position.computed_key();

  const Color waiting = opposite(setup.side_to_move);
  const Square king = position.king(waiting);
  const Bitboard attackers =
      position.attackers_of(king, position.occupied()) & position.men_of(setup.side_to_move);
  if (attackers.contains(position.king(setup.side_to_move))) {
    return ChessFault{
        ChessError::KingCapturable,
        fmt::format("the kings on {} and {} stand side by side", position.king(Color::White).name(),
                    position.king(Color::Black).name())};
  }
  if (!attackers.empty()) {
    return ChessFault{ChessError::KingCapturable,
                      fmt::format("{} is to move and could capture the king on {}",
                                  name(setup.side_to_move), king.name())};
  }
  return position;
}

Position Position::initial() {
  constexpr std::array kOfficers{PieceType::Rook,   PieceType::Knight, PieceType::Bishop,
                                 PieceType::Queen,  PieceType::King,   PieceType::Bishop,
                                 PieceType::Knight, PieceType::Rook};
  Setup setup;
  for (int file = 0; file < 8; ++file) {
    const PieceType officer = kOfficers[file];
    setup[Square(file, 0)] = Piece{Color::White, officer};
    setup[Square(file, 1)] = Piece{Color::White, PieceType::Pawn};
    setup[Square(file, 6)] = Piece{Color::Black, PieceType::Pawn};
    setup[Square(file, 7)] = Piece{Color::Black, officer};
  }
  setup.castling = CastlingRights::all();
  return create(setup).value();
}

Setup Position::setup() const {
  Setup setup;
  for (const Square square : occupied()) setup[square] = piece_at(square);
  setup.side_to_move = side_to_move();
  setup.castling = castling();
  setup.en_passant = en_passant();
  setup.halfmove_clock = halfmove_clock();
  setup.fullmove_number = fullmove_number();
  return setup;
}

std::optional<Piece> Position::piece_at(Square square) const {
  if (!occupied().contains(square)) return {};
  const Color color = men_of(Color::White).contains(square) ? Color::White : Color::Black;
  return Piece{color, type_at(square)};
}

/// The possibility to capture en passant lasts for one move and is gone.
Position Position::after_passing() const {
  assert(!in_check());
  Position next = *this;
  if (can_capture_en_passant_) next.key_ ^= zobrist::en_passant(Square(en_passant_));
  next.en_passant_ = kNoSquare;
  next.can_capture_en_passant_ = false;
  next.halfmove_clock_ += halfmove_clock_ < kLargestClock;
  next.fullmove_number_ += side_to_move_ == Color::Black && fullmove_number_ < kLargestClock;
  next.side_to_move_ = opposite(side_to_move_);
  next.key_ ^= zobrist::kNumbers.black_to_move;
  return next;
}

/// The sum, by exclusive or, of a number for each man on its square, for the rights, for the file
/// of a possible en passant capture, and for Black to move.
std::uint64_t Position::computed_key() const {
  std::uint64_t key = zobrist::castling(castling_);
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      for (const Square square : men_of(color, type)) key ^= zobrist::man(color, type, square);
    }
  }
  if (can_capture_en_passant_) key ^= zobrist::en_passant(Square(en_passant_));
  if (side_to_move_ == Color::Black) key ^= zobrist::kNumbers.black_to_move;
  return key;
}

/// With pawns, rooks or queens a mate is possible as a rule, if only by the other side's help; two
/// knights, or a knight and anything, can be helped to one as well.
bool Position::can_mate(Color color) const {
  const Bitboard own = men_of(color);
  const Bitboard queens = men_of(PieceType::Queen), knights = men_of(PieceType::Knight);
  const Bitboard pawns = men_of(PieceType::Pawn), bishops = men_of(PieceType::Bishop);
  if (!(own & (pawns | queens | men_of(PieceType::Rook))).empty()) return true;
  if (!(own & knights).empty()) {
    const Bitboard others = occupied() - own - queens - men_of(PieceType::King);
    return own.count() > 2 || !others.empty();
  }
  if ((own & bishops).empty()) return false;
  const bool of_one_colour = (bishops & kLightSquares).empty() || (bishops - kLightSquares).empty();
  return !of_one_colour || !(knights | pawns).empty();
}

bool Position::insufficient_material() const {
  return !can_mate(Color::White) && !can_mate(Color::Black);
}

}  // namespace lucena
