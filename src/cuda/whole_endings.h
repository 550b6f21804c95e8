// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/team.h"
#include "endgame/material.h"
#include "solve/large_ending.h"
#include "solve/problem_solver.h"

namespace lucena {

/// How many positions of an ending are decided at each turn by a metric: one for each class of
/// positions that a symmetry makes the same; twins are told apart unless they are pawns.
struct EndingTally {
  ByColor<std::uint64_t> legal{};                 // by side to move
  ByColor<std::vector<std::uint64_t>> decided{};  // by side to move and the turn's number
  PhaseSeconds seconds{};

  void add_decided(Color side, const std::vector<std::uint64_t>& more);
  /// From one level to another, both included.
  std::uint64_t count(Color side, bool wins, unsigned first = 0, unsigned last = ~0u) const;
  std::uint64_t drawn(Color side) const {
    return legal[side] - count(side, true) - count(side, false);
  }
  /// The longest distance in plies, of those up to some number.
  std::optional<unsigned> deepest(Color side, bool wins, unsigned most = ~0u) const;
  /// The longest of all.
  unsigned deepest() const;
};

/// Solves endings by mate and by zeroing distance, with everything in the memory of a device: what
/// their captures and promotions lead to is solved first and stays there as far as it is needed.
class WholeEndings {
 public:
  virtual ~WholeEndings() = default;

  /// Solves a canonical ending, and before it whatever it can turn into and is missing. With up to
  /// five men its table stays, with six only the tally.
  virtual Result<EndingTally, SolveFault> solve(const Material& material, Metric metric,
                                                const SolveControl& control) = 0;

  /// Solves an ending by several metrics, mate first, and tells what is decided to whoever is
  /// given. The team brings it there.
  virtual std::optional<SolveFault> solve_into(const Material& material,
                                               std::span<const Metric> metrics, LargeEnding& ending,
                                               const Team& team, const SolveControl& control) = 0;

  /// The values of an ending with up to five men that has been solved, in the order of an
  /// EndingTable; whether there are any.
  virtual bool copy_values(const Material& material, Metric metric, Color side,
                           std::span<std::uint8_t> values) const = 0;
};

}  // namespace lucena
