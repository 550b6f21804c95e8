// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/legal_moves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

TEST(IsLegal, AgreesWithTheListForEveryPattern) {
  test::Random random(11);
  std::vector<Position> positions = test::random_walk(Position::initial(), 150, random);
  for (int i = 0; i < 30; ++i) {
    positions.push_back(
        test::random_placement(static_cast<int>(4 + test::below(8, random)), random));
  }
  positions.push_back(parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").value());
  positions.push_back(parse_fen("8/P6k/8/8/3Pp3/8/8/K7 b - d3 0 1").value());
  for (const Position& position : positions) {
    const MoveList legal = legal_moves(position);
    std::size_t count = 0;
    for (unsigned bits = 1; bits < 65536; ++bits) {
      const Move move = Move::from_bits(static_cast<std::uint16_t>(bits));
      const bool listed = std::find(legal.begin(), legal.end(), move) != legal.end();
      ASSERT_EQ(is_legal(position, move), listed) << to_fen(position) << ' ' << bits;
      count += listed;
    }
    EXPECT_EQ(count, legal.size());
  }
}

TEST(AfterPassing, OnlyTheOtherSideIsToMove) {
  test::Random random(12);
  for (const Position& position : test::random_walk(Position::initial(), 200, random)) {
    if (position.in_check()) continue;
    const Position passed = position.after_passing();
    EXPECT_EQ(passed.key(), passed.computed_key()) << to_fen(position);
    EXPECT_EQ(passed.side_to_move(), opposite(position.side_to_move()));
    EXPECT_EQ(passed.occupied(), position.occupied());
    EXPECT_FALSE(passed.en_passant());
  }
}

}  // namespace
}  // namespace lucena
