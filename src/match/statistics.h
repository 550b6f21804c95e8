// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace lucena {

/// The results of a match for the first player. A pair is both games of one opening; its results
/// are kept by half points, 0 to 4, because the two games are no independent witnesses: many
/// openings favour one colour. A win and a loss in the same opening are two half points, as two
/// draws are.
struct MatchTally {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  /// pairs[3] counts a win and a draw.
  std::array<std::uint64_t, 5> pairs{};

  std::uint64_t games() const { return wins + draws + losses; }
  std::uint64_t complete_pairs() const;
  /// Points of the first player.
  double points() const { return wins + draws / 2.0; }
  /// Points a game; there must be one.
  double score() const { return points() / games(); }
};

/// The share of points that a difference in Elo makes one expect, 1 / (1 + 10^(-elo / 400)), and
/// the other way round; scores of 0 and 1 are infinitely far away. 5 Elo are 0.5072, 100 are 0.640.
double expected_score(double elo);
double elo_of_score(double score);

/// An estimate with its interval of 95 % confidence. Where every game was won, or lost, only one
/// end of it is finite.
struct EloEstimate {
  double elo, low, high;
};

/// Nothing before the first game. The error is that of pairs if there are at least ten, not all
/// alike, else that of games.
std::optional<EloEstimate> estimate_elo(const MatchTally& tally);

/// The probability that the first player is the stronger one, whatever happens in draws: 0.5
/// without a decided game. 60 wins and 40 losses make it 0.977.
double likelihood_of_superiority(const MatchTally& tally);

/// A sequential probability ratio test between two hypotheses about the difference in Elo. With
/// both risks at 5 % the bounds are -2.944 and 2.944, the logarithms of 1/19 and 19.
struct Sprt {
  double elo0 = 0, elo1 = 5;
  double alpha = 0.05, beta = 0.05;  // the risks to accept elo1, or elo0, wrongly

  double lower_bound() const;  // below it elo0 is accepted
  double upper_bound() const;  // above it elo1 is accepted

  /// The logarithm of the likelihood ratio, from complete pairs, whose scores are taken for
  /// normally distributed with a variance that nobody knows: for n pairs of mean score m and
  /// variance v, with expected scores s0 and s1,
  ///
  ///     n/2 log((v + (m - s0)^2) / (v + (m - s1)^2))
  ///
  /// 0 without pairs. A few pairs that happen to be alike decide nothing. Each of the five results
  /// counts a thousandth of a pair more than it occurred, so that the variance is never 0. The
  /// pairs {20, 90, 250, 110, 30} have the mean 0.52 and, for 0 against 5 Elo, the ratio 1.18: not
  /// decided yet. Ten times as many make it 11.8.
  double log_likelihood_ratio(const MatchTally& tally) const;

  enum class Decision : std::uint8_t { Undecided, AcceptElo0, AcceptElo1 };
  Decision decision(const MatchTally& tally) const;
};

}  // namespace lucena
