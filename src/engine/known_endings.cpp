// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/known_endings.h"

#include <algorithm>
#include <cstdlib>

#include "engine/static_exchange.h"

namespace lucena {
namespace {

constexpr Bitboard kRookFiles = file_squares(0) | file_squares(7);

/// A rook's squares from one to the other; finer than the king's moves.
int steps(Square a, Square b) {
  return std::abs(a.file() - b.file()) + std::abs(a.rank() - b.rank());
}

/// 0 in the four squares of the centre, 6 in a corner.
int steps_from_centre(Square square) {
  return std::max(3 - square.file(), square.file() - 4) +
         std::max(3 - square.rank(), square.rank() - 4);
}

/// Bishops on squares of one colour never mate a bare king, however many they are.
bool has_both_bishop_colours(Bitboard bishops) {
  return !(bishops & kLightSquares).empty() && !(bishops - kLightSquares).empty();
}

/// Without pawns, against a bare king. Two knights cannot, three can.
bool can_force_mate(const Position& position, Color strong) {
  const Bitboard knights = position.men_of(strong, PieceType::Knight);
  const Bitboard bishops = position.men_of(strong, PieceType::Bishop);
  if (!position.men_of(strong, PieceType::Queen).empty()) return true;
  if (!position.men_of(strong, PieceType::Rook).empty()) return true;
  if (has_both_bishop_colours(bishops)) return true;
  if (!bishops.empty() && !knights.empty()) return true;
  return knights.count() >= 3;
}

bool is_bishop_and_knight(const Position& position, Color strong) {
  return position.men_of(strong).count() == 3 &&
         position.men_of(strong, PieceType::Bishop).count() == 1 &&
         position.men_of(strong, PieceType::Knight).count() == 1;
}

/// In centipawns, by what men are worth in exchanges.
Value material_of(const Position& position, Color color) {
  Value sum = 0;
  for (const PieceType type : kPieceTypes) {
    sum += position.men_of(color, type).count() * exchange_value(type);
  }
  return sum;
}

/// Greater the nearer the bare king is to its mate. Steps to the edge count for more than steps of
/// the stronger king, or it would not let go of the centre. Two opposite corners are 14 rook's
/// steps apart.
Value mop_up(const Position& position, Color strong) {
  constexpr Value kSurelyWon = 1000;
  const Square bare = position.king(opposite(strong));
  const Square helper = position.king(strong);
  Value value = kSurelyWon + material_of(position, strong) - 6 * steps(bare, helper);
  if (is_bishop_and_knight(position, strong)) {
    const bool light = position.men_of(strong, PieceType::Bishop).first().is_light();
    const Square corner = light ? "h1"_sq : "a1"_sq;
    const Square other = light ? "a8"_sq : "h8"_sq;
    // The bare king has to go along the edge to one of two corners, so the way there counts more
    // than the edge itself.
    value += 16 * (14 - std::min(steps(bare, corner), steps(bare, other)));
    value += 14 * steps_from_centre(bare);
    const Square knight = position.men_of(strong, PieceType::Knight).first();
    value -= 2 * king_distance(knight, bare);
  } else {
    value += 16 * steps_from_centre(bare);
  }
  return value;
}

/// A bishop that does not guard the promotion square of its rook pawns does not win if the other
/// king gets there.
bool has_wrong_bishop(const Position& position, Color stronger) {
  const Bitboard pawns = position.men_of(stronger, PieceType::Pawn);
  const Bitboard bishops = position.men_of(stronger, PieceType::Bishop);
  if (pawns.empty() || !(pawns - kRookFiles).empty()) return false;
  if (!(pawns & file_squares(0)).empty() && !(pawns & file_squares(7)).empty()) return false;
  const Bitboard pieces = position.men_of(stronger) - pawns - bishops;
  if (pieces.more_than_one()) return false;  // more than the king
  const Square corner(pawns.first().file(), stronger == Color::White ? 7 : 0);
  if (!bishops.empty()) {
    const bool right =
        corner.is_light() ? !(bishops & kLightSquares).empty() : !(bishops - kLightSquares).empty();
    if (right) return false;
  }
  return king_distance(position.king(opposite(stronger)), corner) <= 1;
}

/// One bishop each, on different colours, and nothing else but pawns.
bool opposite_bishops_alone(const Position& position) {
  const Bitboard others = position.men_of(PieceType::Knight) | position.men_of(PieceType::Rook) |
                          position.men_of(PieceType::Queen);
  const Bitboard bishops = position.men_of(PieceType::Bishop);
  return others.empty() && (bishops & position.men_of(Color::White)).count() == 1 &&
         (bishops & position.men_of(Color::Black)).count() == 1 && has_both_bishop_colours(bishops);
}

}  // namespace

/// Bare kings and a minor piece are draws at once. With pawns nothing is known.
std::optional<Value> known_ending(const Position& position) {
  if (!position.men_of(PieceType::Pawn).empty()) return {};
  if (position.insufficient_material()) return kDrawValue;
  for (const Color strong : kColors) {
    if (position.men_of(opposite(strong)).more_than_one()) continue;
    if (!can_force_mate(position, strong)) return kDrawValue;
    const Value value = mop_up(position, strong);
    return position.side_to_move() == strong ? value : -value;
  }
  return {};
}

/// In 64ths: with opposite bishops alone 28 for one pawn, 32 for two; a single pawn is easily
/// exchanged and counts 52.
int ending_scale(const Position& position, Color stronger) {
  const Bitboard pawns = position.men_of(stronger, PieceType::Pawn);
  if (pawns.empty()) {
    // Without pawns a minor piece more does not win.
    const Value ahead = material_of(position, stronger) - material_of(position, opposite(stronger));
    if (ahead <= exchange_value(PieceType::Bishop)) return 8;
  }
  if (has_wrong_bishop(position, stronger)) return 0;
  if (opposite_bishops_alone(position)) return 24 + 4 * pawns.count();
  if (!pawns.more_than_one() && pawns.count() == 1) return 52;
  return kWholeScale;
}

}  // namespace lucena
