// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "console/player.h"
#include "console/thinker.h"

namespace lucena {

/// Errs as people do: seldom by much, and less the stronger they are. Every move has a loss, what
/// it gives away beside the best one in hundredths of a pawn, and is chosen with a probability in
/// proportion to exp(-loss / temperature). The temperature halves every 400 points of Elo: 150 at
/// 600, 75 at 1000, 19 at 1800, 5 at 2600. The numbers are a scale of ours and no measured ratings.
///
///     four moves that lose       0      50     100    300
///     are chosen at Elo 600     42 %   30 %    22 %    6 %
///     and at Elo 1800           93 %    6 %     1 %    0 %
class HumanPlayer final : public Player {
 public:
  HumanPlayer(unsigned elo, std::uint64_t seed, Oracle& oracle);
  std::optional<Move> choose(const PlayersTurn& turn) override;

 private:
  struct Candidate {
    Move move;
    double loss;  // in hundredths of a pawn
  };

  std::optional<std::vector<Candidate>> searched(const PlayersTurn& turn);
  Move draw(const std::vector<Candidate>& candidates);

  const unsigned elo_;
  std::mt19937_64 random_;
  Oracle& oracle_;
  std::optional<Thinker> thinker_;  // not before it is needed: it has a hash table
};

/// What a move that tables know loses beside the best one, in hundredths of a pawn. A change of the
/// result counts more than any number of moves by which a mate is later, or comes sooner.
double table_loss(const GradedMove& move, const GradedMove& best);

}  // namespace lucena
