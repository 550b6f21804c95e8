// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/move_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/text.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

/// "23", or "23 or later" where that is not certain.
std::string moves_or_later(const GradedMove& move) {
  return fmt::format("{}{}", moves_of(move.distance), move.distance_is_certain ? "" : " or later");
}

/// "White now mates in 31".
std::string now_wins(Color winner, const GradedMove& made, Metric metric) {
  if (metric == Metric::Mate) {
    return fmt::format("{} now mates in {}", name(winner), moves_or_later(made));
  }
  return fmt::format("{} now wins, {}", name(winner), distance_text(made, metric));
}

/// By how many moves the distances of two moves differ. A worse win is later than the best one, a
/// worse loss sooner.
unsigned difference(const GradedMove& made, const GradedMove& best) {
  const unsigned is = moves_of(made.distance), was = moves_of(best.distance);
  return is > was ? is - was : was - is;
}

/// A win that is none any more.
std::string win_slipped(const GradedMove& made, Color mover, Metric metric) {
  const Color opponent = opposite(mover);
  if (made.outcome == Outcome::Loss) {
    return fmt::format("That move turns the win into a loss: {}", now_wins(opponent, made, metric));
  }
  if (made.outcome == Outcome::CursedWin) {
    return fmt::format("That move lets the win slip: the 50-move rule now saves {}",
                       name(opponent));
  }
  return "That move lets the win slip: the position is now a draw";
}

}  // namespace

std::string moves_text(unsigned moves) {
  return counted(moves, "move");
}

int points(Outcome outcome) {
  if (outcome == Outcome::Win) return 1;
  return outcome == Outcome::Loss ? -1 : 0;
}

std::string plies_text(unsigned plies) {
  return counted(plies, "ply", "plies");
}

std::string distance_text(const GradedMove& move, Metric metric) {
  return fmt::format("{} in {}", name(metric), moves_or_later(move));
}

std::string how_soon(const Answer& answer) {
  const unsigned without_rule = moves_of(answer.distance);
  const auto certain = certain_distance(answer);
  if (!certain) {
    return moves_text(without_rule) + " without the 50-move rule, which may make it longer";
  }
  std::string text = moves_text(moves_of(*certain));
  if (*certain == answer.distance) return text;
  return text + fmt::format("; without the 50-move rule in {}", without_rule);
}

bool MoveReview::changes_result() const {
  return points(made.outcome) != points(best.outcome);
}

/// "Mate in 23 instead of 16" is 7 moves lost, and "mated in 4 instead of 9" is 5.
unsigned MoveReview::moves_lost() const {
  if (points(made.outcome) == 0 || !difference_is_certain(made, best)) return 0;
  return difference(made, best);
}

MoveReview review_move(const Answer& answer, Move made) {
  const auto found = std::find_if(answer.moves.begin(), answer.moves.end(),
                                  [&](const GradedMove& graded) { return graded.move == made; });
  assert(found != answer.moves.end());
  return {*found, answer.moves.front()};
}

/// The worst that can be said comes first: the result, then the distance, then one kind of draw for
/// another. Keeping the same kind of draw is nothing to remark on.
std::optional<std::string> remark(const MoveReview& review, Color mover, Metric metric) {
  const auto& [made, best] = review;
  if (review.changes_result()) {
    if (best.outcome == Outcome::Win) return win_slipped(made, mover, metric);
    return fmt::format("The draw is gone: {}", now_wins(opposite(mover), made, metric));
  }
  if (const unsigned lost = review.moves_lost(); lost > 0) {
    const bool exactly = made.distance_is_certain && best.distance_is_certain;
    return fmt::format("That costs {}{}: {} instead of {}", exactly ? "" : "at least ",
                       moves_text(lost), distance_text(made, metric), moves_or_later(best));
  }
  if (made.outcome == best.outcome) return {};
  // Some draw for another draw.
  if (best.outcome == Outcome::CursedWin) {
    return "That move gives up what would be a win without the 50-move rule";
  }
  if (made.outcome == Outcome::BlessedLoss) {
    return fmt::format("Only the 50-move rule now saves {}", name(mover));
  }
  return {};
}

/// The first change is kept for the summary, which names the move.
void Scorecard::add(const MoveReview& review, std::size_t ply) {
  ++moves;
  best_moves += review.is_best();
  moves_lost += review.moves_lost();
  if (!review.changes_result()) return;
  ++results_changed;
  if (!first_change) first_change = Change{ply, review};
}

std::string_view result_name(Outcome outcome) {
  if (outcome == Outcome::Win) return "a win";
  return outcome == Outcome::Loss ? "a loss" : "a draw";
}

std::string numbered_move(const Position& position, Move move) {
  return fmt::format("{}{} {}", position.fullmove_number(),
                     position.side_to_move() == Color::White ? "." : "...", to_san(position, move));
}

/// Positions are made from the start, since every move's text needs the position before it.
std::string numbered_line(const Game& game, std::size_t first_ply) {
  std::string text;
  Position position = game.start();
  for (std::size_t ply = 0; ply < game.moves().size(); ++ply) {
    const Move move = game.moves()[ply];
    if (ply >= first_ply) {
      const bool numbered = text.empty() || position.side_to_move() == Color::White;
      if (!text.empty()) text += ' ';
      text += numbered ? numbered_move(position, move) : to_san(position, move);
    }
    position.make(move);
  }
  return text;
}

/// The result of the move that was best, and of the one that was made.
std::string scorecard_text(const Scorecard& card, const Game& game) {
  std::string text = fmt::format("{} of {} best", card.best_moves, moves_text(card.moves));
  if (!card.first_change) {
    return text +
           fmt::format(", {} lost in all; the result never changed", moves_text(card.moves_lost));
  }
  const auto& [ply, review] = *card.first_change;
  Position position = game.start();
  for (std::size_t i = 0; i < ply; ++i) position.make(game.moves()[i]);
  text += fmt::format("; the {} was thrown away at {}, which made it {}",
                      review.best.outcome == Outcome::Win ? "win" : "draw",
                      numbered_move(position, review.made.move), result_name(review.made.outcome));
  if (const unsigned more = card.results_changed - 1; more > 0) {
    text +=
        fmt::format(", and the result changed {} more", more == 1 ? "once" : counted(more, "time"));
  }
  if (card.moves_lost == 0) return text;
  return text + fmt::format("; besides, {} {} lost", moves_text(card.moves_lost),
                            card.moves_lost == 1 ? "was" : "were");
}

}  // namespace lucena
