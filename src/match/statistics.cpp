// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lucena {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Standard deviations to either side that hold 95 % of a normal distribution.
constexpr double kNinetyFivePercent = 1.959963985;

/// With n pairs the estimate of their variance is itself off by a share of sqrt(2 / (n - 1)), which
/// is a half for ten; fewer tell nothing about it.
constexpr std::uint64_t kEnoughPairs = 10;

struct Moments {
  double count, mean, variance;
};

template <std::size_t N>
std::array<double, N> as_real(const std::array<std::uint64_t, N>& counts) {
  std::array<double, N> real;
  std::copy(counts.begin(), counts.end(), real.begin());
  return real;
}

/// Of scores that lie evenly between 0 and 1: counts[i] of them are i / (N - 1).
template <std::size_t N>
Moments moments(const std::array<double, N>& counts) {
  const double count = std::accumulate(counts.begin(), counts.end(), 0.0);
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const double score = 1.0 * i / (N - 1);
    mean += counts[i] * score / count;
    square += counts[i] * score * score / count;
  }
  return {count, mean, square - mean * mean};
}

double standard_error(const Moments& moments) {
  return std::sqrt(std::max(0.0, moments.variance) / moments.count);
}

/// Half the width of the interval of 95 % confidence around the score, which is neither 0 nor 1. 20
/// draws in 20 games leave an error of 0.07.
double error_of_score(const MatchTally& tally) {
  if (tally.wins + tally.losses == 0) {
    // Decided games are rarer than would let so many draws happen with a probability of 5 %.
    return (1 - std::pow(0.05, 1.0 / tally.games())) / 2;
  }
  const bool all_alike = std::count(tally.pairs.begin(), tally.pairs.end(), 0u) == 4;
  if (tally.complete_pairs() >= kEnoughPairs && !all_alike) {
    return kNinetyFivePercent * standard_error(moments(as_real(tally.pairs)));
  }
  return kNinetyFivePercent *
         standard_error(moments(as_real<3>({tally.losses, tally.draws, tally.wins})));
}

}  // namespace

std::uint64_t MatchTally::complete_pairs() const {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

double expected_score(double elo) {
  return 1 / (1 + std::pow(10, -elo / 400));
}

double elo_of_score(double score) {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return -400 * std::log10(1 / score - 1);
}

/// Ten wins in ten games say "at least 183": a score of 0.741 wins ten in a row one time in twenty.
std::optional<EloEstimate> estimate_elo(const MatchTally& tally) {
  if (tally.games() == 0) return {};
  const double score = tally.score();
  // The score that gives so many wins in a row with a probability of 5 %.
  const double one_sided = std::pow(0.05, 1.0 / tally.games());
  if (score >= 1) return EloEstimate{kInfinity, elo_of_score(one_sided), kInfinity};
  if (score <= 0) return EloEstimate{-kInfinity, -kInfinity, elo_of_score(1 - one_sided)};
  const double error = error_of_score(tally);
  return EloEstimate{elo_of_score(score), elo_of_score(score - error), elo_of_score(score + error)};
}

/// If both were equal, wins - losses would have the mean 0 and the variance wins + losses; this is
/// the share of its normal distribution below what happened.
double likelihood_of_superiority(const MatchTally& tally) {
  const double wins = tally.wins, losses = tally.losses;
  if (wins + losses == 0) return 0.5;
  return 0.5 + 0.5 * std::erf((wins - losses) / std::sqrt(2 * (wins + losses)));
}

double Sprt::lower_bound() const {
  return std::log(beta / (1 - alpha));
}

double Sprt::upper_bound() const {
  return std::log((1 - beta) / alpha);
}

/// `spread_around` is the mean square distance of the pairs from a score, the greater the worse it
/// fits.
double Sprt::log_likelihood_ratio(const MatchTally& tally) const {
  if (tally.complete_pairs() == 0) return 0;
  constexpr double kUnseen = 1e-3;
  std::array<double, 5> counts = as_real(tally.pairs);
  for (double& count : counts) count += kUnseen;
  const Moments pairs = moments(counts);
  const double score0 = expected_score(elo0), score1 = expected_score(elo1);
  const auto spread_around = [&](double score) {
    return pairs.variance + (pairs.mean - score) * (pairs.mean - score);
  };
  return pairs.count / 2 * std::log(spread_around(score0) / spread_around(score1));
}

Sprt::Decision Sprt::decision(const MatchTally& tally) const {
  const double ratio = log_likelihood_ratio(tally);
  if (ratio >= upper_bound()) return Decision::AcceptElo1;
  if (ratio <= lower_bound()) return Decision::AcceptElo0;
  return Decision::Undecided;
}

}  // namespace lucena
