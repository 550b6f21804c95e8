// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "chess/move_text.h"
#include "match/review.h"

namespace lucena {
namespace {

/// As much of the judge's line as a reader follows.
constexpr std::size_t kLinePlies = 8;

/// "[%eval 0.35]" and "[%eval #-3]", which many programs draw as a curve.
std::string evaluation(const EngineScore& white) {
  if (white.kind == EngineScore::Kind::Mate) return fmt::format("[%eval #{}]", white.value);
  return fmt::format("[%eval {:.2f}]", white.value / 100.0);
}

/// A bad move in a word and as a numeric annotation glyph of the PGN standard.
struct Verdict {
  std::string_view word;
  unsigned glyph;
};
Verdict verdict_on(MoveGrade grade) {
  switch (grade) {
    case MoveGrade::Good:
      break;
    case MoveGrade::Inaccuracy:
      return {"Inaccuracy", 6};  // ?!
    case MoveGrade::Mistake:
      return {"Mistake", 2};  // ?
    case MoveGrade::Blunder:
      return {"Blunder", 4};  // ??
  }
  return {"", 0};
}

/// The curve of evaluations has a point for every judged move, but for mate on the board, which has
/// no evaluation. A bad move also gets a word, a glyph and the judge's line as a variation.
void annotate_judged(PgnMove& move, const Position& position, const JudgedMove& judged,
                     bool mated) {
  std::string text = mated ? "" : evaluation(judged.white_after);
  const MoveGrade grade = grade_of_loss(judged.loss());
  if (grade != MoveGrade::Good && judged.best) {
    const auto [word, glyph] = verdict_on(grade);
    text += fmt::format("{}{}: loses {:.2f}, best is {}", text.empty() ? "" : " ", word,
                        judged.loss() / 100.0, to_san(position, *judged.best));
    // A glyph of this kind that somebody else gave would contradict ours.
    std::erase_if(move.glyphs, [](unsigned given) { return given >= 1 && given <= 6; });
    move.glyphs.insert(move.glyphs.begin(), glyph);
    PgnLine line;
    for (std::size_t i = 0; i < std::min(kLinePlies, judged.line.size()); ++i) {
      line.push_back({judged.line[i]});
    }
    move.variations.push_back(std::move(line));
  }
  if (!text.empty()) move.comments_after.push_back(std::move(text));
}

/// Only what the move has changed is said.
void annotate_exact(PgnMove& move, const ExactMove& exact) {
  if (!exact.outcome_kept()) {
    move.comments_after.push_back(
        fmt::format("tables: a {} becomes a {}", name(exact.before), name(exact.after)));
  } else if (exact.moves_lost > 0) {
    move.comments_after.push_back(fmt::format(
        "tables: still a {}, {} move{} {}", name(exact.before), exact.moves_lost,
        exact.moves_lost == 1 ? "" : "s", exact.before == Outcome::Win ? "later" : "sooner"));
  }
}

}  // namespace

/// A game that was annotated before keeps its comments and gets another annotator.
PgnGame annotate(PgnGame game, const GameReview& review, const std::string& annotator) {
  std::erase_if(game.tags, [](const PgnTag& tag) { return tag.name == "Annotator"; });
  game.tags.push_back({"Annotator", annotator});
  Position position = game.start;
  for (std::size_t i = 0; i < std::min(game.moves.size(), review.moves.size()); ++i) {
    PgnMove& move = game.moves[i];
    const ReviewedMove& reviewed = review.moves[i];
    const Position after = position.after(move.move);
    const bool mated =
        reviewed.judged && reviewed.judged->white_after == EngineScore{EngineScore::Kind::Mate, 0};
    if (reviewed.judged) annotate_judged(move, position, *reviewed.judged, mated);
    if (reviewed.exact) annotate_exact(move, *reviewed.exact);
    position = after;
  }
  return game;
}

}  // namespace lucena
