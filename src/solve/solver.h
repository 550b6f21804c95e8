// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "solve/accelerator.h"
#include "solve/castling_solver.h"
#include "solve/ending_store.h"
#include "solve/ending_table.h"
#include "solve/exit_views.h"
#include "solve/kept_promotions.h"
#include "solve/large_ending.h"
#include "solve/solver_crew.h"
#include "solve/table_exits.h"
#include "solve/table_memory.h"
#include "solve/wanted_promotions.h"
#include "table/table_file.h"

namespace lucena {

/// Solves endings in dependency order, by mate and by whatever other metric is asked for, and keeps
/// what later ones need: the tables with up to four men, all castling tables in memory, and of
/// larger tables the rows that promotions lead to.
class Solver {
 public:
  struct Options {
    unsigned threads = 1;
    bool castling = false;  // also the positions with castling rights
    /// What tables, views and sets together may take; at least memory_needed().
    std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
    bool zeroing = false;                // all endings of the plan
    std::vector<Material> conversion{};  // the endings to solve by conversion
    /// Endings with more men have their values on disk; those with so many are kept until they are
    /// released. Tests have fewer in memory, and smaller blocks of those on disk.
    int men_in_memory = kMaxMenInMemory;
    int block_men = Problem::kBlockMen;
    /// If there is one, only what it contains is solved of the endings whose values are on disk.
    std::shared_ptr<const Reach> reach{};
    /// What solves the problems of endings that fit the memory.
    MakeProblemSolver make_problem_solver = SolverCrew::make_level_loop;
    /// What large endings go to, and the largest of those that fit into memory. Large ones that
    /// have no room there are left to the processor unless the accelerator is insisted on; all
    /// others always are.
    Accelerator* accelerator = nullptr;
    bool insists_on_accelerator = false;
    std::vector<Material> not_accelerated{};  // left to the processor all the same
  };

  /// The smallest memory_bytes that a plan can be solved with.
  static std::size_t memory_needed(const Options& options, const std::vector<Material>& plan);

  /// How far the plan is; safe to read from another thread.
  struct Progress {
    /// The endings that are done and the part of the one under way: 3.25 is a quarter of the
    /// fourth. One number, so that nobody reads the part of one ending with the place of another;
    /// it never falls.
    std::atomic<double> endings_done{0};
    std::atomic<unsigned> level{0};
  };

  /// The plan lists all endings that will be solved or loaded, in dependency order, and by place
  /// which of them are loaded.
  Solver(const Options& options, std::vector<Material> plan, std::vector<bool> is_loaded = {});

  /// Solves the next ending of the plan. Its tables stay in the store until release() or, with
  /// fewer than men_in_memory men, for good. Once the flag is raised it returns soon; after a
  /// fault the solver is of no further use.
  std::optional<SolveFault> solve_next();
  /// Takes the next ending of the plan from files instead of solving it: by mate, and by the other
  /// metrics where there is a file. Afterwards all is as if it had been solved.
  struct Files {
    ByMetric<const TableFile*> tables{};
    ByMetric<std::vector<std::shared_ptr<const CastlingTable>>> castling{};
    bool is_never_cursed = false;  // so that a file by zeroing distance need not be read
  };
  std::optional<TableFault> load_next(const Files& files);
  /// The same for an ending that has more men than there is memory for tables: takes from its files
  /// what it means to those that promote into it. The tables that its captures lead to are in the
  /// store, and what it promotes into itself was solved or loaded before.
  std::optional<SolveFault> load_promotions_of_next(const Files& files);
  /// Solves the next ending of the plan if it has more men than there is memory for tables, by mate
  /// and, if asked for, by zeroing distance. What is decided is told to whoever is given, and must
  /// be kept there if the ending has pawns or another one promotes into it; events wait in the
  /// scratch file. The tables that its captures lead to are in the store, and what it promotes into
  /// was solved the same way or loaded by load_promotions_of_next(). With a reach only the
  /// skeletons within it are solved and told of; an ending that was solved in part has no castling
  /// rights.
  std::optional<SolveFault> solve_next_into(LargeEnding& ending, ScratchFile& scratch);
  /// Puts the tables of an ending away that a later one with more men needs. They leave the memory
  /// when the last one who holds them lets go, and come back as far as they are needed.
  std::optional<SolveFault> put_away(const Material& material);
  /// Where they wait meanwhile.
  void put_tables_into(ScratchFile& scratch) { store_.packed().keep_in(scratch); }
  /// The folder where what promotions lead to waits for the endings with pawns, each of which gives
  /// the room back when it is solved. Castling rights of large endings wait there, too.
  void keep_promotions_in(const std::filesystem::path& folder) {
    promotions_.keep_in(folder);
    castling_.kept().keep_in(folder);
  }
  /// What they take there now.
  std::uint64_t kept_promotions_bytes() const {
    return promotions_.size_bytes() + castling_.kept().size_bytes();
  }
  bool finished() const { return next_ == order_.endings.size(); }
  const Material& next() const { return order_.endings[next_]; }

  /// Takes the tables of an ending with men_in_memory men out of the store; they go when the last
  /// one who holds them lets go.
  void release(const Material& material);

  void cancel_on(const std::atomic<bool>& flag) {
    cancelled_ = &flag;
    views_.cancel_on(flag);
  }

  const EndingStore& store() const { return store_; }
  /// The solver's threads, for work on its tables between two endings.
  ThreadPool& pool() { return pool_; }
  unsigned threads() const { return pool_.threads(); }
  const Progress& progress() const { return progress_; }
  const Reach* reach() const { return options_.reach.get(); }
  PhaseSeconds seconds() const { return large_seconds_ + crew_.seconds(); }
  /// The CPU time of its threads so far, the caller among them.
  double cpu_seconds() const { return crew_.cpu_seconds(); }

 private:
  /// What is left for views while an ending is solved.
  std::size_t room_for_views(const Material& material) const;
  std::optional<TableFault> load(const TableFile& file, const EndingTable& scores,
                                 EndingTable& table);
  std::optional<SolveFault> keep_promotions(const Layout& layout, PromotedValues& values,
                                            Metric metric);
  /// The promotions into an ending by those to come.
  std::vector<PromotionInto> promotions_wanted_of(const Material& material) const {
    return wanted_promotions(material, order_, next_);
  }
  /// After a large ending: what waits on disk for it, and for nobody else, goes.
  void forget_promotions_of(const Material& material);
  class EndingSolver;
  class LargeSolver;
  /// The positions without castling rights, by all metrics that have a table here.
  std::optional<SolveFault> solve_in_waves(const ByMetric<EndingTable*>& tables);
  Accelerator* accelerator_for(const Material& material) const;
  /// The same by the accelerator; whether that takes this ending.
  bool is_accelerated(const Material& material, const ByMetric<EndingTable*>& tables) const;
  std::optional<SolveFault> fill_by_accelerator(const ByMetric<EndingTable*>& tables);
  /// Whether there are positions with castling rights, and they are asked for.
  bool has_castling(const Material& material) const {
    return options_.castling && material.count(PieceType::Rook) > 0;
  }

  const Options options_;
  const EndingOrder order_;
  const std::size_t loops_bytes_;
  std::size_t next_ = 0;
  Progress progress_;
  ThreadPool pool_;
  SolverCrew crew_;
  PhaseSeconds large_seconds_;
  EndingStore store_;
  CastlingSolver castling_;
  ExitViews views_;
  KeptPromotions promotions_;
  const std::shared_ptr<TableMemory> memory_ = std::make_shared<TableMemory>();
  std::size_t kept_bytes_ = 0;  // tables that stay in the store
  std::atomic<bool> never_{false};
  const std::atomic<bool>* cancelled_ = &never_;
};

/// By what endings are solved whose values do not fit into memory, mate first.
std::vector<Metric> large_metrics(const Solver::Options& options);

}  // namespace lucena
