// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/review.h"

#include <algorithm>

#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "endgame/material.h"
#include "oracle/answer.h"

namespace lucena {
namespace {

/// A judge that takes longer over a position hangs; its limits may be of depth or nodes, which tell
/// nothing about time.
constexpr double kLongestThoughtSeconds = 3600;

/// For whoever the score is for.
int limited(const EngineScore& score) {
  if (score.kind == EngineScore::Kind::Centipawns) {
    return std::clamp(score.value, -kScoreLimit, kScoreLimit);
  }
  return score.value > 0 ? kScoreLimit : -kScoreLimit;
}

EngineScore negated(const EngineScore& score) {
  return {score.kind, -score.value};
}

/// What the judge thinks of one position, for the side to move.
struct Opinion {
  std::optional<EngineScore> score;
  std::vector<Move> line;  // the best move first
};

/// Engines end a line as they like; it is taken as far as it can be played.
std::vector<Move> legal_line(Position position, const EngineReport& report) {
  std::vector<std::string> words = report.line;
  if (words.empty() || words.front() != report.best_move) words = {report.best_move};
  std::vector<Move> line;
  for (const std::string& word : words) {
    const auto move = parse_uci(position, word);
    if (!move) break;
    line.push_back(*move);
    position.make(*move);
  }
  return line;
}

/// Where the game has ended, the rules are the judge.
std::optional<Opinion> opinion_of_rules(const Game& game) {
  switch (game.status()) {
    case GameStatus::InProgress:
      return {};
    case GameStatus::Checkmate:
      return Opinion{EngineScore{EngineScore::Kind::Mate, 0}, {}};
    default:
      return Opinion{EngineScore{EngineScore::Kind::Centipawns, 0}, {}};
  }
}

/// With no clock to look at, for a review has time.
Result<Opinion, EngineFault> opinion(const Game& game, EngineProcess& judge, const Limits& limits) {
  if (auto ruled = opinion_of_rules(game)) return std::move(*ruled);
  const Color mover = game.position().side_to_move();
  const auto report = judge.think(position_text(game.start(), game.moves()),
                                  go_text(limits, mover, {}, {}), kLongestThoughtSeconds);
  if (!report) return report.error();
  return Opinion{report->score, legal_line(game.position(), *report)};
}

/// The opinion after the move is the opponent's, and turned round.
std::optional<JudgedMove> judged_move(Color mover, Move played, const Opinion& before,
                                      const Opinion& after) {
  if (!before.score || !after.score) return {};
  JudgedMove judged{};
  judged.before = limited(*before.score);
  judged.after = -limited(*after.score);
  judged.white_after = mover == Color::White ? negated(*after.score) : *after.score;
  if (!before.line.empty()) judged.best = before.line.front();
  judged.line = before.line;
  judged.played_best = judged.best == played;
  return judged;
}

/// As matches write it, also where the reason for the game's end follows. "Book says..." is a
/// remark like any other.
bool is_from_book(const PgnMove& move) {
  return std::any_of(
      move.comments_after.begin(), move.comments_after.end(),
      [](const std::string& text) { return text == "book" || text.starts_with("book;"); });
}

/// Makes a draw of a win that ended in the third occurrence of a position, which tables know
/// nothing of: the last move of the side that was winning gave it away, and that is one of the last
/// two.
void give_win_away(std::vector<ReviewedMove>& moves) {
  for (auto move = moves.rbegin(); move != moves.rend() && move - moves.rbegin() < 2; ++move) {
    if (!move->exact || move->exact->after != Outcome::Win) continue;
    move->exact->after = Outcome::Draw;
    move->exact->moves_lost = 0;
    return;
  }
}

/// Without curses and blessings.
Outcome plain(Outcome outcome) {
  if (outcome == Outcome::CursedWin || outcome == Outcome::BlessedLoss) return Outcome::Draw;
  return outcome;
}

}  // namespace

MoveGrade grade_of_loss(int centipawns) {
  if (centipawns >= kBlunderLoss) return MoveGrade::Blunder;
  if (centipawns >= kMistakeLoss) return MoveGrade::Mistake;
  return centipawns >= kInaccuracyLoss ? MoveGrade::Inaccuracy : MoveGrade::Good;
}

bool is_for_tables(const Position& position) {
  return position.occupied().count() <= kMaxMenInMemory && !position.insufficient_material();
}

/// Moves are compared with the best one in moves and not in plies, as players count.
std::optional<ExactMove> exact_review(const Position& position, Move move, const Prober& prober) {
  if (position.occupied().count() > kMaxMen || position.insufficient_material()) return {};
  const auto answer = answer_from_tables(position, prober);
  if (!answer) return {};
  const auto played = std::find_if(answer->moves.begin(), answer->moves.end(),
                                   [&](const GradedMove& graded) { return graded.move == move; });
  if (played == answer->moves.end()) return {};
  const GradedMove& best = answer->moves.front();
  ExactMove exact{plain(best.outcome), plain(played->outcome)};
  if (!exact.outcome_kept() || !is_decisive(exact.before) || !played->mate_is_certain ||
      !best.mate_is_certain) {
    return exact;
  }
  // Both mates are by the same side, so that their distances differ by an even number of plies.
  const unsigned is = played->mate.plies(), was = best.mate.plies();
  exact.moves_lost = (exact.before == Outcome::Win ? is - was : was - is) / 2;
  return exact;
}

/// The opinion after one move is the opinion before the next, so that n moves cost n + 1 searches.
Result<GameReview, EngineFault> review_game(const PgnGame& game, EngineProcess& judge,
                                            const Limits& limits, const Prober* prober) {
  if (auto fault = judge.new_game()) return std::move(*fault);
  GameReview review;
  Game played(game.start);
  std::optional<Opinion> before;
  for (const PgnMove& move : game.moves) {
    const Position position = played.position();
    const bool wanted = !is_from_book(move);
    if (wanted && !before) {
      auto asked = opinion(played, judge, limits);
      if (!asked) return asked.error();
      before = std::move(*asked);
    }
    ReviewedMove reviewed;
    if (wanted && prober != nullptr) {
      reviewed.exact = exact_review(position, move.move, *prober);
      reviewed.table_missing = is_for_tables(position) && !reviewed.exact;
    }
    played.make(move.move);
    if (wanted) {
      auto after = opinion(played, judge, limits);
      if (!after) return after.error();
      reviewed.judged = judged_move(position.side_to_move(), move.move, *before, *after);
      before = std::move(*after);
    } else {
      before.reset();  // it was about another position
    }
    review.moves.push_back(std::move(reviewed));
  }
  if (played.repetitions() >= 3) give_win_away(review.moves);
  return review;
}

/// Judged and exact figures are added up apart: a move may have either, both or none.
void PlayerReview::add(const ReviewedMove& move) {
  if (move.judged) {
    ++judged;
    const int loss = move.judged->loss();
    loss_centipawns += loss;
    if (move.judged->played_best) ++best;
    const MoveGrade grade = grade_of_loss(loss);
    if (grade == MoveGrade::Inaccuracy) ++inaccuracies;
    if (grade == MoveGrade::Mistake) ++mistakes;
    if (grade == MoveGrade::Blunder) ++blunders;
  }
  if (move.table_missing) ++tables_missing;
  if (move.exact) {
    ++exact;
    moves_lost += move.exact->moves_lost;
    if (!move.exact->outcome_kept()) {
      ++outcomes_lost;
      ++changes[{move.exact->before, move.exact->after}];
    }
  }
}

/// Both players may have the same name, as in games of an engine against itself; then it is one
/// game.
void add_review(const PgnGame& game, const GameReview& review,
                std::map<std::string, PlayerReview>& players) {
  const auto player = [&](Color color) -> PlayerReview& {
    const auto tag = game.tag(color == Color::White ? "White" : "Black");
    return players[std::string(tag.value_or("?"))];
  };
  PlayerReview& white = player(Color::White);
  PlayerReview& black = player(Color::Black);
  ++white.games;
  if (&white != &black) ++black.games;
  Color mover = game.start.side_to_move();
  for (const ReviewedMove& move : review.moves) {
    (mover == Color::White ? white : black).add(move);
    mover = opposite(mover);
  }
}

}  // namespace lucena
