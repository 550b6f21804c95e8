// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "console/game_end.h"
#include "console/human_player.h"
#include "console/self_play.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::position;
using test::small_oracle;

PlayerSpec human(unsigned elo) {
  PlayerSpec spec(PlayerKind::Human);
  spec.elo = elo;
  return spec;
}

/// A game of chess without tables; what White scores in halves of a point. After 150 moves it is a
/// draw.
int whole_game(unsigned white_elo, unsigned black_elo, std::uint64_t seed) {
  const auto white = make_player(human(white_elo), 2 * seed, small_oracle());
  const auto black = make_player(human(black_elo), 2 * seed + 1, small_oracle());
  Game game;
  while (game.moves().size() < 300 && !end_of(game, {})) {
    Player& mover = game.position().side_to_move() == Color::White ? *white : *black;
    game.make(mover.choose({game}).value());
  }
  const auto end = end_of(game, {});
  if (!end || end->result == GameResult::Draw) return 1;
  return end->result == GameResult::WhiteWins ? 2 : 0;
}

TEST(HumanStrength, IsWorthItsElo) {
  const std::size_t games = test::by_effort<std::size_t>(3, 100);
  std::size_t lost = 0;
  int halves = 0;
  for (std::size_t i = 0; i < games; ++i) {
    const bool white = i % 2 == 0;  // the weaker one
    const int score = white ? whole_game(1200, 1800, i) : 2 - whole_game(1800, 1200, i);
    halves += score;
    lost += score == 0;
  }
  std::printf("Elo 1200 against 1800: %zu of %zu games lost, %.1f points\n", lost, games,
              halves / 2.0);
  EXPECT_GE(100 * lost, 80 * games);
}

TEST(Human, LosesResultsBeforeMoves) {
  const Answer answer = small_oracle().answer(position("8/8/8/8/8/2k5/8/K6R w - - 0 1")).value();
  const GradedMove& best = answer.moves.front();
  EXPECT_EQ(table_loss(best, best), 0);
  for (const GradedMove& move : answer.moves) {
    const double loss = table_loss(move, best);
    EXPECT_EQ(loss == 0, move.distance == best.distance || move.best);
    EXPECT_EQ(loss >= 400, move.outcome != Outcome::Win);
  }
}

/// Rook against king: the better the player, the fewer wins slip away and moves are lost.
TEST(Human, ErrsLessTheStrongerItIs) {
  std::vector<unsigned> lost;
  for (const unsigned elo : {600u, 1400u, 2600u}) {
    unsigned moves = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const SelfPlayOptions options{.rules = {},
                                    .players = {human(elo), PlayerKind::Perfect},
                                    .max_moves = 20,
                                    .seed = 2 * seed};
      const auto game = self_play(small_oracle(), position("8/8/8/8/8/2k5/8/K6R w - - 0 1"),
                                  options, [](const GameRecord&) {});
      const Scorecard card = game->record.scorecard(Color::White);
      moves += card.moves_lost + 50 * card.results_changed;
    }
    lost.push_back(moves);
  }
  EXPECT_GT(2 * lost[0], 3 * lost[1]);
  EXPECT_GT(lost[1], 2 * lost[2]);
}

TEST(Players, AreReadAndNamed) {
  EXPECT_EQ(name(parse_player("human:1200").value()), "human of Elo 1200");
  EXPECT_EQ(name(parse_player("PERFECT").value()), "perfect");
  EXPECT_EQ(parse_player("human").value().elo, std::nullopt);
  for (const char* text : {"", "humans", "human:", "human:599", "human:2601", "random:1200"}) {
    EXPECT_FALSE(parse_player(text)) << text;
  }
}

}  // namespace
}  // namespace lucena
