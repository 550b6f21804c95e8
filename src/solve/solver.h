// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "solve/ending_table.h"
#include "solve/level_loop.h"
#include "solve/table_exits.h"

namespace lucena {

/// Solves endings in dependency order and keeps what later ones need: the tables with up to four
/// men, and of larger ones only the rows that promotions lead to.
class Solver final : private ExitTargets {
 public:
  explicit Solver(unsigned threads);

  /// Solves a canonical material whose smaller endings have been solved before.
  std::shared_ptr<const EndingTable> solve(const Material& material);

  /// The endings still to come; it decides which promotions are worth keeping.
  void announce(const std::vector<Material>& plan) { plan_ = plan; }

  const PhaseSeconds& seconds() const { return shared_loop_.seconds(); }

 private:
  const ExitView& captures_into(const Material& material, Color mover) override;
  const ExitView& promotions_of(const Material& material, Color mover) override;
  void keep_promotions(const EndingTable& table);
  void keep_promotions_for(const Material& consumer, const OrientedReader& reader, Piece promoted);
  void solve_in_waves(EndingTable& table);

  ThreadPool pool_;
  LevelLoop shared_loop_;
  std::vector<std::unique_ptr<ThreadPool>> single_;
  std::vector<std::unique_ptr<LevelLoop>> loops_;
  std::map<Material, std::shared_ptr<const EndingTable>> tables_;
  std::map<std::pair<Material, Color>, std::unique_ptr<ExitView>> captures_;
  std::map<std::pair<Material, Color>, std::unique_ptr<ExitView>> promotions_;
  std::vector<Material> plan_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace lucena
