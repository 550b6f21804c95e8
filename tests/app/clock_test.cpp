// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about distances while the 50-move clock runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "app/command_test.h"
#include "chess/fen.h"
#include "console/move_review.h"
#include "console/verdict.h"
#include "support/clock_twin.h"
#include "support/effort.h"
#include "support/random_positions.h"
#include "support/solved.h"

namespace lucena::test {
namespace {

/// Endings with quiet mates, pawn moves and captures, or all with three and four men.
std::vector<Material> endings() {
  return by_effort(materials({"KPvK", "KRPvK", "KRvKN", "KBNvK"}), all_materials(4));
}

Position with_clock(const Position& position, unsigned clock) {
  Setup setup = position.setup();
  setup.halfmove_clock = clock;
  return Position::create(setup).value();
}

/// The men on any squares, somebody to move; nothing if that is no legal position.
std::optional<Position> random_position(const Material& material, Random& random) {
  Setup setup;
  std::vector<Piece> men = material.others();
  for (const Color color : kColors) men.push_back({color, PieceType::King});
  for (const Piece man : men) setup[Square(static_cast<int>(below(64, random)))] = man;
  setup.side_to_move = below(2, random) == 0 ? Color::White : Color::Black;
  const auto position = Position::create(setup);
  if (!position || position->occupied().count() != static_cast<int>(men.size())) return {};
  return *position;
}

/// What somebody says about a win, in moves of the winner.
struct Statement {
  std::optional<unsigned> certain;
  std::optional<unsigned> without_rule;
};

/// "... in at most 24 moves; without the 50-move rule in 2", "... mate in 2 moves without ...".
Statement read_sentence(const std::string& text) {
  std::size_t at = text.find(" in at most ");
  at = at == std::string::npos ? text.find("mate in ") + 8 : at + 12;
  unsigned moves = 0, without = 0;
  EXPECT_EQ(std::sscanf(text.c_str() + at, "%u move", &moves), 1) << text;
  if (contains(text, "without the 50-move rule, which may make it longer")) return {{}, moves};
  const std::size_t beside = text.find("; without the 50-move rule in ");
  if (beside == std::string::npos) return {moves, moves};
  EXPECT_EQ(std::sscanf(text.c_str() + beside, "; without the 50-move rule in %u", &without), 1);
  return {moves, without};
}

/// The plies to mate stand before the word whether that is certain; both once at the beginning, and
/// again for each move.
Statement read_json(const std::string& json) {
  unsigned plies = 0;
  char certain[6] = "";
  const std::size_t at = json.find("\"mate_plies\": ");
  EXPECT_EQ(std::sscanf(json.c_str() + at, "\"mate_plies\": %u, \"mate_certain\": %5[a-z]", &plies,
                        certain),
            2)
      << json;
  if (certain == std::string("true")) return {moves_of(plies), moves_of(plies)};
  EXPECT_EQ(certain, std::string("false")) << json;
  return {{}, moves_of(plies)};
}

/// "score mate -8" or "score cp 19997", 20000 less the plies without the rule, as the best move has
/// them.
Statement read_score(const std::string& info, bool wins) {
  int number = 0;
  const std::size_t at = info.find(" score ");
  if (std::sscanf(info.c_str() + at, " score mate %d", &number) == 1) {
    EXPECT_EQ(number > 0, wins) << info;
    return {static_cast<unsigned>(std::abs(number)), {}};
  }
  EXPECT_EQ(std::sscanf(info.c_str() + at, " score cp %d", &number), 1) << info;
  EXPECT_TRUE(wins ? number > 19000 && number < 20000 : number < -19000 && number > -20000) << info;
  return {};
}

class StatedDistances : public CommandTest {
 protected:
  StatedDistances() : oracle_({.folder = folder().path()}) {
    for (const Material& ending : endings()) EXPECT_FALSE(oracle_.prepare(ending));
  }

  Worth worth(const Position& position, Metric metric) {
    return oracle_.prober().worth(position, metric).value();
  }

  /// A position of the ending that somebody wins, with the clock at the last value at which he
  /// does: 100 plies less the zeroing distance. Nothing if the ending seems to have none.
  std::optional<Position> random_win_at_the_last_clock(const Material& material, Random& random) {
    for (int attempt = 0; attempt < 5000; ++attempt) {
      const auto position = random_position(material, random);
      if (!position || !has_legal_move(*position)) continue;
      const Worth zeroing = worth(*position, Metric::Zeroing);
      if (zeroing.is_draw() || zeroing.plies() > kClockLimit) continue;
      return with_clock(*position, kClockLimit - zeroing.plies());
    }
    return {};
  }

  /// First some that have been gone wrong with, then some of every ending.
  std::vector<Position> late_wins(std::size_t count) {
    std::vector<Position> positions;
    for (const char* fen :
         {"2k5/8/1K6/8/8/8/4P3/5R2 w - - 98 80", "3K4/8/6P1/8/8/8/8/k7 w - - 84 1"}) {
      positions.push_back(parse_fen(fen).value());
    }
    Random random(2024);
    while (true) {
      for (const Material& material : endings()) {
        if (positions.size() == count) return positions;
        const auto position = random_win_at_the_last_clock(material, random);
        if (position) positions.push_back(*position);
      }
    }
  }

  /// What is said to be certain must be the truth: mate in so many moves and in no fewer.
  void expect_true(const Position& position, const Statement& statement, std::string_view who) {
    const Worth mate = worth(position, Metric::Mate);
    EXPECT_EQ(statement.without_rule.value_or(moves_of(mate)), moves_of(mate))
        << who << ": " << to_fen(position);
    if (!statement.certain) return;
    const unsigned plies = 2 * *statement.certain - (mate.is_win() ? 1 : 0);
    EXPECT_EQ(twin_.mates_within(position, plies), true) << who << ": " << to_fen(position);
    if (plies <= 2) return;
    EXPECT_EQ(twin_.mates_within(position, plies - 2), false) << who << ": " << to_fen(position);
  }

  /// Whether the 50-move rule changes nothing; nothing if the twin does not find out.
  std::optional<bool> is_certain(const Position& position) {
    return twin_.mates_within(position, worth(position, Metric::Mate).plies());
  }

  Oracle oracle_;
  ClockTwin twin_{oracle_.prober()};
};

std::string fens_of(const std::vector<Position>& positions) {
  std::string text;
  for (const Position& position : positions) text += to_fen(position) + "\n";
  return text;
}

/// The sentence about each position; what it is with the other side to move is left out.
std::vector<std::string> probe_sentences(const std::vector<Position>& positions) {
  const std::vector<std::string> lines = lines_of(run({"probe"}, fens_of(positions)).out);
  std::vector<std::string> sentences;
  for (const std::string& line : lines) {
    const bool other_side = line.starts_with("With ");
    if (contains(line, " wins: ") && !other_side) sentences.push_back(line);
  }
  return sentences;
}

/// The score of the engine for each position.
std::vector<std::string> uci_scores(const std::vector<Position>& positions) {
  Process engine(command_line({"uci"}));
  std::vector<std::string> scores;
  for (const Position& position : positions) {
    engine.send("position fen " + to_fen(position));
    engine.send("go nodes 1");
    std::vector<std::string> lines = engine.receive_until("bestmove");
    scores.push_back(lines.size() < 2 ? "" : lines[lines.size() - 2]);
  }
  return scores;
}

TEST_F(StatedDistances, AreTrueWhateverTheClock) {
  const std::vector<Position> positions = late_wins(by_effort<std::size_t>(120, 1400));
  const std::vector<std::string> sentences = probe_sentences(positions);
  const std::vector<std::string> objects =
      lines_of(run({"probe", "--json"}, fens_of(positions)).out);
  const std::vector<std::string> scores = uci_scores(positions);
  ASSERT_EQ(sentences.size(), positions.size());
  ASSERT_EQ(objects.size(), positions.size());
  // What the twin knows to be certain with the mate behind the end of the clock, and what is said.
  std::size_t certain = 0, said = 0, numbers = 0, open = 0, late = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Position& position = positions[i];
    const Worth mate = worth(position, Metric::Mate);
    const Statement play = read_sentence(verdict(oracle_, position, {}).value());
    const Statement json = read_json(objects[i]);
    expect_true(position, play, "play");
    expect_true(position, read_sentence(sentences[i]), "probe");
    expect_true(position, json, "probe --json");
    expect_true(position, read_score(scores[i], mate.is_win()), "uci");
    // A mate before the end of the clock is certain for everybody.
    if (position.halfmove_clock() + mate.plies() <= kClockLimit) {
      EXPECT_TRUE(play.certain && json.certain) << to_fen(position);
      continue;
    }
    ++late;
    const auto truth = is_certain(position);
    open += !truth;
    certain += truth.value_or(false);
    said += json.certain.has_value();
    numbers += play.certain.has_value();
  }
  fmt::print(
      "{} won positions at the last clock, {} with the mate behind its end: {} of these are "
      "certain, "
      "{} are said to be, {} have a number, {} are open\n",
      positions.size(), late, certain, said, numbers, open);
  // Who doubts everything says nothing false, and nothing at all.
  EXPECT_GT(certain, positions.size() / 4);
  EXPECT_GE(4 * said, 3 * certain);
  EXPECT_GT(numbers, said);
  EXPECT_LE(10 * open, positions.size());
}

}  // namespace
}  // namespace lucena::test
