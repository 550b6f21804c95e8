// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/position_facts.h"

namespace lucena {
namespace {

std::vector<Move> moves_that_alone_keep(const Answer& answer) {
  std::vector<Move> keeping;
  for (const GradedMove& move : answer.moves) {
    if (move.outcome == answer.outcome) keeping.push_back(move.move);
  }
  if (keeping.size() == answer.moves.size()) keeping.clear();
  return keeping;
}

}  // namespace

std::optional<Position> with_other_side_to_move(const Position& position) {
  Setup setup = position.setup();
  setup.side_to_move = opposite(setup.side_to_move);
  setup.en_passant.reset();
  const auto other = Position::create(setup);
  if (!other) return {};
  return *other;
}

/// Whoever is to move must be worse off than if the other side were:
///
///     White to move   Black to move
///     draws           loses           White wins or draws
///     loses           draws           Black wins or draws
///     loses           loses           the mover loses
std::optional<ZugzwangKind> zugzwang_kind(Worth white_to_move, Worth black_to_move) {
  if (white_to_move.is_loss() && black_to_move.is_loss()) return ZugzwangKind::MoverLoses;
  if (white_to_move.is_draw() && black_to_move.is_loss()) return ZugzwangKind::WhiteWinsOrDraw;
  if (white_to_move.is_loss() && black_to_move.is_draw()) return ZugzwangKind::BlackWinsOrDraw;
  return {};
}

Result<PositionFacts, OracleFault> find_facts(Oracle& oracle, const Position& position,
                                              const Answer& answer) {
  PositionFacts facts{moves_that_alone_keep(answer), {}, {}};
  const auto other = with_other_side_to_move(position);
  if (!other) return facts;
  const auto others_answer = oracle.answer(*other);
  if (!others_answer) return others_answer.error();
  facts.other_side = AnsweredPosition{*other, *others_answer};
  const bool white = position.side_to_move() == Color::White;
  facts.zugzwang = white ? zugzwang_kind(answer.mate, others_answer->mate)
                         : zugzwang_kind(others_answer->mate, answer.mate);
  return facts;
}

}  // namespace lucena
