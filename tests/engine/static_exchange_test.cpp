// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/static_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

/// What an exchange on one square gains by trying every order of captures that uses the least
/// valuable man: the slow twin.
Value exchange(const Position& position, Square square, Bitboard occupied, Color side,
               Value on_square) {
  const Bitboard attackers =
      position.attackers_of(square, occupied) & occupied & position.men_of(side);
  const Bitboard enemies =
      position.attackers_of(square, occupied) & occupied & position.men_of(opposite(side));
  for (const PieceType type : kPieceTypes) {
    const Bitboard some = attackers & position.men_of(type);
    if (some.empty()) continue;
    if (type == PieceType::King && !enemies.empty()) return 0;
    const Value rest = exchange(position, square, occupied - Bitboard(some.first()), opposite(side),
                                exchange_value(type));
    return std::max(0, on_square - rest);
  }
  return 0;
}

Value slow_gain(const Position& position, Move move) {
  const PieceType mover = position.type_at(move.from());
  const Value gain =
      position.occupied().contains(move.to()) ? exchange_value(position.type_at(move.to())) : 0;
  const Bitboard occupied = (position.occupied() - Bitboard(move.from())) | Bitboard(move.to());
  return gain - exchange(position, move.to(), occupied, opposite(position.side_to_move()),
                         exchange_value(mover));
}

TEST(StaticExchange, MatchesItsSlowTwin) {
  test::Random random(7);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    for (const Position& position : test::random_walk(Position::initial(), 60, random)) {
      for (const Move move : legal_moves(position)) {
        if (move.kind() != MoveKind::Ordinary) continue;
        const Value gain = slow_gain(position, move);
        EXPECT_TRUE(exchange_gains(position, move, gain)) << to_fen(position) << to_uci(move);
        EXPECT_FALSE(exchange_gains(position, move, gain + 1)) << to_fen(position) << to_uci(move);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10000);
}

TEST(StaticExchange, CountsPromotionsAndCapturesInPassing) {
  const Position promotes = parse_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1").value();
  EXPECT_TRUE(exchange_gains(promotes, parse_uci(promotes, "a7a8q").value(), 850));
  EXPECT_FALSE(exchange_gains(promotes, parse_uci(promotes, "a7a8q").value(), 851));
  const Position passes = parse_fen("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1").value();
  EXPECT_TRUE(exchange_gains(passes, parse_uci(passes, "e5d6").value(), 100));
}

}  // namespace
}  // namespace lucena
