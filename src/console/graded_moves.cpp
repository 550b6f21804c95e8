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
    text += fmt::format("  {} drawing repl{}", graded.drawing_replies,
                        graded.drawing_replies == 1 ? "y" : "ies");
  }
  while (text.back() == ' ') text.pop_back();
  return text + "\n";
}

}  // namespace

std::string graded_moves_text(const Position& position, const Answer& answer, Metric metric) {
  std::string text;
  const bool any_delayed = std::any_of(answer.moves.begin(), answer.moves.end(), may_be_later);
  for (const GradedMove& graded : answer.moves) {
    text += move_line(position, graded, answer.outcome == Outcome::Draw, any_delayed, metric);
  }
  return text;
}

/// More than eight are cut to seven and "n others".
std::string best_moves_text(const Position& position, const Answer& answer, Metric metric) {
  std::vector<std::string> names;
  for (const GradedMove& graded : answer.moves) {
    if (graded.best) names.push_back(to_san(position, graded.move));
  }
  constexpr std::size_t kMostNames = 8;  // about a line of the terminal
  if (names.size() > kMostNames) {
    const std::size_t others = names.size() - (kMostNames - 1);
    names.resize(kMostNames - 1);
    names.push_back(fmt::format("{} others", others));
  }
  const std::string text = joined(names, " or ");
  const GradedMove& best = answer.moves.front();
  if (best.outcome == Outcome::Draw) {
    const auto draws =
        std::count_if(answer.moves.begin(), answer.moves.end(),
                      [](const GradedMove& graded) { return graded.outcome == Outcome::Draw; });
    return fmt::format("{}: draws and leaves {} drawing repl{}; {} move{} draw{} in all", text,
                       best.drawing_replies, best.drawing_replies == 1 ? "y" : "ies", draws,
                       draws == 1 ? "" : "s", draws == 1 ? "s" : "");
  }
  if (best.outcome == Outcome::Win) return text + ": " + distance_text(best, metric);
  if (best.outcome == Outcome::Loss) {
    return fmt::format("{}: loses, but not before {} in {}", text, name(metric),
                       moves_of(best.distance));
  }
  return fmt::format("{}: {}, so a draw by the 50-move rule", text, verb(best.outcome));
}

}  // namespace lucena
