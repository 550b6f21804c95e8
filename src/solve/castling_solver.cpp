// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_solver.h"

#include <algorithm>
#include <bit>
#include <map>

#include "solve/castling_decisions.h"
#include "solve/castling_exits.h"
#include "solve/castling_row_exits.h"
#include "solve/value_bytes.h"

namespace lucena {
namespace {

int number_of_rights(const CastlingTable& table) {
  return std::popcount(table.ending().rights.bits());
}

SolveFault castling_scratch_fault(const FileFault& fault) {
  return {SolveError::Scratch, fault.message};
}

/// What the pawns of an ending with rights can become, with those rights.
std::vector<CastlingEnding> promotions_with_rights(const Material& material) {
  std::vector<CastlingEnding> endings;
  for (const CastlingEnding& ending : castling_endings(material)) {
    for (const Color color : kColors) {
      if (ending.material.count(color, PieceType::Pawn) == 0) continue;
      for (const PieceType type : kPromotionTypes) {
        const Material after =
            ending.material.without({color, PieceType::Pawn}).with({color, type});
        endings.push_back(CastlingEnding::of(after, ending.rights));
      }
    }
  }
  return endings;
}

}  // namespace

/// They are in the store from the start, since pawn moves lead from one of their problems to
/// another.
CastlingSolver::Tables CastlingSolver::new_tables(const Material& material, Metric metric) {
  Tables tables;
  for (const CastlingEnding& ending : castling_endings(material)) {
    tables.push_back(std::make_shared<CastlingTable>(ending));
    if (material.men() > kMostMenOfAByte) tables.back()->widen();
    store_.add(tables.back(), metric);
  }
  return tables;
}

std::optional<SolveFault> CastlingSolver::solve(const Material& material, Metric metric,
                                                const std::atomic<bool>& cancelled) {
  const auto solve_problem = [&](CastlingTable& table, std::uint32_t skeleton,
                                 ProblemSolver& solver) -> std::optional<SolveFault> {
    const CastlingExits exits(table, metric, store_, skeleton);
    const Problem problem = table.problem(skeleton);
    ValueBytes bytes(problem, metric,
                     {table.rows(Color::White, skeleton), table.rows(Color::Black, skeleton)});
    const auto deepest = solver.solve(problem, metric, exits, bytes, {cancelled, level_});
    return deepest ? std::nullopt : std::optional(deepest.error());
  };
  return solve_in_order(new_tables(material, metric), cancelled, solve_problem);
}

/// Endings with equally many rights do not depend on each other. Giving up a right leads to an
/// ending with fewer, so those come first; captures and promotions lead to endings that are earlier
/// in the plan.
std::optional<SolveFault> CastlingSolver::solve_in_order(const Tables& tables,
                                                         const std::atomic<bool>& cancelled,
                                                         const SolveProblem& solve_problem) {
  std::optional<SolveFault> fault;
  for (std::size_t begin = 0; begin < tables.size() && !fault;) {
    std::size_t end = begin;
    while (end < tables.size() &&
           number_of_rights(*tables[end]) == number_of_rights(*tables[begin]))
      ++end;
    fault = solve_together(std::span(tables).subspan(begin, end - begin), cancelled, solve_problem);
    begin = end;
  }
  return fault;
}

/// Tables that do not depend on each other. Of all of them, the problems whose pawns are equally
/// advanced do not either.
std::optional<SolveFault> CastlingSolver::solve_together(
    std::span<const std::shared_ptr<CastlingTable>> tables, const std::atomic<bool>& cancelled,
    const SolveProblem& solve_problem) {
  struct Part {
    CastlingTable* table;
    std::uint32_t skeleton;
  };
  std::map<int, std::vector<Part>, std::greater<>> waves;  // by advancement
  for (const auto& table : tables) {
    for (const std::uint32_t skeleton : table->skeletons()) {
      waves[table->advancement(skeleton)].push_back({table.get(), skeleton});
    }
  }
  for (const auto& wave : waves) {
    const std::vector<Part>& parts = wave.second;
    auto fault = crew_.for_each_of(
        parts.size(), cancelled, [&](std::size_t i, const SolverCrew::Worker& worker) {
          return solve_problem(*parts[i].table, parts[i].skeleton, worker.solver);
        });
    if (fault) return fault;
  }
  return {};
}

std::optional<FileFault> CastlingSolver::bring_promotions(const Material& material, Metric metric) {
  for (const CastlingEnding& ending : promotions_with_rights(material)) {
    if (store_.castling_table(ending, metric)) continue;
    const auto table = kept_.bring(ending, metric);
    if (!table) return table.error();
    if (!*table) {
      return FileFault{FileError::Failed, ending.material.name() +
                                              " with castling rights was not solved before " +
                                              material.name() + ": the plan is at fault"};
    }
    store_.add(*table, metric);
  }
  return {};
}

void CastlingSolver::drop_promotions(const Material& material, Metric metric) {
  for (const CastlingEnding& ending : promotions_with_rights(material)) {
    store_.remove(ending, metric);
  }
}

/// One right is what most positions have, and looked at 64 at a time; of the others there are few.
std::optional<SolveFault> CastlingSolver::solve_large_by(Metric metric, const Layout& layout,
                                                         const LargeEnding& ending,
                                                         const std::atomic<bool>& cancelled) {
  const Tables tables = new_tables(layout.material(), metric);
  std::vector<GivenUpRight> given_up;
  for (const auto& table : tables) {
    if (number_of_rights(*table) == 1) given_up.emplace_back(*table);
  }
  const Team team(crew_.pool());
  if (auto fault = read_given_up(given_up, layout, ending, metric, team, cancelled)) {
    return castling_scratch_fault(*fault);
  }
  const LargeCastlingValues values(layout.material(), metric, store_, std::move(given_up));
  if (auto fault = store_.packed().fault()) return castling_scratch_fault(*fault);
  std::map<const CastlingTable*, CastlingTargets> targets;
  for (const auto& table : tables) {
    if (number_of_rights(*table) == 1) targets.try_emplace(table.get(), *table, values);
  }
  const auto solve_problem = [&](CastlingTable& table, std::uint32_t skeleton,
                                 ProblemSolver& solver) -> std::optional<SolveFault> {
    std::unique_ptr<const Exits> exits;
    if (number_of_rights(table) == 1) {
      exits = std::make_unique<CastlingRowExits>(table, skeleton, values, targets.at(&table));
    } else {
      auto scores = metric == Metric::Mate ? nullptr : store_.castling_table(table.ending());
      exits = std::make_unique<CastlingExits>(table, metric, values, std::move(scores), skeleton);
    }
    const Problem problem = table.problem(skeleton);
    CastlingDecisions decisions(table, skeleton, problem, metric);
    const auto deepest = solver.solve(problem, metric, *exits, decisions, {cancelled, level_});
    return deepest ? std::nullopt : std::optional(deepest.error());
  };
  auto fault = solve_in_order(tables, cancelled, solve_problem);
  for (const auto& table : tables) table->narrow();
  return fault;
}

std::optional<SolveFault> CastlingSolver::solve_large(const Layout& layout, LargeEnding& ending,
                                                      const std::vector<Metric>& metrics,
                                                      bool others_need_them,
                                                      const std::atomic<bool>& cancelled) {
  const Material& material = layout.material();
  const std::vector<CastlingEnding> endings = castling_endings(material);
  if (endings.empty()) return {};
  for (const Metric metric : metrics) {
    if (auto fault = bring_promotions(material, metric)) return castling_scratch_fault(*fault);
    auto fault = solve_large_by(metric, layout, ending, cancelled);
    store_.packed().let_go();
    if (fault || cancelled) return fault;
  }
  for (const Metric metric : metrics) {
    drop_promotions(material, metric);
    for (const CastlingEnding& rights : endings) {
      const auto table = store_.castling_table(rights, metric);
      const auto fault = others_need_them ? kept_.keep(*table, metric) : std::nullopt;
      if (fault) return castling_scratch_fault(*fault);
      ending.take(table, metric);
      store_.remove(rights, metric);
    }
  }
  return {};
}

/// Of each table with one right, which the others are far smaller than: both sides to move in two
/// bytes, and sixteen placements of king and rook. Promotions by all metrics have a byte a value.
///
/// KRBvKRP by two metrics has four such tables, and each of them four promotions: 4 * (2 * 67 + 16
/// * 33.5 + 2 * 4 * 33.5) MB are 3.8 GB. The tables with five men are the rest.
std::size_t CastlingSolver::large_bytes(const Material& material, std::size_t metrics) {
  constexpr std::size_t kPlacements = 16;
  std::size_t tables = 0;
  for (const CastlingEnding& ending : castling_endings(material)) {
    tables += std::popcount(ending.rights.bits()) == 1 ? 1 : 0;
  }
  const std::size_t positions = std::size_t{1} << (6 * (material.men() - 2));
  std::size_t promotions = 0;
  for (const Color color : kColors) {
    if (material.count(color, PieceType::Pawn) > 0) promotions += kPromotionTypes.size();
  }
  std::size_t smaller_bytes = 0;
  for (const auto& [smaller, side] : LargeCastlingValues::smaller_endings(material)) {
    smaller_bytes += EndingTable::size_bytes(Layout(smaller)) / kColors.size();
  }
  return tables * positions * (4 * metrics + 2 * kPlacements + 2 * metrics * promotions) +
         metrics * smaller_bytes;
}

}  // namespace lucena
