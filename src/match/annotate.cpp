// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>

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

void annotate_judged(PgnMove& move, const Position& position, const JudgedMove& judged,
                     bool mated) {
  std::string text = mated ? "" : evaluation(judged.white_after);
  const MoveGrade grade = grade_of_loss(judged.loss());
  if (grade != MoveGrade::Good && judged.best) {
    constexpr std::array<std::string_view, 4> kNames{"", "Inaccuracy", "Mistake", "Blunder"};
    constexpr std::array<unsigned, 4> kGlyphs{0, 6, 2, 4};  // ?!, ?, ??
    const auto place = static_cast<std::size_t>(grade);
    text += fmt::format("{}{}: loses {:.2f}, best is {}", text.empty() ? "" : " ", kNames[place],
                        judged.loss() / 100.0, to_san(position, *judged.best));
    // A glyph of this kind that somebody else gave would contradict ours.
    std::erase_if(move.glyphs, [](unsigned glyph) { return glyph >= 1 && glyph <= 6; });
    move.glyphs.insert(move.glyphs.begin(), kGlyphs[place]);
    PgnLine line;
    for (std::size_t i = 0; i < std::min(kLinePlies, judged.line.size()); ++i) {
      line.push_back({judged.line[i]});
    }
    move.variations.push_back(std::move(line));
  }
  if (!text.empty()) move.comments_after.push_back(std::move(text));
}

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
