// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/illegal_move.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "chess/attacks.h"

namespace lucena {
namespace {

/// A reason, or none: then nothing is in the way.
using Reason = std::optional<std::string>;

Bitboard step_forward(Color color, Bitboard pawns) {
  return color == Color::White ? shift<Direction::North>(pawns) : shift<Direction::South>(pawns);
}

/// Where the pawn could step on an empty board.
Bitboard pawn_steps(Color color, Square from) {
  const Bitboard one_step = step_forward(color, Bitboard(from));
  const bool unmoved = from.rank() == (color == Color::White ? 1 : 6);
  return unmoved ? one_step | step_forward(color, one_step) : one_step;
}

/// Where the man could go on a board that holds just what it needs. For a pawn this is up to four
/// squares: on e2 d3 and f3, e3 and e4.
Bitboard geometry(Piece man, Square from) {
  if (man.type != PieceType::Pawn) return piece_attacks(man.type, from, Bitboard());
  return pawn_attacks(man.color, from) | pawn_steps(man.color, from);
}

/// The nearest man on the way is the one to name.
Reason blocked_way(const Position& position, Square from, Square to) {
  for (const Square square : squares_between(from, to) & position.occupied()) {
    const bool nearest = (squares_between(from, square) & position.occupied()).empty();
    if (!nearest) continue;
    return fmt::format("the way from {} to {} is blocked on {}", from.name(), to.name(),
                       square.name());
  }
  return {};
}

/// A pawn that goes diagonally captures, or would like to: beside an enemy pawn on the fifth rank
/// it has en passant in mind.
Reason pawn_capture_obstacle(const Position& position, Square from, Square to) {
  const Color them = opposite(position.side_to_move());
  if (position.men_of(them).contains(to) || position.en_passant() == to) return {};
  const Square beside(to.file(), from.rank());
  const bool pawn_beside = position.men_of(them, PieceType::Pawn).contains(beside);
  const bool fifth_rank = from.rank() == (them == Color::Black ? 4 : 3);
  if (pawn_beside && fifth_rank) {
    return fmt::format("en passant is not possible on {}", to.name());
  }
  return fmt::format("there is nothing to capture on {}", to.name());
}

/// The rules in the order in which people think of them: the right, the way, then the checks.
Reason castling_obstacle(const Position& position, CastlingSide side) {
  const Color us = position.side_to_move();
  const CastlingPath path = castling_path(us, side);
  if (!position.castling().has(us, side)) {
    return fmt::format("{} has no right to castle on the {}'s side", name(us),
                       side == CastlingSide::King ? "king" : "queen");
  }
  if (!(squares_between(path.king_from, path.rook_from) & position.occupied()).empty()) {
    return "the squares between king and rook are not empty";
  }
  const auto attacked = [&](Square square) {
    return !(position.attackers_of(square, position.occupied()) & position.men_of(opposite(us)))
                .empty();
  };
  if (position.in_check()) return "the king cannot castle out of check";
  for (const Square crossed : squares_between(path.king_from, path.king_to)) {
    if (attacked(crossed)) {
      return fmt::format("the king cannot castle through check over {}", crossed.name());
    }
  }
  if (attacked(path.king_to)) return "the king cannot castle into check";
  return {};
}

Reason own_man_on(const Position& position, Square square) {
  const auto man = position.piece_at(square);
  if (!man || man->color != position.side_to_move()) return {};
  return fmt::format("{} is occupied by your own {}", square.name(), name(man->type));
}

/// What keeps the man of the side to move on `from` from going to `to`, check left aside. Castling
/// first, because to castle is no step that a king's geometry knows. Then the shape of the move,
/// what is in the way, and what stands at its end: the first of these that fails is named.
Reason obstacle(const Position& position, Square from, Square to) {
  const Piece man = *position.piece_at(from);
  if (man.type == PieceType::King) {
    for (const CastlingSide side : kCastlingSides) {
      const CastlingPath path = castling_path(man.color, side);
      if (path.king_from == from && path.king_to == to) return castling_obstacle(position, side);
    }
  }
  if (from == to) return fmt::format("the {} already stands on {}", name(man.type), to.name());
  if (!geometry(man, from).contains(to)) {
    return fmt::format("a {} does not move like that from {} to {}", name(man.type), from.name(),
                       to.name());
  }
  if (Reason reason = blocked_way(position, from, to)) return reason;
  if (Reason reason = own_man_on(position, to)) return reason;
  if (man.type != PieceType::Pawn) return {};
  if (pawn_attacks(man.color, from).contains(to)) return pawn_capture_obstacle(position, from, to);
  if (!position.occupied().contains(to)) return {};
  return fmt::format("{} is occupied, and a pawn captures only diagonally", to.name());
}

/// Why a move without obstacle is not legal: there is only one reason left. A move can block or
/// capture a single checker and still be illegal: then the man is pinned to the king by another
/// one, and that is what there is to say.
std::string exposed_king(const Position& position, Square from, Square to) {
  const Square king = position.king(position.side_to_move());
  if (from == king) return fmt::format("the king would be in check on {}", to.name());
  const Bitboard checkers = position.checkers();
  if (checkers.empty()) return "that leaves the king in check";
  const Bitboard remedies = squares_between(king, checkers.first()) | checkers;
  const bool pinned = !checkers.more_than_one() && remedies.contains(to);
  if (pinned) return "that leaves the king in check";
  return "the king is in check and that does not stop it";
}

/// The men that the reading may mean.
Bitboard candidates(const Position& position, const MoveReading& reading) {
  const Color us = position.side_to_move();
  const Bitboard men = reading.type ? position.men_of(us, *reading.type) : position.men_of(us);
  return men & reading.origins;
}

/// The candidates that only check can stop.
Bitboard reaching(const Position& position, const MoveReading& reading) {
  Bitboard men;
  for (const Square from : candidates(position, reading)) {
    if (!obstacle(position, from, reading.to)) men |= Bitboard(from);
  }
  return men;
}

/// " on the b-file", " on rank 1" or nothing.
std::string origin_phrase(const MoveReading& reading) {
  for (int i = 0; i < 8; ++i) {
    if (reading.origins == file_squares(i)) return fmt::format(" on the {:c}-file", 'a' + i);
    if (reading.origins == rank_squares(i)) return fmt::format(" on rank {}", i + 1);
  }
  return "";
}

/// The text names the man's square: who stands there, and what keeps it from going.
std::string why_not_from(const Position& position, const MoveReading& reading) {
  const Square from = reading.origins.first();
  const auto man = position.piece_at(from);
  if (!man) return fmt::format("there is no man on {}", from.name());
  if (man->color != position.side_to_move()) {
    return fmt::format("the man on {} is {}'s", from.name(), name(man->color));
  }
  if (reading.type && man->type != *reading.type) {
    return fmt::format("the man on {} is a {}, not a {}", from.name(), name(man->type),
                       name(*reading.type));
  }
  if (const Reason reason = obstacle(position, from, reading.to)) return *reason;
  return exposed_king(position, from, reading.to);
}

/// The candidates that the shape of the move fits. To a bare square a pawn only steps forward. "e4"
/// with pawns on e2 and d3 can mean the first one alone.
Bitboard fitting(const Position& position, const MoveReading& reading) {
  const Bitboard pawns = position.men_of(PieceType::Pawn);
  const bool bare_square = !reading.type && !reading.capture;
  Bitboard fits;
  for (const Square from : candidates(position, reading)) {
    if (geometry(*position.piece_at(from), from).contains(reading.to)) fits |= Bitboard(from);
  }
  if (bare_square) fits -= pawns - file_squares(reading.to.file());
  const bool pawn_first = bare_square && !(fits & pawns).empty();
  return pawn_first ? fits & pawns : fits;
}

/// The text names no square. If some man could get there but for check, check is the reason; if
/// only one man can be meant, its own obstacle is; else there is no more to say than that nobody
/// gets there.
std::string why_nobody(const Position& position, const MoveReading& reading) {
  const Bitboard reachers = reaching(position, reading);
  if (!reachers.empty()) return exposed_king(position, reachers.first(), reading.to);
  const std::string_view kind = reading.type ? name(*reading.type) : "man";
  const std::string where = origin_phrase(reading);
  const Bitboard men = candidates(position, reading);
  if (men.empty()) return fmt::format("{} has no {}{}", name(position.side_to_move()), kind, where);
  if (const Reason reason = own_man_on(position, reading.to)) return *reason;
  const Bitboard fits = fitting(position, reading);
  const Bitboard meant = fits.empty() ? men : fits;
  if (!meant.more_than_one()) return *obstacle(position, meant.first(), reading.to);
  return fmt::format("no {}{} can reach {}", kind, where, reading.to.name());
}

}  // namespace

Nearness nearness(const Position& position, const MoveReading& reading) {
  if (candidates(position, reading).empty()) return Nearness::NoSuchMan;
  if (reaching(position, reading).empty()) return Nearness::OutOfReach;
  return Nearness::WithinReachButForCheck;
}

/// "O-O" is judged by the rules of castling, which know better reasons than those of a king's step.
ChessFault why_illegal(const Position& position, const MoveReading& reading) {
  const auto illegal = [](std::string why) {
    return ChessFault{ChessError::MoveIllegal, std::move(why)};
  };
  if (reading.castling) {
    if (const Reason reason = castling_obstacle(position, *reading.castling)) {
      return illegal(*reason);
    }
  }
  return illegal(reading.names_origin() ? why_not_from(position, reading)
                                        : why_nobody(position, reading));
}

}  // namespace lucena
