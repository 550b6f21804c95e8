// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how well the heuristic player, who knows no tables, mates against the defence that resists
// longest: the share of random won positions won within 50 moves, and by how many moves mates come
// later than they could. `bench_heuristic GAMES FOLDER`; the folder is for the tables of the
// defence.
#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "base/clock.h"
#include "console/position_finder.h"
#include "console/self_play.h"

namespace lucena {
namespace {

struct Score {
  std::size_t mates = 0;
  std::size_t surplus_moves = 0;  // of the games that were won
};

Score play_games(Oracle& oracle, const Material& material, std::size_t games) {
  std::mt19937_64 random(1);
  Score score;
  for (std::size_t i = 0; i < games; ++i) {
    const Position start = find_position(oracle, material, Wanted::Win, random).value();
    const SelfPlayOptions options{.rules = {},
                                  .players = {PlayerKind::Heuristic, PlayerKind::Perfect},
                                  .max_moves = 50,
                                  .seed = 2 * i};
    const SelfPlayGame game = self_play(oracle, start, options, [](const GameRecord&) {}).value();
    if (game.end.result != GameResult::WhiteWins) continue;
    const unsigned best = moves_of(oracle.answer(start).value().mate);
    score.mates += 1;
    score.surplus_moves += game.record.scorecard(Color::White).moves - best;
  }
  return score;
}

void run(std::size_t games, const char* folder) {
  Oracle oracle({.folder = folder});
  fmt::print("{} random won positions of each ending, either side to move\n\n", games);
  fmt::print("{:8} {:>18} {:>18} {:>10}\n", "ending", "mated in 50 moves", "surplus moves",
             "seconds");
  for (const char* name : {"KQvK", "KRvK", "KBBvK", "KBNvK"}) {
    const double begin = wall_seconds();
    const Score score = play_games(oracle, Material::parse(name).value(), games);
    fmt::print("{:8} {:>16.1f} % {:>18.2f} {:>10.0f}\n", name,
               100.0 * static_cast<double>(score.mates) / static_cast<double>(games),
               static_cast<double>(score.surplus_moves) / static_cast<double>(score.mates),
               wall_seconds() - begin);
  }
}

}  // namespace
}  // namespace lucena

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: bench_heuristic GAMES FOLDER\n");
    return 2;
  }
  lucena::run(std::strtoul(argv[1], nullptr, 10), argv[2]);
}
