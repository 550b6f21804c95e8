// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <set>

#include "chess/fen.h"
#include "engine/heuristic_player.h"
#include "support/random_positions.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::below;
using test::Random;

/// A random position with these men of White against a bare king that White wins, White to move.
Position won_position(const std::vector<PieceType>& pieces, Random& random) {
  while (true) {
    Setup setup;
    std::vector<Piece> men{{Color::White, PieceType::King}, {Color::Black, PieceType::King}};
    for (const PieceType type : pieces) men.push_back({Color::White, type});
    for (const Piece man : men) {
      Square square(static_cast<int>(below(64, random)));
      while (setup[square]) square = Square(static_cast<int>(below(64, random)));
      setup[square] = man;
    }
    const auto position = Position::create(setup);
    if (!position) continue;
    const auto answer = test::small_oracle().answer(*position);
    if (answer->outcome == Outcome::Win) return *position;
  }
}

/// Whether the player mates within 50 moves against whoever resists for as long as possible.
bool mates(HeuristicPlayer& player, const Position& start) {
  Game game(start);
  for (int ply = 0; ply < 100; ++ply) {
    const GameStatus status = game.status();
    if (status != GameStatus::InProgress) return status == GameStatus::Checkmate;
    if (game.repetitions() >= 3) return false;
    const bool ours = game.position().side_to_move() == Color::White;
    game.make(ours ? player.choose(game)
                   : test::small_oracle().answer(game.position())->moves.front().move);
  }
  return game.status() == GameStatus::Checkmate;
}

/// How many of so many won positions are won in practice.
int count_mates(const std::vector<PieceType>& pieces, int games) {
  Random random(2718);
  HeuristicPlayer player({.seed = 1});
  int count = 0;
  for (int i = 0; i < games; ++i) {
    const Position start = won_position(pieces, random);
    const bool won = mates(player, start);
    EXPECT_TRUE(won) << to_fen(start);
    count += won;
  }
  return count;
}

TEST(Mating, DrivesABareKingToItsMate) {
  EXPECT_EQ(count_mates({PieceType::Queen}, 6), 6);
  EXPECT_EQ(count_mates({PieceType::Rook}, 6), 6);
  EXPECT_EQ(count_mates({PieceType::Bishop, PieceType::Bishop}, 6), 6);
}

TEST(Mating, KnowsTheRightCornerForBishopAndKnight) {
  EXPECT_EQ(count_mates({PieceType::Bishop, PieceType::Knight}, 6), 6);
}

TEST(HeuristicPlayer, ChoosesTheSameWithTheSameSeed) {
  const Game game;
  EXPECT_EQ(HeuristicPlayer({.nodes = 2000, .seed = 5}).choose(game),
            HeuristicPlayer({.nodes = 2000, .seed = 5}).choose(game));
}

TEST(HeuristicPlayer, LeavesEqualMovesToChance) {
  // Bare kings: everything is drawn, and what is played depends on the seed alone.
  const Game game(parse_fen("8/8/8/3k4/8/8/8/KB6 w - - 0 1").value());
  std::set<std::uint16_t> chosen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    chosen.insert(HeuristicPlayer({.nodes = 200, .seed = seed}).choose(game).bits());
  }
  EXPECT_GT(chosen.size(), 3u);
}

}  // namespace
}  // namespace lucena
