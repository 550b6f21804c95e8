// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/clock.h"
#include "base/memory.h"
#include "base/stage.h"
#include "base/thread.h"
#include "census/unwon.h"
#include "oracle/kept_statistics.h"

namespace lucena {
namespace {

CampaignFault interrupted() {
  return {CampaignError::Cancelled, "interrupted"};
}

/// To be cancelled is nobody's fault, whichever layer has noticed it.
CampaignFault fault_of(const TableFault& fault) {
  if (fault.code == TableError::Cancelled) return interrupted();
  const bool gone = fault.code == TableError::NoTable;
  return {gone ? CampaignError::TableGone : CampaignError::Table, fault.message};
}

CampaignFault fault_of(const SolveFault& fault, const Material& material) {
  if (fault.code == SolveError::Cancelled) return interrupted();
  return {CampaignError::TooManyLevels, material.name() + ": " + fault.message};
}

bool contains(const std::vector<Material>& materials, const Material& material) {
  return std::find(materials.begin(), materials.end(), material) != materials.end();
}

/// Files that are there are complete, so that their names are enough.
bool is_on_disk(const CampaignOptions& options, const Material& material) {
  return options.tables != nullptr &&
         options.tables->has_ending(material, contains(options.conversion, material));
}

/// How long each ending's tables are needed: until it is finished with, or also until all wanted
/// endings that one move can turn into it are. A place in `endings`, never before the ending's own.
/// Whoever verifies KRPvKR by its moves needs KRvKR and KQRvKR until then, while to solve it the
/// solver keeps what it needs by itself.
std::vector<std::size_t> last_uses(const CampaignPlan& plan, const CampaignOptions& options) {
  std::vector<std::size_t> last(plan.endings.size());
  for (std::size_t i = 0; i < last.size(); ++i) last[i] = i;
  if (!options.values_in_memory) return last;
  const auto place = [&](const Material& material) {
    const auto found = std::find(plan.endings.begin(), plan.endings.end(), material);
    return static_cast<std::size_t>(found - plan.endings.begin());
  };
  for (const Material& wanted : options.wanted) {
    for (const Material& successor : successors(wanted)) {
      if (successor.men() == 2) continue;
      std::size_t& use = last[place(successor.canonical())];
      use = std::max(use, place(wanted));
    }
  }
  return last;
}

/// The tables of one ending by all metrics that are asked for. One byte for each position and side
/// to move, by each metric.
std::size_t tables_bytes(const CampaignOptions& options, const Material& material) {
  const bool conversion = options.values_in_memory || contains(options.conversion, material);
  const std::size_t metrics = 1u + (options.zeroing ? 1u : 0u) + (conversion ? 1u : 0u);
  return metrics * EndingTable::size_bytes(Layout(material));
}

/// The large tables that wait while another ending is solved. Only those with the most men count:
/// smaller ones are never released. At each ending those of the endings before it that are still
/// needed add up; the worst moment is what has to fit.
std::size_t largest_kept_bytes(const CampaignPlan& plan, const CampaignOptions& options) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    std::size_t kept = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const bool waits = plan.last_use[j] >= i && plan.endings[j].men() == kMaxMen;
      if (waits) kept += tables_bytes(options, plan.endings[j]);
    }
    largest = std::max(largest, kept);
  }
  return largest;
}

/// One at a time is looked at, so that the largest is enough.
std::size_t largest_unwon_bytes(const CampaignPlan& plan) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    if (plan.on_disk[i]) continue;
    largest = std::max(largest, unwon_bytes(plan.endings[i], plan.solver.threads));
  }
  return largest;
}

/// Endings that wait to be counted, are counted, wait to be written and are written, while the next
/// one is solved.
constexpr std::size_t kEndingsInFlight = 4;

/// With up to four men a level takes microseconds, and more threads would only wait for each other.
unsigned useful_threads(const std::vector<Material>& endings) {
  constexpr unsigned kForFourMen = 4;
  const bool large = std::any_of(endings.begin(), endings.end(),
                                 [](const Material& material) { return material.men() > 4; });
  return large ? std::numeric_limits<unsigned>::max() : kForFourMen;
}

/// Whoever has named no limit is not alone on the machine: a third of what is free now is left to
/// others, who may ask for it later, unless there is no solving without it. What there is beyond
/// the need only spares work.
std::size_t memory_to_use(const CampaignOptions& options, std::size_t available,
                          std::size_t needed) {
  if (options.memory_bytes != std::numeric_limits<std::size_t>::max()) {
    return std::min(available, options.memory_bytes);
  }
  return std::min(available, std::max(needed, available - available / 3));
}

}  // namespace

/// Stages are a luxury: they are left out where memory is short, and with one thread, which could
/// not do two things at once.
Result<CampaignPlan, CampaignFault> CampaignPlan::make(const CampaignOptions& options) {
  CampaignPlan plan;
  plan.all = closure(options.wanted);
  std::vector<Material> missing;
  for (const Material& material : plan.all) {
    if (!is_on_disk(options, material)) missing.push_back(material);
  }
  // To read an ending takes what its moves lead to, just as to solve it.
  plan.endings = options.values_in_memory ? plan.all : closure(missing);
  for (const Material& material : plan.endings) {
    plan.on_disk.push_back(!contains(missing, material));
  }
  plan.last_use = last_uses(plan, options);
  plan.solver.threads = std::min(options.threads, useful_threads(plan.endings));
  plan.solver.castling = options.castling;
  plan.solver.zeroing = options.zeroing;
  plan.solver.conversion = options.conversion;

  const std::size_t available = available_memory_bytes();
  std::size_t aside = largest_kept_bytes(plan, options);
  if (options.keep) aside += largest_unwon_bytes(plan);
  std::size_t in_flight = 0;
  for (const Material& material : plan.endings) {
    in_flight = std::max(in_flight, kEndingsInFlight * tables_bytes(options, material));
  }
  const std::size_t needed = aside + Solver::memory_needed(plan.solver, plan.endings);
  const std::size_t memory = memory_to_use(options, available, needed);
  if (needed > memory) {
    return CampaignFault{
        CampaignError::NotEnoughMemory,
        fmt::format("this needs {} of memory, but {} is {}", format_size(needed),
                    format_size(memory), memory < available ? "the limit" : "available")};
  }
  plan.in_stages = plan.solver.threads > 1 && needed + in_flight <= memory;
  plan.solver.memory_bytes = memory - aside - (plan.in_stages ? in_flight : 0);
  return plan;
}

namespace {

/// The stages behind the solver: one counts, one keeps and reports, each on a thread and a pool of
/// its own if there is more than one stage. The solver goes first, so that there is always
/// something left to do for threads that it has no work for.
class Finisher {
 public:
  /// An ending on its way.
  struct Job {
    const Material* material = nullptr;
    bool was_on_disk = false;
    std::optional<Effort> effort{};
    std::shared_ptr<const EndingStore> store{};
    std::optional<EndingStatistics> statistics{};
  };

  Finisher(const CampaignOptions& options, bool in_stages, ThreadPool& solvers_pool,
           CampaignObserver& observer, const std::atomic<bool>& cancelled)
      : options_(options), observer_(observer), cancelled_(cancelled) {
    if (in_stages) {
      own_counting_pool_.emplace(solvers_pool.threads(), Priority::Low);
      own_keeping_pool_.emplace(solvers_pool.threads(), Priority::Low);
    }
    counting_pool_ = in_stages ? &*own_counting_pool_ : &solvers_pool;
    keeping_pool_ = in_stages ? &*own_keeping_pool_ : &solvers_pool;
    if (options.keep) unwon_.emplace(*counting_pool_);
    keeping_.emplace(in_stages, Priority::Low,
                     [this](Job& job) { noting_failure([&] { keep_and_report(job); }); });
    counting_.emplace(in_stages, Priority::Low, [this](Job& job) {
      noting_failure([&] { count(job); });
      keeping_->give(std::move(job));
    });
  }
  ~Finisher() { failed_ = true; }  // if anything is left, nobody wants to know any more

  /// Returns once the job is under way, or done if there is only one stage.
  void give(Job job) { counting_->give(std::move(job)); }

  /// Until everything is done.
  void finish() {
    counting_->finish();
    keeping_->finish();
  }

  bool has_failed() const { return failed_; }
  const std::optional<CampaignFault>& fault() const { return fault_; }

 private:
  bool is_over() const { return failed_ || cancelled_; }

  /// Whoever solves should stop soon if a stage throws. The exception itself goes on to whoever
  /// calls finish().
  template <class Work>
  void noting_failure(Work&& work) {
    try {
      work();
    } catch (...) {
      failed_ = true;
      throw;
    }
  }

  /// Only what was solved is counted, and not where values in memory are all that is wanted.
  void count(Job& job) {
    if (is_over() || !job.effort || options_.values_in_memory) return;
    job.statistics =
        unwon_ ? statistics_to_keep(*job.material, *job.store, *counting_pool_, *unwon_, cancelled_)
               : gather_statistics(*job.store->table(*job.material), nullptr, *counting_pool_,
                                   cancelled_);
  }

  /// After the first failure nothing more is written or reported, but jobs that are on their way
  /// still pass through, so that nobody waits for ever.
  void keep_and_report(const Job& job) {
    if (is_over()) return;
    const EndingStatistics* statistics = job.statistics ? &*job.statistics : nullptr;
    if (statistics != nullptr && options_.keep) {
      const Layout& layout = job.store->table(*job.material)->layout();
      fault_ = options_.keep(*job.material, *job.store, statistics_sections(*statistics, layout),
                             *keeping_pool_);
    }
    const FinishedEnding ending{*job.material,   job.was_on_disk, job.effort, statistics,
                                job.store.get(), *keeping_pool_,  cancelled_};
    if (fault_ || cancelled_ || !observer_.finished(ending)) failed_ = true;
  }

  const CampaignOptions& options_;
  CampaignObserver& observer_;
  const std::atomic<bool>& cancelled_;
  std::optional<ThreadPool> own_counting_pool_, own_keeping_pool_;
  ThreadPool* counting_pool_ = nullptr;
  ThreadPool* keeping_pool_ = nullptr;
  std::optional<UnwonFinder> unwon_;
  std::atomic<bool> failed_{false};
  std::optional<CampaignFault> fault_;  // to be read once all is done
  // The first stage gives to the second, so it goes first.
  std::optional<Stage<Job>> keeping_, counting_;
};

/// What the files of an ending give, as far as it is asked for. Zeroing distances of an ending that
/// has no cursed position tell no more than its mate scores to those who solve what leads into it:
/// every exit counts 1. So that table is left on disk. The plan has seen files by mate and zeroing
/// distance; one that is not there any more is a fault.
Result<Solver::Files, CampaignFault> files_of(const Material& material,
                                              const CampaignOptions& options) {
  const OpenTables& tables = *options.tables;
  const OpenTables::Ending* ending = tables.ending_of(material);
  Solver::Files files;
  for (const Metric metric : kMetrics) {
    if (metric == Metric::Zeroing && !options.zeroing) continue;
    if (metric == Metric::Conversion && !tables.contains(material, metric)) continue;
    if (metric == Metric::Conversion && !options.values_in_memory) continue;
    const auto file = tables.table(*ending, metric);
    if (!file) return fault_of(file.error());
    if (options.castling) {
      auto castling = tables.castling_tables(*ending, metric);
      if (!castling) return fault_of(castling.error());
      files.castling[metric] = std::move(*castling);
    }
    if (metric == Metric::Zeroing) files.is_never_cursed = (*file)->info().nothing_is_cursed;
    const bool tells_nothing_new = files.is_never_cursed && !options.values_in_memory;
    if (metric != Metric::Zeroing || !tells_nothing_new) files.tables[metric] = *file;
  }
  return files;
}

/// The first stage.
class CampaignRun {
 public:
  CampaignRun(const CampaignPlan& plan, const CampaignOptions& options, CampaignObserver& observer,
              const std::atomic<bool>& cancelled)
      : plan_(plan),
        options_(options),
        observer_(observer),
        cancelled_(cancelled),
        solver_(plan.solver, plan.endings) {
    solver_.cancel_on(cancelled);
  }

  std::optional<CampaignFault> run() {
    const Observation observation(observer_, solver_, plan_.endings);
    Finisher finisher(options_, plan_.in_stages, solver_.pool(), observer_, cancelled_);
    const unsigned threads = solver_.pool().threads();
    if (threads < plan_.solver.threads) {
      observer_.warn(fewer_threads_text(threads, plan_.solver.threads));
    }
    std::optional<CampaignFault> fault;
    std::size_t place = 0;
    for (const Material& material : plan_.all) {
      if (cancelled_ || finisher.has_failed()) break;
      Finisher::Job job{&material, true};
      if (place < plan_.endings.size() && plan_.endings[place] == material) {
        fault = bring_into_memory(place, job);
        if (fault) break;
        release_after(place++);
      }
      finisher.give(std::move(job));
    }
    finisher.finish();
    if (cancelled_) return interrupted();
    return fault ? fault : finisher.fault();
  }

 private:
  /// Begins, and ends whatever happens: an observer must not look at a solver that is gone.
  struct Observation {
    Observation(CampaignObserver& observer, const Solver& solver,
                const std::vector<Material>& endings)
        : observer_(observer) {
      observer_.begin(solver, endings);
    }
    Observation(const Observation&) = delete;
    Observation& operator=(const Observation&) = delete;
    ~Observation() { observer_.end(); }

    CampaignObserver& observer_;
  };

  /// Reads or solves an ending.
  std::optional<CampaignFault> bring_into_memory(std::size_t place, Finisher::Job& job) {
    const Material& material = plan_.endings[place];
    job.was_on_disk = plan_.on_disk[place];
    observer_.next(place, job.was_on_disk);
    if (job.was_on_disk) {
      const auto files = files_of(material, options_);
      if (!files) return files.error();
      if (const auto fault = solver_.load_next(*files)) {
        note_damage(material, *files, *fault);
        return fault_of(*fault);
      }
    } else {
      const double wall_start = wall_seconds(), cpu_start = solver_.cpu_seconds();
      const PhaseSeconds before = solver_.seconds();
      if (const auto fault = solver_.solve_next()) return fault_of(*fault, material);
      job.effort = Effort{wall_seconds() - wall_start, solver_.cpu_seconds() - cpu_start,
                          solver_.seconds() - before};
    }
    // Others go on while this one is finished with, so it takes along what it needs.
    job.store = std::make_shared<const EndingStore>(solver_.store());
    return {};
  }

  /// Which of the files it was makes no difference: the ending is solved by all metrics at once.
  void note_damage(const Material& material, const Solver::Files& files, const TableFault& fault) {
    if (fault.code != TableError::Damaged) return;
    for (const Metric metric : kMetrics) {
      if (files.tables[metric] == nullptr) continue;
      options_.tables->note_fault(*options_.tables->ending_of(material), metric, fault);
    }
  }

  /// The tables whose last use this was. Others that are on their way to be written have a store of
  /// their own, so that to release them here takes nothing away from anybody.
  void release_after(std::size_t place) {
    for (std::size_t i = 0; i <= place; ++i) {
      if (plan_.last_use[i] == place) solver_.release(plan_.endings[i]);
    }
  }

  const CampaignPlan& plan_;
  const CampaignOptions& options_;
  CampaignObserver& observer_;
  const std::atomic<bool>& cancelled_;
  Solver solver_;
};

}  // namespace

std::optional<CampaignFault> carry_out(const CampaignPlan& plan, const CampaignOptions& options,
                                       CampaignObserver& observer,
                                       const std::atomic<bool>& cancelled) {
  try {
    return CampaignRun(plan, options, observer, cancelled).run();
  } catch (const std::bad_alloc&) {
    return CampaignFault{CampaignError::NotEnoughMemory,
                         "the memory that was available at first has run out"};
  }
}

}  // namespace lucena
