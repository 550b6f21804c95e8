// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "endgame/material.h"
#include "solve/problem_solver.h"

namespace lucena {

/// How many positions of an ending are decided at each turn by mate: one for each class of
/// positions that a symmetry makes the same, twins told apart.
struct EndingTally {
  ByColor<std::uint64_t> legal{};                 // by side to move
  ByColor<std::vector<std::uint64_t>> decided{};  // by side to move and the turn's number
  PhaseSeconds seconds{};

  std::uint64_t count(Color side, bool wins) const;
  std::uint64_t drawn(Color side) const {
    return legal[side] - count(side, true) - count(side, false);
  }
  /// The longest distance to mate in plies.
  std::optional<unsigned> deepest(Color side, bool wins) const;
};

/// Solves endings without pawns by mate, with everything in the memory of a device: what their
/// captures lead to is solved first and stays there.
class PawnlessEndings {
 public:
  virtual ~PawnlessEndings() = default;

  /// Solves a canonical ending, and before it whatever smaller ones are missing. With six men only
  /// the tally is left of it.
  virtual Result<EndingTally, SolveFault> solve(const Material& material,
                                                const SolveControl& control) = 0;

  /// The scores of an ending with up to five men that has been solved, in the order of an
  /// EndingTable; whether there are any.
  virtual bool copy_scores(const Material& material, Color side,
                           std::span<std::uint8_t> scores) const = 0;
};

}  // namespace lucena
