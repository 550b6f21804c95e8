// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/team.h"
#include "endgame/material.h"
#include "solve/ending_table.h"
#include "solve/large_ending.h"
#include "solve/problem_solver.h"

namespace lucena {

/// A device beside the processor that solves large endings sooner: a GPU. It decides what a
/// LevelLoop decides, position for position.
class Accelerator {
 public:
  virtual ~Accelerator() = default;

  /// Why there is no room for an ending by so many metrics, with both numbers; nothing if there is.
  virtual std::optional<SolveFault> lacks_room(const Material& material, std::size_t metrics) = 0;
  /// The same for a single problem with pawns, of so many words.
  virtual std::optional<SolveFault> lacks_room(std::uint32_t words) = 0;

  /// Solves an ending by several metrics, mate first, and tells what is decided to whoever is
  /// given. What it can turn into is solved on the device, too. The team brings decisions where
  /// they belong.
  virtual std::optional<SolveFault> solve_into(const Material& material,
                                               std::span<const Metric> metrics, LargeEnding& ending,
                                               const Team& team, const SolveControl& control) = 0;

  /// The same for an ending that fits into memory, into its tables by mate and zeroing distance.
  /// Returns the deepest level of each.
  virtual Result<ByMetric<unsigned>, SolveFault> fill(const ByMetric<EndingTable*>& tables,
                                                      const SolveControl& control) = 0;

  /// Solves problems of any kind, one after the other. The team finds their exits.
  virtual std::unique_ptr<ProblemSolver> make_solver(const Team& team) = 0;
};

/// How a large ending goes to an accelerator: it stays there as a whole if there is room. Otherwise
/// those with one pawn, whose problems are large, get there one problem after the other.
enum class AcceleratedAs { Whole, Problems };
/// For an ending that is to be solved as a whole or in part, by so many metrics; or why it is left
/// to the processor.
Result<AcceleratedAs, SolveFault> accelerated_as(Accelerator& accelerator, const Layout& layout,
                                                 bool in_part, std::size_t metrics);

/// Whether large endings go to an accelerator.
struct Acceleration {
  /// Looks for one, once there is something for it to do; null if there is none. Whoever gives
  /// nothing does without.
  std::function<std::shared_ptr<Accelerator>()> find{};
  /// A large ending that has no room there is not solved at all, instead of by the processor.
  bool is_insisted_on = false;
  /// Left to the processor all the same.
  std::vector<Material> without{};
};

}  // namespace lucena
