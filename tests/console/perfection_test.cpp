// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "console/game_end.h"
#include "console/move_review.h"
#include "console/player.h"
#include "console/position_finder.h"
#include "oracle/game_answer.h"
#include "support/effort.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

/// Of each kind.
std::size_t positions_of_four() {
  return test::by_effort<std::size_t>(200, 2000);
}
constexpr std::size_t kPositionsOfFive = 200;

/// Whatever there is in a folder of tables up to five men, if the environment names one.
Oracle* five_men_oracle() {
  static const char* const kFolder = std::getenv("LUCENA_FIVE_TABLES");
  static const auto kOracle =
      kFolder != nullptr ? std::make_unique<Oracle>(Oracle::Options{.folder = kFolder}) : nullptr;
  return kOracle.get();
}

Position with_clock(const Position& position, unsigned clock) {
  Setup setup = position.setup();
  setup.halfmove_clock = clock;
  return Position::create(setup).value();
}

/// The side that wins under the 50-move rule with the clock as it is.
std::optional<Color> winner_of(const Position& position, const Answer& answer) {
  if (answer.outcome == Outcome::Win) return position.side_to_move();
  if (answer.outcome == Outcome::Loss) return opposite(position.side_to_move());
  return {};
}

/// Positions spread evenly over endings, with either colour as the stronger side.
class Spread {
 public:
  Spread(Oracle& oracle, std::vector<Material> materials, Wanted wanted)
      : oracle_(oracle), materials_(std::move(materials)), wanted_(wanted) {}

  Position next() {
    while (true) {
      const auto place = static_cast<std::ptrdiff_t>(next_++ % materials_.size());
      const auto found = find_position(oracle_, materials_.begin()[place], wanted_, random_);
      if (found) return next_ % 2 == 0 ? with_colors_swapped(*found) : *found;
      materials_.erase(materials_.begin() + place);  // an ending without such positions
    }
  }
  std::mt19937_64& random() { return random_; }

 private:
  Oracle& oracle_;
  std::vector<Material> materials_;
  const Wanted wanted_;
  std::size_t next_ = 0;
  std::mt19937_64 random_{2024};
};

Game play(Oracle& oracle, Game game, Player& white, Player& black, std::size_t most_plies) {
  while (game.moves().size() < most_plies && !end_of(game, {})) {
    Player& player = game.position().side_to_move() == Color::White ? white : black;
    const Answer known = answer_in_game(oracle, game, {}).value();
    game.make(player.choose({game, &known}).value());
  }
  return game;
}

/// Plays a won position against a defence; the number of the winner's moves, or nothing if he has
/// not mated.
std::optional<unsigned> moves_to_mate(Oracle& oracle, const Position& position, Color winner,
                                      Player& defender, std::uint64_t seed) {
  const auto perfect = make_player(PlayerKind::Perfect, seed, oracle);
  const bool white = winner == Color::White;
  const Game game =
      play(oracle, Game(position), white ? *perfect : defender, white ? defender : *perfect, 1000);
  const auto end = end_of(game, {});
  const GameResult won = white ? GameResult::WhiteWins : GameResult::BlackWins;
  if (!end || end->result != won) return {};
  const bool first = position.side_to_move() == winner;
  return static_cast<unsigned>((game.moves().size() + (first ? 1 : 0)) / 2);
}

/// How one won position went.
struct Won {
  bool certain = false;  // the number of moves was announced as certain
  bool exact = false;    // it was as many as the position has without the 50-move rule
};

/// Mates against any defence, and in the announced number of moves if that is certain.
Won expect_win(Oracle& oracle, const Position& position, const Answer& answer, std::uint64_t seed) {
  const Color winner = winner_of(position, answer).value();
  const auto announced = certain_distance(answer);
  const auto random = make_player(PlayerKind::Random, seed, oracle);
  const auto against_random = moves_to_mate(oracle, position, winner, *random, seed);
  const auto perfect = make_player(PlayerKind::Perfect, seed + 1, oracle);
  const auto against_perfect = moves_to_mate(oracle, position, winner, *perfect, seed);
  EXPECT_TRUE(against_random && against_perfect) << to_fen(position);
  if (announced) {
    EXPECT_LE(against_random, moves_of(*announced)) << to_fen(position);
    EXPECT_EQ(against_perfect, moves_of(*announced)) << to_fen(position);
  }
  return {announced.has_value(), against_perfect == moves_of(answer.mate)};
}

void expect_wins(Oracle& oracle, const std::vector<Material>& materials, std::size_t count) {
  Spread positions(oracle, materials, Wanted::Win);
  std::size_t exact = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Position position = positions.next();
    exact += expect_win(oracle, position, oracle.answer(position).value(), i).exact;
  }
  fmt::print("{} won positions: {} mates in exactly the announced number\n", count, exact);
}

/// The latest clock with which a won position is won, so that the 50-move rule leaves no choice.
unsigned last_clock(Oracle& oracle, const Position& position) {
  return kClockLimit - oracle.worth(position, Metric::Zeroing).value().plies();
}

/// Half of them with the clock at random, half of them with the latest.
void expect_wins_with_clock(Oracle& oracle, const std::vector<Material>& materials,
                            std::size_t count) {
  Spread positions(oracle, materials, Wanted::Win);
  std::size_t close = 0, certain = 0;
  for (std::size_t i = 0; i < count;) {
    const auto any = static_cast<unsigned>(random_below(kClockLimit, positions.random()));
    const Position start = positions.next();
    const Position position = with_clock(start, i % 2 == 0 ? any : last_clock(oracle, start));
    const Answer answer = oracle.answer(position).value();
    if (!is_decisive(answer.outcome)) continue;  // too late already
    const Won won = expect_win(oracle, position, answer, i);
    const bool is_close = !mate_beats_clock(answer.mate, position.halfmove_clock());
    close += is_close;
    certain += is_close && won.certain;
    ++i;
  }
  fmt::print("{} won positions with the clock running, {} with mate behind its end, {} certain\n",
             count, close, certain);
}

void expect_draws(Oracle& oracle, const std::vector<Material>& materials, std::size_t count) {
  Spread positions(oracle, materials, Wanted::Draw);
  constexpr std::size_t kPlies = 40;
  std::size_t plies = 0;
  for (std::size_t i = 0; i < count;) {
    const Position position = positions.next();
    if (end_of(Game(position), {})) continue;  // too few men to play at all
    ++i;
    const auto perfect = make_player(PlayerKind::Perfect, i, oracle);
    const auto other = i % 2 == 0 ? make_player(PlayerKind::Random, i, oracle)
                                  : make_player(PlayerKind::Perfect, i + 1, oracle);
    const bool white = i % 4 < 2;  // which side is the one that must not lose
    const Game game =
        play(oracle, Game(position), white ? *perfect : *other, white ? *other : *perfect, kPlies);
    plies += game.moves().size();
    const Position& last = game.position();
    const auto lost = winner_of(last, oracle.answer(last).value());
    EXPECT_NE(lost, std::optional(white ? Color::Black : Color::White)) << to_fen(position);
  }
  fmt::print("{} drawn positions, {} plies: none lost\n", count, plies);
}

TEST(Perfection, MatesInTheAnnouncedNumberOfMoves) {
  expect_wins(test::small_oracle(), all_materials(4), positions_of_four());
}

TEST(Perfection, IsNeverStoppedByTheFiftyMoveRule) {
  expect_wins_with_clock(test::small_oracle(), all_materials(4), positions_of_four());
}

TEST(Perfection, NeverLosesADraw) {
  expect_draws(test::small_oracle(), all_materials(4), positions_of_four());
}

TEST(PerfectionOfFive, HoldsWithFiveMen) {
  ASSERT_NE(five_men_oracle(), nullptr) << "LUCENA_FIVE_TABLES names no folder";
  std::vector<Material> materials;
  for (const Material& material : all_materials(5)) {
    if (material.men() == 5) materials.push_back(material);
  }
  expect_wins(*five_men_oracle(), materials, kPositionsOfFive);
  expect_wins_with_clock(*five_men_oracle(), materials, kPositionsOfFive);
  expect_draws(*five_men_oracle(), materials, kPositionsOfFive);
}

}  // namespace
}  // namespace lucena
