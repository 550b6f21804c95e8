// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "cuda/device_endings.h"
#include "cuda/device_solver.h"
#include "solve/accelerator.h"

namespace lucena {

/// Whole endings stay on the machine from the first capture to the last; single problems get their
/// exits from the host. Whole endings give their memory back before single problems begin; whoever
/// has a solver of these lets go of it before the next ending.
template <class Machine>
class DeviceAccelerator final : public Accelerator {
 public:
  explicit DeviceAccelerator(Machine machine, ListLimits limits = {})
      : machine_(std::move(machine)), limits_(limits) {}

  std::optional<SolveFault> lacks_room(const Material& material, std::size_t metrics) override {
    return lacks(device_plan_bytes({closure({material}), metrics}, limits_));
  }
  std::optional<SolveFault> lacks_room(std::uint32_t words) override {
    return lacks(device_problem_bytes(words, true, limits_));
  }

  std::optional<SolveFault> solve_into(const Material& material, std::span<const Metric> metrics,
                                       LargeEnding& ending, const Team& team,
                                       const SolveControl& control) override {
    if (!endings_) endings_.emplace(machine_, limits_);
    const auto fault = endings_->solve_into(material, metrics, ending, team, control);
    return fault ? std::optional(given_up(*fault)) : std::nullopt;
  }

  Result<ByMetric<unsigned>, SolveFault> fill(const ByMetric<EndingTable*>& tables,
                                              const SolveControl& control) override {
    if (!endings_) endings_.emplace(machine_, limits_);
    const Layout& layout = tables[Metric::Mate]->layout();
    const std::size_t values =
        std::size_t{layout.words()} * layout.skeleton_count() * Square::kCount;
    ByMetric<unsigned> deepest{};
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      EndingTable* const table = tables[metric];
      if (table == nullptr) continue;
      const auto tally = endings_->solve(layout.material(), metric, control);
      if (!tally) return given_up(tally.error());
      deepest[metric] = tally->deepest();
      for (const Color side : kColors) {
        endings_->copy_values(layout.material(), metric, side, {table->rows(side, 0), values});
      }
    }
    if (endings_->fault()) return given_up(*endings_->fault());
    return deepest;
  }

  std::unique_ptr<ProblemSolver> make_solver(const Team& team) override {
    endings_.reset();
    return std::make_unique<DeviceSolver<Machine>>(machine_, team, limits_);
  }

 private:
  /// What has failed does nothing more: the next ending begins anew.
  SolveFault given_up(SolveFault fault) {
    endings_.reset();
    return fault;
  }

  /// Others use the device, too: what was free a while ago may not be now.
  std::optional<SolveFault> lacks(std::size_t needed_bytes) {
    if (needed_bytes <= machine_.free_bytes()) return {};
    endings_.reset();
    const std::size_t free_bytes = machine_.free_bytes();
    if (machine_.fault()) return *machine_.fault();  // one that is gone has nothing free, either
    if (needed_bytes > free_bytes) return no_room(needed_bytes, free_bytes);
    return {};
  }

  Machine machine_;
  const ListLimits limits_;
  std::optional<DeviceEndings<Machine>> endings_;
};

}  // namespace lucena
