// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/human_player.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "console/move_review.h"

namespace lucena {
namespace {

/// In hundredths of a pawn.
double temperature(unsigned elo) {
  return 150 * std::exp2(-(static_cast<double>(elo) - kWeakestHumanElo) / 400);
}

/// How deep such a player looks, in plies: 1 at Elo 600, one more every 400 points, 6 at 2600.
int looks_ahead(unsigned elo) {
  return 1 + static_cast<int>(elo - kWeakestHumanElo) / 400;
}

/// Beyond this nobody tells one lost game from another.
constexpr Value kLostValue = 1500;
/// A mate that is seen is played, most of the time.
constexpr double kMissedMate = 50;

/// The last that was said about each move.
class Collector final : public SearchObserver {
 public:
  void report(const SearchReport& report) override {
    values_[report.line.front().bits()] = report.value;
  }
  const std::map<std::uint16_t, Value>& values() const { return values_; }

 private:
  std::map<std::uint16_t, Value> values_;  // by the bits of the move
};

}  // namespace

double table_loss(const GradedMove& move, const GradedMove& best) {
  constexpr double kResult = 400, kMove = 30, kMostForMoves = 300;
  const int changed = points(best.outcome) - points(move.outcome);
  if (changed > 0) return kResult * changed;
  if (!is_decisive(best.outcome)) return 0;
  const double moves = std::abs(static_cast<double>(moves_of(move.distance)) -
                                static_cast<double>(moves_of(best.distance)));
  return std::min(kMove * moves, kMostForMoves);
}

HumanPlayer::HumanPlayer(unsigned elo, std::uint64_t seed, Oracle& oracle)
    : elo_(std::clamp(elo, kWeakestHumanElo, kStrongestHumanElo)), random_(seed), oracle_(oracle) {}

std::optional<Move> HumanPlayer::choose(const PlayersTurn& turn) {
  if (turn.known == nullptr) {
    const auto candidates = searched(turn);
    if (!candidates) return {};
    return draw(*candidates);
  }
  std::vector<Candidate> candidates;
  for (const GradedMove& move : turn.known->moves) {
    candidates.push_back({move.move, table_loss(move, turn.known->moves.front())});
  }
  return draw(candidates);
}

/// Every move with what a shallow search thinks of it.
std::optional<std::vector<HumanPlayer::Candidate>> HumanPlayer::searched(const PlayersTurn& turn) {
  if (!thinker_) thinker_.emplace(oracle_, Thinker::Options{.tables = false, .all_moves = true});
  SearchLimits limits;
  limits.clock = turn.clock;
  limits.depth = looks_ahead(elo_);
  Collector collector;
  const auto result = thinker_->think(turn.game, limits, &collector);
  if (!result) return {};
  const Value best = std::clamp(result->value, -kLostValue, kLostValue);
  std::vector<Candidate> candidates;
  for (const auto& [bits, value] : collector.values()) {
    const Value worth = std::clamp(value, -kLostValue, kLostValue);
    const bool misses_mate = is_mate(result->value) && value < result->value;
    candidates.push_back(
        {Move::from_bits(bits), std::max(0, best - worth) + (misses_mate ? kMissedMate : 0)});
  }
  if (candidates.empty()) candidates.push_back({*result->best, 0});
  return candidates;
}

Move HumanPlayer::draw(const std::vector<Candidate>& candidates) {
  std::vector<double> weights;
  for (const Candidate& candidate : candidates) {
    weights.push_back(std::exp(-candidate.loss / temperature(elo_)));
  }
  // Not std::discrete_distribution, whose chances differ from library to library.
  double sum = 0;
  for (const double weight : weights) sum += weight;
  constexpr std::uint64_t kParts = std::uint64_t{1} << 32;
  double left = sum * static_cast<double>(random_below(kParts, random_)) / kParts;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    left -= weights[i];
    if (left < 0) return candidates[i].move;
  }
  return candidates.front().move;
}

}  // namespace lucena
