// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how the engine plays endings against the defence that resists longest: with tables, how
// often it changes the outcome of won and drawn positions with up to five men, clocks running;
// without, how often it mates within 50 moves at 100 ms a move. `bench_endings FOLDER [POSITIONS]`;
// the folder is for the tables.
#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "chess/fen.h"
#include "console/game_end.h"
#include "console/player.h"
#include "console/position_finder.h"
#include "engine/engine.h"
#include "engine/table_probe.h"
#include "oracle/game_answer.h"

namespace lucena {
namespace {

Position with_random_clock(const Position& position, std::mt19937_64& random) {
  Setup setup = position.setup();
  setup.halfmove_clock = static_cast<unsigned>(random_below(Game::kFiftyMovesPlies, random));
  return Position::create(setup).value();
}

struct Kept {
  std::size_t won = 0, drawn = 0;  // positions to begin with, for the engine
  std::size_t mated = 0, moves = 0, changed = 0;
};

/// Plays on with tables; counts games in which a move of the engine makes the outcome worse.
void play_with_tables(Engine& engine, Oracle& oracle, const Position& start, Kept& kept) {
  const Outcome expected = oracle.answer(start).value().outcome;
  ++(expected == Outcome::Win ? kept.won : kept.drawn);
  SearchLimits limits;
  limits.move_time = Milliseconds(10);
  std::mt19937_64 defence(1);
  Game game(start);
  Outcome outcome = expected;
  while (!end_of(game, {})) {
    const Answer before = oracle.answer(game.position()).value();
    if (game.position().side_to_move() != start.side_to_move()) {
      game.make(perfect_move(answer_in_game(oracle, game, {}).value(), defence));
      continue;
    }
    if (before.outcome < outcome) {
      ++kept.changed;
      fmt::print("changed: {} to {}\n", to_fen(start), to_fen(game.position()));
      return;
    }
    outcome = before.outcome;
    game.make(engine.search(game, limits, nullptr).best.value());
    ++kept.moves;
  }
  const bool mate = game.status() == GameStatus::Checkmate;
  const bool ours = mate && game.position().side_to_move() != start.side_to_move();
  if (expected == Outcome::Win) {
    kept.mated += ours;
    if (!ours) fmt::print("not mated: {}\n", to_fen(start));
  } else if (mate && !ours) {
    ++kept.changed;
    fmt::print("lost: {}\n", to_fen(start));
  }
}

void keep_outcomes(Oracle& oracle, std::size_t positions) {
  const TableProbe probe(oracle.tables(), oracle.prober());
  Engine engine({});
  engine.set_tables(&probe);
  const std::vector<Material> materials = all_materials(5);
  std::mt19937_64 random(1);
  Kept kept;
  while (kept.won + kept.drawn < positions) {
    const Material& material = materials[random_below(materials.size(), random)];
    const Wanted wanted = random_below(2, random) == 0 ? Wanted::Win : Wanted::Draw;
    const auto found = find_position(oracle, material, wanted, random);
    if (!found) continue;  // there is none
    const Position start = with_random_clock(*found, random);
    const Outcome outcome = oracle.answer(start).value().outcome;
    if (outcome != Outcome::Win && outcome != Outcome::Draw) continue;
    if (end_of(Game(start), {})) continue;  // too few men to play at all
    play_with_tables(engine, oracle, start, kept);
  }
  fmt::print(
      "with tables: {} won and {} drawn positions, {} moves; outcome changed in {}, {} mated\n",
      kept.won, kept.drawn, kept.moves, kept.changed, kept.mated);
}

bool mates_without_tables(Engine& engine, Oracle& oracle, const Position& start) {
  SearchLimits limits;
  limits.move_time = Milliseconds(100);
  std::mt19937_64 defence(1);
  engine.forget_everything();
  Game game(start);
  for (int moves = 0; moves < 50;) {
    if (end_of(game, {})) break;
    const bool ours = game.position().side_to_move() == Color::White;
    game.make(ours ? engine.search(game, limits, nullptr).best.value()
                   : perfect_move(answer_in_game(oracle, game, {}).value(), defence));
    moves += ours;
  }
  return game.status() == GameStatus::Checkmate;
}

void mate_without_tables(Oracle& oracle, std::size_t positions) {
  Engine engine({});
  for (const char* name : {"KQvK", "KRvK", "KBBvK", "KBNvK"}) {
    const Material material = Material::parse(name).value();
    std::mt19937_64 random(1);
    std::size_t mated = 0;
    for (std::size_t i = 0; i < positions; ++i) {
      const Position start = find_position(oracle, material, Wanted::Win, random).value();
      const bool mate = mates_without_tables(engine, oracle, start);
      mated += mate;
      if (!mate) fmt::print("not mated: {}\n", to_fen(start));
    }
    fmt::print("without tables, 100 ms a move: {} mated in {} of {} games\n", name, mated,
               positions);
  }
}

}  // namespace
}  // namespace lucena

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    fmt::print(stderr, "usage: bench_endings FOLDER [POSITIONS]\n");
    return 2;
  }
  lucena::Oracle oracle({.folder = argv[1]});
  const std::size_t positions = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 500;
  lucena::keep_outcomes(oracle, positions);
  lucena::mate_without_tables(oracle, positions / 5);
}
