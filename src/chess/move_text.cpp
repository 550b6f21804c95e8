// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/move_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/text.h"
#include "chess/illegal_move.h"
#include "chess/legal_moves.h"
#include "chess/move_reading.h"

namespace lucena {
namespace {

constexpr std::string_view kPromotionLetters = "nbrq";

/// The part of the origin that tells the man from others of its kind that may go to the same
/// square: the file if that is enough, else the rank if that is, else both. Knights on c4, f1 and
/// f3 go Ncd2, N1d2 and N3d2. Of queens on a1, a3 and c1 the first one goes Qa1c3, since it shares
/// its file with the second and its rank with the third.
std::string disambiguation(const Position& position, Move move, PieceType type) {
  bool rival = false, same_file = false, same_rank = false;
  for (const Move other : legal_moves(position)) {
    if (other.to() != move.to() || other.from() == move.from()) continue;
    if (position.piece_at(other.from())->type != type) continue;
    rival = true;
    same_file |= other.from().file() == move.from().file();
    same_rank |= other.from().rank() == move.from().rank();
  }
  if (!rival) return "";
  if (!same_file) return {move.from().file_letter()};
  if (!same_rank) return {move.from().rank_digit()};
  return move.from().name();
}

/// Without the mark of check or mate.
std::string bare_san(const Position& position, Move move) {
  if (move.kind() == MoveKind::Castling) return move.to().file() == 6 ? "O-O" : "O-O-O";
  const PieceType type = position.piece_at(move.from())->type;
  const bool capture = position.is_capture(move);
  std::string san;
  if (type != PieceType::Pawn) {
    san += letter(type);
    san += disambiguation(position, move, type);
  } else if (capture) {
    san += move.from().file_letter();
  }
  if (capture) san += 'x';
  san += move.to().name();
  if (move.kind() == MoveKind::Promotion) {
    san += '=';
    san += letter(move.promoted());
  }
  return san;
}

/// "two knights can reach d2: Nbd2 or Nfd2". Each move is written as it should have been typed.
ChessFault ambiguous(const Position& position, const MoveList& moves) {
  constexpr std::array<std::string_view, 9> kCounts{"no",   "one", "two",   "three", "four",
                                                    "five", "six", "seven", "eight"};
  const PieceType type = position.piece_at(moves[0].from())->type;
  bool one_kind = true;
  std::string list;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    one_kind = one_kind && position.piece_at(moves[i].from())->type == type;
    if (i > 0) list += i + 1 == moves.size() ? " or " : ", ";
    list += bare_san(position, moves[i]);
  }
  const std::string count = moves.size() < kCounts.size() ? std::string(kCounts[moves.size()])
                                                          : std::to_string(moves.size());
  return {ChessError::MoveAmbiguous, fmt::format("{} {} can reach {}: {}", count,
                                                 one_kind ? fmt::format("{}s", name(type)) : "men",
                                                 moves[0].to().name(), list)};
}

/// The squares fit a legal move, but what is said about promoting does not: "e8" where a pawn gets
/// there, "e4=Q" where it does not, or "e8=K".
ChessFault wrong_promotion(const Position& position, Move legal, const MoveReading& reading) {
  if (legal.kind() != MoveKind::Promotion) {
    return {ChessError::MoveIllegal, "only a pawn on the last rank can promote"};
  }
  if (reading.promoted) {
    return {ChessError::MoveIllegal,
            fmt::format("a pawn can become a queen, rook, bishop or knight, not a {}",
                        name(*reading.promoted))};
  }
  const Move queen = Move::promotion(legal.from(), legal.to(), PieceType::Queen);
  return {ChessError::MoveIllegal,
          fmt::format("a pawn reaching the last rank must become a queen, rook, bishop or knight: "
                      "write {}",
                      bare_san(position, queen))};
}

/// Whether a reading may mean a move. "g1" alone does not mean castling; "Kg1" and "e1g1" do.
bool fits(const Position& position, Move move, const MoveReading& reading) {
  if (move.to() != reading.to || !reading.origins.contains(move.from())) return false;
  if (reading.type) return position.men_of(*reading.type).contains(move.from());
  return move.kind() != MoveKind::Castling || reading.names_origin();
}

/// The move, or what is wrong with the reading; nothing if no legal move comes near it. Three
/// results and not two: a reading can be right, wrong in a way that is worth telling, or about
/// nothing that is possible here, in which case the next reading is tried.
std::optional<Result<Move, ChessFault>> resolve(const Position& position, const MoveList& legal,
                                                const MoveReading& reading) {
  std::optional<Move> near;
  MoveList exact;
  for (const Move move : legal) {
    if (!fits(position, move, reading)) continue;
    near = move;
    const bool promotes = move.kind() == MoveKind::Promotion;
    if (promotes ? reading.promoted == move.promoted() : !reading.promoted) exact.push_back(move);
  }
  if (!near) return {};
  if (exact.empty()) return wrong_promotion(position, *near, reading);
  if (exact.size() > 1) return ambiguous(position, exact);
  if (reading.capture && !position.is_capture(exact[0])) {
    return ChessFault{ChessError::MoveIllegal,
                      fmt::format("there is nothing to capture on {}", reading.to.name())};
  }
  return exact[0];
}

/// Readings come with the likelier ones first, so the first that means anything counts. If none
/// does, the reason is given for the one that came nearest to being legal, the last one among
/// equals.
Result<Move, ChessFault> choose(const Position& position,
                                const std::vector<MoveReading>& readings) {
  const MoveList legal = legal_moves(position);
  for (const MoveReading& reading : readings) {
    if (auto resolved = resolve(position, legal, reading)) return *resolved;
  }
  const MoveReading* nearest = &readings.front();
  for (const MoveReading& reading : readings) {
    if (nearness(position, reading) >= nearness(position, *nearest)) nearest = &reading;
  }
  return why_illegal(position, *nearest);
}

/// How programs write "the player passes", which engines and analysts do and the rules do not
/// allow.
bool is_null_move(std::string_view text) {
  constexpr std::array<std::string_view, 4> kNullMoves{"--", "0000", "Z0", "<>"};
  return std::find(kNullMoves.begin(), kNullMoves.end(), text) != kNullMoves.end();
}

}  // namespace

std::string to_uci(Move move) {
  std::string uci = move.from().name() + move.to().name();
  if (move.kind() == MoveKind::Promotion) {
    uci += letter(Piece{Color::Black, move.promoted()});  // lower case
  }
  return uci;
}

/// The mark of check or mate needs the position after the move.
std::string to_san(const Position& position, Move move) {
  std::string san = bare_san(position, move);
  const Position next = position.after(move);
  if (next.in_check()) san += has_legal_move(next) ? '+' : '#';
  return san;
}

/// A reading with one origin, and no other way to understand it.
Result<Move, ChessFault> parse_uci(const Position& position, std::string_view text) {
  const auto from = Square::parse(text.substr(0, 2));
  const auto to = Square::parse(text.substr(std::min<std::size_t>(2, text.size()), 2));
  const bool promotes = text.size() == 5 && kPromotionLetters.find(text[4]) != text.npos;
  if (!from || !to || (text.size() != 4 && !promotes)) {
    return ChessFault{ChessError::MoveText,
                      fmt::format("'{}' is not a move such as e2e4 or e7e8q", printable(text))};
  }
  MoveReading reading{.origins = Bitboard(*from), .to = *to};
  if (promotes) reading.promoted = parse_piece(text[4])->type;
  return choose(position, {reading});
}

Result<Move, ChessFault> parse_move(const Position& position, std::string_view text) {
  const std::string_view trimmed = trim(text);
  if (is_null_move(trimmed)) {
    return ChessFault{ChessError::MoveText,
                      fmt::format("'{}' is not a move: a player may not pass", trimmed)};
  }
  const std::vector<MoveReading> readings = move_readings(trimmed, position.side_to_move());
  if (readings.empty()) {
    return ChessFault{ChessError::MoveText, fmt::format("'{}' is not a move", printable(trimmed))};
  }
  return choose(position, readings);
}

}  // namespace lucena
