// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/explanation.h"

#include <fmt/format.h>

#include "console/best_line.h"

namespace lucena {

Result<std::vector<std::string>, OracleFault> explain_move(Oracle& oracle, const Rules& rules,
                                                           const GameRecord& record,
                                                           std::size_t ply) {
  const MoveReview& review = record.reviews[ply];
  Position position = record.game.start();
  for (std::size_t i = 0; i < ply; ++i) position.make(record.game.moves()[i]);
  const std::string made = numbered_move(position, review.made.move);
  const auto text = remark(review, position.side_to_move(), rules.metric);
  if (!text) return std::vector{fmt::format("{} was as good as any other move.", made)};
  std::vector paragraphs{
      fmt::format("{}: {}. Best was {}.", made, *text, numbered_move(position, review.best.move))};
  // The line begins with the reply that was made, if there was one, which is as good as any.
  Game line = record.game;
  while (line.moves().size() > ply + 2) line.undo();
  // A mate is shown to the end, except for the longest, which nobody reads; a draw has no end.
  constexpr std::size_t kMatingPlies = 120, kDrawingPlies = 12;
  const bool mates = is_decisive(review.made.outcome);
  if (const auto fault =
          play_best_moves(oracle, rules, line, mates ? kMatingPlies : kDrawingPlies)) {
    return *fault;
  }
  if (line.moves().size() == ply + 1) return paragraphs;
  const auto end = end_of(line, rules);
  paragraphs.push_back(fmt::format("Best play from there: {}{}", numbered_line(line, ply + 1),
                                   end ? fmt::format(" ({})", end->reason) : std::string(" ...")));
  return paragraphs;
}

}  // namespace lucena
