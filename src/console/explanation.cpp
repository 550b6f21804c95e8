// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/explanation.h"

#include <fmt/format.h>

#include "console/best_line.h"

namespace lucena {
namespace {

/// The game up to a ply.
Game beginning(const Game& game, std::size_t plies) {
  Game before(game.start());
  for (std::size_t i = 0; i < plies; ++i) before.make(game.moves()[i]);
  return before;
}

/// How a game goes on by best play from a ply on, which is in it already: "12... Ke3 13. Kc4 ...".
/// The longest mates are cut off, since nobody reads them; a draw has no end.
Result<std::string, OracleFault> line_from(Oracle& oracle, const Rules& rules, Game game,
                                           std::size_t first_ply, Outcome outcome) {
  constexpr std::size_t kMatingPlies = 120, kDrawingPlies = 12;
  const std::size_t plies = is_decisive(outcome) ? kMatingPlies : kDrawingPlies;
  if (const auto fault = play_best_moves(oracle, rules, game, plies)) return *fault;
  const auto end = end_of(game, rules);
  return numbered_line(game, first_ply) +
         (end ? fmt::format(" ({})", end->reason) : std::string(" ..."));
}

/// What the verdict on a move is.
std::string judgement(const MoveReview& review, const Position& before, Metric metric) {
  const std::string made = numbered_move(before, review.made.move);
  const std::string best = numbered_move(before, review.best.move);
  const auto text = remark(review, before.side_to_move(), metric);
  if (text) return fmt::format("{}: {}. Best was {}.", made, *text, best);
  return fmt::format("{} keeps the result and costs no move, but {} mates sooner.", made, best);
}

}  // namespace

Result<std::vector<std::string>, OracleFault> explain_move(Oracle& oracle, const Rules& rules,
                                                           const GameRecord& record,
                                                           std::size_t ply) {
  const MoveReview& review = record.reviews[ply].value();
  const Game before = beginning(record.game, ply);
  if (review.is_best()) {
    return std::vector{fmt::format("{} was as good as any other move.",
                                   numbered_move(before.position(), review.made.move))};
  }
  std::vector<std::string> said{judgement(review, before.position(), rules.metric)};
  const bool replied = ply + 1 < record.reviews.size() && record.reviews[ply + 1]->is_best();
  const auto refutation = line_from(oracle, rules, beginning(record.game, ply + (replied ? 2 : 1)),
                                    ply + 1, review.made.outcome);
  if (!refutation) return refutation.error();
  if (!end_of(beginning(record.game, ply + 1), rules)) {
    said.push_back((review.changes_result() ? "The refutation: " : "Best play from there: ") +
                   *refutation);
  }
  Game better = before;
  better.make(review.best.move);
  const auto line = line_from(oracle, rules, std::move(better), ply, review.best.outcome);
  if (!line) return line.error();
  said.push_back("What should have been played: " + *line);
  return said;
}

}  // namespace lucena
