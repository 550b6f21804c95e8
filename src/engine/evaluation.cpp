// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluation.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/simd.h"
#include "engine/evaluation_terms.h"
#include "engine/known_endings.h"

namespace lucena {
namespace {

/// How much of the middle game is left: 24 with all pieces (8 minor ones count 1, 4 rooks 2, 2
/// queens 4), 0 with pawns alone. Promoted queens do not make it more than whole.
constexpr int kWholePhase = 24;
/// Two rooks against two rooks and pawns are 8 of 24.
int phase_of(const Position& position) {
  const int phase =
      position.men_of(PieceType::Knight).count() + position.men_of(PieceType::Bishop).count() +
      2 * position.men_of(PieceType::Rook).count() + 4 * position.men_of(PieceType::Queen).count();
  return std::min(phase, kWholePhase);
}

/// Half way, at phase 12, both count the same. The scale is for the ending alone: what is hard to
/// win there may still be won before. {40, 80} at phase 12 is 60; at phase 0, with a scale of 32,
/// it is 40.
Value mean(Tapered value, int phase, int scale) {
  return (value.middle_game() * phase +
          value.ending() * scale / kWholeScale * (kWholePhase - phase)) /
         kWholePhase;
}

[[gnu::always_inline]] inline Tapered value_of(const Position& position,
                                               const PawnStructure& structure) {
  return EvaluationTerms(position, structure).value();
}

// Twice, as in perft.cpp: the second time for processors that count bits in one instruction.
LUCENA_FLATTEN Tapered value_plainly(const Position& position, const PawnStructure& structure) {
  return value_of(position, structure);
}
LUCENA_FLATTEN [[gnu::target("arch=x86-64-v3")]] Tapered value_with_avx2(
    const Position& position, const PawnStructure& structure) {
  return value_of(position, structure);
}

}  // namespace

Evaluator::Evaluator() : avx2_(simd_level() >= Simd::Avx2) {}

/// Terms are White's minus Black's throughout, and turned round for Black at the very end. The
/// clamp keeps evaluations away from mates.
Value Evaluator::evaluate(const Position& position) {
  if (const auto known = known_ending(position)) return *known;
  const PawnStructure& structure = pawns_.find(position);
  Tapered value = avx2_ ? value_with_avx2(position, structure) : value_plainly(position, structure);
  const bool white = position.side_to_move() == Color::White;
  value += white ? kWeights.tempo : -1 * kWeights.tempo;
  const Color stronger = value.ending() > 0 ? Color::White : Color::Black;
  const Value sum = mean(value, phase_of(position), ending_scale(position, stronger));
  return std::clamp(white ? sum : -sum, -kLargestEvaluation, kLargestEvaluation);
}

/// In pawns, for both sides and both phases.
std::string Evaluator::explain(const Position& position) {
  EvaluationTerms evaluation(position, pawns_.find(position));
  evaluation.value();
  const EvaluationParts& parts = evaluation.parts();
  const auto pawns_of = [](int centipawns) { return centipawns / 100.0; };
  std::string text = fmt::format("{:<16}{:>16}{:>18}\n{:<16}{:>8}{:>8}{:>10}{:>8}\n", "", "White",
                                 "Black", "pawns", "middle", "ending", "middle", "ending");
  const auto line = [&](std::string_view name, const ByColor<Tapered>& part) {
    const auto& [white, black] = part;
    text += fmt::format("{:<16}{:>8.2f}{:>8.2f}{:>10.2f}{:>8.2f}\n", name,
                        pawns_of(white.middle_game()), pawns_of(white.ending()),
                        pawns_of(black.middle_game()), pawns_of(black.ending()));
  };
  line("men on squares", parts.material);
  line("mobility", parts.mobility);
  line("pieces", parts.pieces);
  line("passed pawns", parts.passed);
  line("threats", parts.threats);
  line("king safety", parts.king);
  text += fmt::format("{:<16}{:>8.2f}{:>8.2f}  (White minus Black)\n", "pawn structure",
                      pawns_of(parts.structure.middle_game()), pawns_of(parts.structure.ending()));
  const Value value = position.in_check() ? 0 : evaluate(position);
  const Value white = position.side_to_move() == Color::White ? value : -value;
  text += position.in_check() ? std::string("evaluation: none, the king is in check")
                              : fmt::format("evaluation: {:+.2f} for White", pawns_of(white));
  return text;
}

}  // namespace lucena
