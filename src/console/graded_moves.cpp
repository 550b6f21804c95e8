// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/graded_moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/move_text.h"
#include "console/move_review.h"

namespace lucena {
namespace {

std::string_view verb(Outcome outcome) {
  switch (outcome) {
    case Outcome::Win:
      return "wins";
    case Outcome::CursedWin:
      return "wins too late";
    case Outcome::Draw:
      return "draws";
    case Outcome::BlessedLoss:
      return "loses too late";
    case Outcome::Loss:
      break;
  }
  return "loses";
}

/// Whether the 50-move rule or a repetition may delay a mate that comes.
bool may_be_later(const GradedMove& graded) {
  return is_decisive(graded.outcome) && !graded.mate_is_certain;
}

/// The distance to mate in moves, as people count, the other ones in plies, as the 50-move clock
/// does. What wins or loses too late is so many moves away without the 50-move rule. In a drawn
/// position a draw has no distance, and the number of drawing replies tells more.
std::string move_line(const Position& position, const GradedMove& graded, bool drawn,
                      bool any_delayed, Metric metric) {
  std::string text = fmt::format("  {} {:8} {:14}", graded.best ? '*' : ' ',
                                 to_san(position, graded.move), verb(graded.outcome));
  if (!graded.mate.is_draw()) {
    const std::string moves =
        fmt::format("{}{}", moves_of(graded.mate), may_be_later(graded) ? " or later" : "");
    text +=
        fmt::format("  mate in {:<{}} DTZ {}", moves, any_delayed ? 12 : 4, graded.zeroing.plies());
    if (metric == Metric::Conversion) text += fmt::format("  DTC {}", graded.distance.plies());
  } else if (drawn) {
    text += "  " + counted(graded.drawing_replies, "drawing reply", "drawing replies");
  }
  while (text.back() == ' ') text.pop_back();
  return text + "\n";
}

/// What the moves that draw have in common, and what is special about the first.
std::string on_draws(const Position& position, const GradedMove& first, std::size_t draws) {
  const std::string_view opponent = name(opposite(position.side_to_move()));
  const std::string replies = first.drawing_replies == 0
                                  ? fmt::format("{} has no move", opponent)
                                  : fmt::format("{} of {}'s replies draw{}", first.drawing_replies,
                                                opponent, first.drawing_replies == 1 ? "s" : "");
  if (draws == 1) return fmt::format("the only move that draws; {}", replies);
  return fmt::format("{} draws; after {}, {}", draws == 2 ? "either" : "each",
                     to_san(position, first.move), replies);
}

}  // namespace

/// What is behind the marks and words of the list, as far as they are in it.
std::string graded_moves_text(const Position& position, const Answer& answer, Metric metric) {
  if (answer.moves.empty()) return {};
  std::string text;
  const bool drawn = answer.outcome == Outcome::Draw;
  const bool any_delayed = std::any_of(answer.moves.begin(), answer.moves.end(), may_be_later);
  for (const GradedMove& graded : answer.moves) {
    text += move_line(position, graded, drawn, any_delayed, metric);
  }
  if (drawn) {
    return text +
           "* best: keeps the draw. Drawing replies are the answers that keep it, too: the\n"
           "fewer there are, the easier it is to go wrong.\n";
  }
  return text + (is_decisive(answer.outcome) ? answer.outcome == Outcome::Win
                                                   ? "* best: no move wins sooner.\n"
                                                   : "* best: no move loses later.\n"
                                             : "* best: no move comes to more.\n");
}

/// More than eight are cut to seven and "n others". Of drawing moves, those that leave the fewest
/// drawing replies come first.
std::string best_moves_text(const Position& position, const Answer& answer, Metric metric) {
  std::vector<std::string> names;
  for (const GradedMove& graded : answer.moves) {
    if (graded.best) names.push_back(to_san(position, graded.move));
  }
  const std::size_t all = names.size();
  constexpr std::size_t kMostNames = 8;  // about a line of the terminal
  if (all > kMostNames) {
    names.resize(kMostNames - 1);
    names.push_back(fmt::format("{} others", all - names.size()));
  }
  const std::string text = joined(names, " or ");
  const GradedMove& best = answer.moves.front();
  if (best.outcome == Outcome::Draw) return text + ": " + on_draws(position, best, all);
  if (best.outcome == Outcome::Win) return text + ": " + distance_text(best, metric);
  if (best.outcome == Outcome::Loss) {
    return fmt::format("{}: loses, but not before {} in {}", text, name(metric),
                       moves_of(best.distance));
  }
  return fmt::format("{}: {}, so a draw by the 50-move rule", text, verb(best.outcome));
}

}  // namespace lucena
