// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/adjudicator.h"

#include "endgame/material.h"
#include "oracle/answer.h"

namespace lucena {

/// Cursed wins and blessed losses are draws, for either side would claim one.
std::optional<GameResult> Adjudicator::result(const Position& position) const {
  if (prober_ == nullptr || position.occupied().count() > kMaxMen) return {};
  const auto zeroing = prober_->worth(position, Metric::Zeroing);
  if (!zeroing) return {};
  const bool white = position.side_to_move() == Color::White;
  switch (outcome_with_clock(*zeroing, position.halfmove_clock())) {
    case Outcome::Win:
      return white ? GameResult::WhiteWins : GameResult::BlackWins;
    case Outcome::Loss:
      return white ? GameResult::BlackWins : GameResult::WhiteWins;
    default:
      return GameResult::Draw;
  }
}

}  // namespace lucena
