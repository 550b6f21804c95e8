// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "solve/ending_store.h"
#include "solve/kept_castling.h"
#include "solve/large_ending.h"
#include "solve/solver_crew.h"

namespace lucena {

/// Solves the positions with castling rights of one ending after the other, each right after its
/// positions without rights. What the exits lead to, castling tables among it, is in the store.
class CastlingSolver {
 public:
  CastlingSolver(EndingStore& store, SolverCrew& crew, std::atomic<unsigned>& level)
      : store_(store), crew_(crew), level_(level) {}

  /// Where the tables of large endings wait for those that promote into them.
  KeptCastling& kept() { return kept_; }
  const KeptCastling& kept() const { return kept_; }

  /// Leaves the tables in the store.
  std::optional<SolveFault> solve(const Material& material, Metric metric,
                                  const std::atomic<bool>& cancelled);

  /// The same for an ending whose decisions are on disk, by some metrics, mate first. The tables
  /// are told to the ending, and kept if others need them; none stays in the store.
  std::optional<SolveFault> solve_large(const Layout& layout, LargeEnding& ending,
                                        const std::vector<Metric>& metrics, bool others_need_them,
                                        const std::atomic<bool>& cancelled);

  /// About what that takes in memory.
  static std::size_t large_bytes(const Material& material, std::size_t metrics);

 private:
  using Tables = std::vector<std::shared_ptr<CastlingTable>>;
  using SolveProblem =
      std::function<std::optional<SolveFault>(CastlingTable&, std::uint32_t, ProblemSolver&)>;

  Tables new_tables(const Material& material, Metric metric);
  std::optional<SolveFault> solve_in_order(const Tables& tables, const std::atomic<bool>& cancelled,
                                           const SolveProblem& solve_problem);
  std::optional<SolveFault> solve_together(std::span<const std::shared_ptr<CastlingTable>> tables,
                                           const std::atomic<bool>& cancelled,
                                           const SolveProblem& solve_problem);
  std::optional<SolveFault> solve_large_by(Metric metric, const Layout& layout,
                                           const LargeEnding& ending,
                                           const std::atomic<bool>& cancelled);
  std::optional<FileFault> bring_promotions(const Material& material, Metric metric);
  void drop_promotions(const Material& material, Metric metric);

  EndingStore& store_;
  SolverCrew& crew_;
  std::atomic<unsigned>& level_;
  KeptCastling kept_;
};

}  // namespace lucena
