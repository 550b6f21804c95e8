// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/ending_exercise.h"

#include <fmt/format.h>

#include <algorithm>

#include "console/position_finder.h"
#include "oracle/forecast.h"
#include "oracle/kept_statistics.h"
#include "table/worth.h"

namespace lucena {
namespace {

/// How far something is from where it should be.
struct Band {
  unsigned least, most;

  unsigned distance(unsigned value) const {
    if (value < least) return least - value;
    return value > most ? value - most : 0;
  }
};

/// Level 2 of 6 for a longest mate of 36 is 7 to 12.
Band mate_band(unsigned level, unsigned longest) {
  return {1 + (level - 1) * longest / kLevels, std::max(1u, level * longest / kLevels)};
}

/// Per cent of the legal moves that hold a draw; never all of them, since then there is nothing to
/// get wrong.
Band holding_band(unsigned level) {
  return {1, 100 * (kLevels + 1 - level) / (kLevels + 1)};
}

ConsoleFault fault_of(std::string message) {
  return {ConsoleError::Oracle, std::move(message)};
}

Result<Statistics, ConsoleFault> statistics_of(Oracle& oracle, const Material& material) {
  if (const auto fault = oracle.prepare(material)) return fault_of(fault->message);
  const OpenTables::Ending* ending = oracle.tables().ending_of(material);
  if (ending == nullptr) {
    return ConsoleFault{ConsoleError::NoMatch,
                        fmt::format("there is nothing to practise in {}", material.name())};
  }
  const auto table = oracle.tables().table(*ending, Metric::Mate);
  if (!table) return fault_of(table.error().message);
  const auto statistics = read_statistics(**table);
  if (!statistics) return fault_of(statistics.error().message);
  return *statistics;
}

/// What is to be practised, and what has been found for it.
class Search {
 public:
  Search(Oracle& oracle, const Material& material, const Statistics& statistics, unsigned level)
      : oracle_(oracle),
        material_(material),
        stronger_(stronger_side(statistics).value_or(Color::White)),
        level_(level) {
    const auto& longest = statistics.longest_win[stronger_];
    longest_moves_ = longest ? moves_of(longest->plies) : 0;
    // With six men, mates take hundreds of moves, of which those that come after the 50-move rule
    // has had its say are no exercise.
    if (is_large(material) && statistics.deepest_cursed[stronger_]) {
      longest_moves_ = std::min(longest_moves_, kClockLimit / 2);
    }
  }

  Result<Exercise, ConsoleFault> run(Wanted wanted, std::mt19937_64& random) {
    // One in so many positions is near enough to what is wanted; more would be felt as a delay.
    constexpr int kMostPositions = 400;
    for (int i = 0; i < kMostPositions && !(best_ && best_distance_ == 0); ++i) {
      if (oracle_.is_cancelled()) return fault_of("interrupted");
      const auto position = find_position(oracle_, material_, wanted, random);
      if (!position) return position.error();
      if (auto fault = consider(*position, wanted)) return *fault;
    }
    if (best_) return *best_;
    return ConsoleFault{ConsoleError::NoMatch,
                        fmt::format("there is nothing to practise in {}: hardly anything can go "
                                    "wrong there",
                                    material_.name())};
  }

 private:
  std::optional<ConsoleFault> consider(const Position& position, Wanted wanted) {
    const Color person = wanted == Wanted::Draw ? opposite(stronger_) : stronger_;
    if (position.side_to_move() != person) return {};
    const auto answer = oracle_.answer(position);
    if (!answer) return fault_of(answer.error().message);
    if (wanted == Wanted::Draw) {
      consider_draw(position, *answer);
    } else if (answer->outcome == Outcome::Win && answer->mate_is_certain) {
      consider_win(position, *answer);
    }
    return {};
  }

  void consider_win(const Position& position, const Answer& answer) {
    const unsigned moves = moves_of(answer.mate);
    Exercise exercise = win(position, moves);
    const bool at_once =
        exercise.goal.kind == Goal::Kind::Convert &&
        std::any_of(answer.moves.begin(), answer.moves.end(), [&](const GradedMove& graded) {
          return graded.outcome == Outcome::Win &&
                 effect_of(position, graded.move) == MoveEffect::Conversion;
        });
    if (at_once) return;
    keep(std::move(exercise), mate_band(level_, longest_moves_).distance(moves));
  }

  void consider_draw(const Position& position, const Answer& answer) {
    const auto holding = static_cast<unsigned>(
        std::count_if(answer.moves.begin(), answer.moves.end(),
                      [](const GradedMove& graded) { return graded.outcome == Outcome::Draw; }));
    const auto moves = static_cast<unsigned>(answer.moves.size());
    if (answer.outcome != Outcome::Draw || holding == moves) return;
    keep(draw(position, holding, moves), holding_band(level_).distance(100 * holding / moves));
  }

  void keep(Exercise exercise, unsigned distance) {
    if (best_ && distance >= best_distance_) return;
    best_ = std::move(exercise);
    best_distance_ = distance;
  }

  Exercise win(const Position& position, unsigned mate_moves) const {
    const bool bare_king = material_.men(opposite(stronger_)) == 1;
    const bool to_mate = bare_king && !material_.has_pawns();
    // Half as many moves again as perfect play takes, and a few to get one's bearings.
    const unsigned allowed = std::min(mate_moves + mate_moves / 2 + 3, 100u);
    return made(position, {to_mate ? Goal::Kind::Mate : Goal::Kind::Convert, allowed},
                fmt::format("Won: best play mates in {}.", moves_text(mate_moves)));
  }

  Exercise draw(const Position& position, unsigned holding, unsigned moves) const {
    constexpr unsigned kMovesToHold = 12;
    return made(position, {Goal::Kind::Hold, kMovesToHold},
                fmt::format("Drawn: {} of the {} that are possible hold{} it.", holding,
                            moves_text(moves), holding == 1 ? "s" : ""));
  }

  Exercise made(const Position& position, Goal goal, std::string text) const {
    return {.name = material_.name(),
            .title = fmt::format("level {} of {}", level_, kLevels),
            .position = position,
            .goal = goal,
            .text = std::move(text)};
  }

  Oracle& oracle_;
  const Material material_;
  const Color stronger_;
  const unsigned level_;
  unsigned longest_moves_ = 0;
  std::optional<Exercise> best_;
  unsigned best_distance_ = 0;
};

/// By the positions with the weaker side to move, which are those to hold.
Wanted wanted_of(const Statistics& statistics, unsigned tries) {
  const Color stronger = stronger_side(statistics).value_or(Color::White);
  const OutcomeCounts& counts = statistics.all.placements[opposite(stronger)];
  const std::uint64_t lost = counts[Outcome::Loss], drawn = counts.drawn();
  if (100 * lost < counts.legal()) return Wanted::Draw;
  return 5 * drawn >= counts.legal() && tries % 2 == 1 ? Wanted::Draw : Wanted::Win;
}

}  // namespace

Result<Exercise, ConsoleFault> find_exercise(Oracle& oracle, const Material& material,
                                             const Progress& progress, std::mt19937_64& random) {
  const auto statistics = statistics_of(oracle, material);
  if (!statistics) return statistics.error();
  return Search(oracle, material, *statistics, progress.level)
      .run(wanted_of(*statistics, progress.tries), random);
}

}  // namespace lucena
