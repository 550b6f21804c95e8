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
  const bool scratch = fault.code == SolveError::Scratch;
  return {scratch ? CampaignError::Scratch : CampaignError::TooManyLevels,
          material.name() + ": " + fault.message};
}

CampaignFault scratch_fault(const FileFault& fault) {
  if (fault.code == FileError::Interrupted) return interrupted();
  return {CampaignError::Scratch, fault.message};
}

bool contains(const std::vector<Material>& materials, const Material& material) {
  return std::find(materials.begin(), materials.end(), material) != materials.end();
}

/// Files that are there are complete, so that their names are enough.
bool is_on_disk(const CampaignOptions& options, const Material& material) {
  return options.tables != nullptr &&
         options.tables->has_ending(material, contains(options.conversion, material));
}

bool contains_up_to_colors(const std::vector<Material>& materials, const Material& material) {
  return std::any_of(materials.begin(), materials.end(),
                     [&](const Material& other) { return other.canonical() == material; });
}

/// Why nobody can carry it out, if so.
std::optional<CampaignFault> not_supported(const CampaignPlan& plan,
                                           const CampaignOptions& options) {
  const auto refusal = [](const Material& material, std::string_view why) {
    return CampaignFault{CampaignError::NotSupported, fmt::format("{}: {}", material.name(), why)};
  };
  for (const Material& material : plan.all) {
    if (!options.is_large(material)) continue;
    if (options.values_in_memory) return refusal(material, "six men do not fit into memory");
    if (is_on_disk(options, material)) continue;
    if (contains_up_to_colors(options.conversion, material)) {
      return refusal(material, "six men are not solved by conversion");
    }
  }
  return {};
}

/// How long each ending's tables are needed: until it is finished with, until the next large ending
/// is solved whose captures lead to it, or also until all wanted endings that one move can turn
/// into it are. A place in `endings`, never before the ending's own. Whoever verifies KRPvKR by its
/// moves needs KRvKR and KQRvKR until then, while to solve it the solver keeps what it needs by
/// itself.
std::vector<std::size_t> last_uses(const CampaignPlan& plan, const CampaignOptions& options) {
  std::vector<std::size_t> last(plan.endings.size());
  for (std::size_t i = 0; i < last.size(); ++i) last[i] = i;
  const auto note_use = [&](const Material& user, std::size_t use) {
    for (const Material& successor : successors(user)) {
      // The last time that it comes into memory before its use.
      for (std::size_t i = use; i-- > 0;) {
        if (plan.endings[i] != successor.canonical()) continue;
        last[i] = std::max(last[i], use);
        break;
      }
    }
  };
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    const bool wanted = contains_up_to_colors(options.wanted, plan.endings[i]);
    const bool looked_at = options.values_in_memory && wanted;
    if (options.is_large(plan.endings[i]) || looked_at) note_use(plan.endings[i], i);
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
      const bool waits = plan.last_use[j] >= i && plan.endings[j].men() == kMaxMenInMemory;
      if (waits) kept += tables_bytes(options, plan.endings[j]);
    }
    largest = std::max(largest, kept);
  }
  return largest;
}

/// One at a time is looked at, so that the largest is enough. Large endings are not looked at.
std::size_t largest_unwon_bytes(const CampaignPlan& plan, const CampaignOptions& options) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    if (plan.on_disk[i] || options.is_large(plan.endings[i])) continue;
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

/// Adds an ending that has to come into memory, or to be solved, at this place.
void add_ending(const Material& material, bool on_disk, CampaignPlan& plan) {
  plan.endings.push_back(material);
  plan.on_disk.push_back(on_disk);
}

/// Adds a large ending behind all that it needs in memory and that is not there. What has up to
/// four men stays in memory once it is there; of the rest, what has come since the last large
/// ending. To read an ending takes what its moves lead to, just as to solve it. The large endings
/// that it promotes into are there already.
void add_large_ending(const Material& material, const CampaignOptions& options,
                      CampaignPlan& plan) {
  const auto is_large = [&](const Material& other) { return options.is_large(other); };
  const auto last_large = std::find_if(plan.endings.rbegin(), plan.endings.rend(), is_large).base();
  const std::vector<Material> since(last_large, plan.endings.end());
  const std::vector<Material> before = plan.endings;
  for (const Material& needed : closure({material})) {
    if (options.is_large(needed)) continue;
    const bool stays = needed.men() < options.men_in_memory;
    if (contains(stays ? before : since, needed)) continue;
    add_ending(needed, options.tables != nullptr, plan);
  }
  add_ending(material, false, plan);
}

/// Which endings come when, and which of them are read. What a large ending promotes into is solved
/// before it, though it may be on disk: its file does not have the values that promotions need.
void order_endings(const CampaignOptions& options, CampaignPlan& plan) {
  std::vector<Material> missing, missing_large;
  for (const Material& material : plan.all) {
    if (is_on_disk(options, material)) continue;
    (options.is_large(material) ? missing_large : missing).push_back(material);
  }
  for (const Material& material : options.values_in_memory ? plan.all : closure(missing)) {
    add_ending(material, !contains(missing, material), plan);
  }
  const std::vector<Material> needed = closure(missing_large);
  for (const Material& material : plan.all) {
    const auto found = std::find(plan.endings.begin(), plan.endings.end(), material);
    plan.turns.push_back(found == plan.endings.end()
                             ? std::nullopt
                             : std::optional<std::size_t>(found - plan.endings.begin()));
    if (!options.is_large(material) || !contains(needed, material)) continue;
    add_large_ending(material, options, plan);
    if (contains(missing_large, material)) plan.turns.back() = plan.endings.size() - 1;
  }
}

std::vector<Material> small_ones(const CampaignPlan& plan, const CampaignOptions& options) {
  std::vector<Material> small;
  for (const Material& material : plan.endings) {
    if (!options.is_large(material)) small.push_back(material);
  }
  return small;
}

/// The folder need not be there yet. Where nobody knows how much room there is, it is tried.
std::optional<CampaignFault> lacks_scratch(const Forecast& forecast, std::filesystem::path folder) {
  if (forecast.scratch_bytes == 0) return {};
  std::error_code unknown;
  folder = std::filesystem::absolute(folder, unknown);
  while (!std::filesystem::exists(folder, unknown) && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  const auto room = std::filesystem::space(folder, unknown);
  if (unknown || room.available >= forecast.scratch_bytes) return {};
  return CampaignFault{
      CampaignError::Scratch,
      fmt::format("this needs about {} of scratch space, but {} has {}: --scratch names another "
                  "folder",
                  format_size(forecast.scratch_bytes), folder.string(),
                  format_size(room.available))};
}

std::vector<Material> to_solve(const CampaignPlan& plan) {
  std::vector<Material> endings;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    if (!plan.on_disk[i]) endings.push_back(plan.endings[i]);
  }
  return endings;
}

}  // namespace

/// Stages are a luxury: they are left out where memory is short, and with one thread, which could
/// not do two things at once. Reasons for draws are looked for in small endings alone.
Result<CampaignPlan, CampaignFault> CampaignPlan::make(const CampaignOptions& options) {
  CampaignPlan plan;
  plan.all = closure(options.wanted);
  if (auto fault = not_supported(plan, options)) return *fault;
  order_endings(options, plan);
  plan.last_use = last_uses(plan, options);
  plan.solver.threads = std::min(options.threads, useful_threads(plan.endings));
  plan.solver.castling = options.castling;
  plan.solver.zeroing = options.zeroing;
  plan.solver.conversion = options.conversion;

  const std::size_t available = available_memory_bytes();
  const std::vector<Material> small = small_ones(plan, options);
  const std::size_t kept = largest_kept_bytes(plan, options);
  const std::size_t aside = kept + (options.keep ? largest_unwon_bytes(plan, options) : 0);
  std::size_t in_flight = 0;
  for (const Material& material : small) {
    in_flight = std::max(in_flight, kEndingsInFlight * tables_bytes(options, material));
  }
  const std::size_t needed = std::max(aside + Solver::memory_needed(plan.solver, small),
                                      kept + Solver::memory_needed(plan.solver, plan.endings));
  const std::size_t memory = memory_to_use(options, available, needed);
  if (needed > memory) {
    return CampaignFault{
        CampaignError::NotEnoughMemory,
        fmt::format("this needs {} of memory, but {} is {}", format_size(needed),
                    format_size(memory), memory < available ? "the limit" : "available")};
  }
  plan.in_stages = plan.solver.threads > 1 && needed + in_flight <= memory;
  plan.solver.memory_bytes = memory - aside - (plan.in_stages ? in_flight : 0);
  plan.forecast = forecast_of(to_solve(plan), plan.solver.threads, bool{options.keep_streamed});
  plan.forecast.memory_bytes = needed;
  if (auto fault = lacks_scratch(plan.forecast, options.scratch_folder)) return *fault;
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
    if (is_over() || !job.effort || job.statistics || options_.values_in_memory) return;
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
    if (statistics != nullptr && options_.keep && job.store) {
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

/// What a solver takes from now on.
class EffortMeter {
 public:
  explicit EffortMeter(const Solver& solver)
      : solver_(solver), cpu_start_(solver.cpu_seconds()), before_(solver.seconds()) {}

  Effort effort() const {
    return {wall_seconds() - wall_start_, solver_.cpu_seconds() - cpu_start_,
            solver_.seconds() - before_};
  }

 private:
  const Solver& solver_;
  const double wall_start_ = wall_seconds(), cpu_start_;
  const PhaseSeconds before_;
};

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
    for (std::size_t i = 0; i < plan_.all.size(); ++i) {
      if (cancelled_ || finisher.has_failed()) break;
      Finisher::Job job{&plan_.all[i], true};
      if (plan_.turns[i]) fault = take_turn(*plan_.turns[i], job);
      if (fault) break;
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

  /// Whatever is brought in for an ending comes before its turn. It is of nobody's concern: not
  /// counted, kept or reported.
  std::optional<CampaignFault> take_turn(std::size_t turn, Finisher::Job& job) {
    for (; place_ <= turn; ++place_) {
      Finisher::Job nobodys;
      auto fault = bring_in(place_ == turn ? job : nobodys);
      if (fault) return fault;
      release_after(place_);
      if (cancelled_) return interrupted();
    }
    return {};
  }

  std::optional<CampaignFault> bring_in(Finisher::Job& job) {
    job.was_on_disk = plan_.on_disk[place_];
    observer_.next(place_, job.was_on_disk);
    const Material& material = plan_.endings[place_];
    return options_.is_large(material) ? solve_large(material, job)
                                       : bring_into_memory(material, job);
  }

  /// A file for what waits on disk, made when it is first needed.
  Result<ScratchFile*, CampaignFault> scratch(std::optional<ScratchFile>& file) {
    if (!file) {
      auto created = ScratchFile::create(options_.scratch_folder);
      if (!created) return scratch_fault(created.error());
      file.emplace(std::move(*created));
    }
    return &*file;
  }

  /// Whether anything promotes into an ending with as many men, so that the decisions of all of
  /// them are needed.
  bool has_large_pawns() const {
    return std::any_of(plan_.endings.begin(), plan_.endings.end(), [&](const Material& material) {
      return options_.is_large(material) && material.has_pawns();
    });
  }

  /// Solves an ending that has more values than the memory, and is finished with it before anything
  /// else goes on: what it leaves on disk has no place beside that of another.
  std::optional<CampaignFault> solve_large(const Material& material, Finisher::Job& job) {
    const auto events = scratch(events_), promotions = scratch(promotions_);
    if (!events) return events.error();
    if (!promotions) return promotions.error();
    solver_.keep_promotions_in(**promotions);
    std::optional<ScratchFile> decisions;
    if (options_.keep_streamed || has_large_pawns()) {
      if (const auto made = scratch(decisions); !made) return made.error();
    }
    StreamedEnding ending(material, decisions ? &*decisions : nullptr);
    const EffortMeter meter(solver_);
    if (const auto fault = solver_.solve_next_into(ending, **events)) {
      return fault_of(*fault, material);
    }
    job.effort = meter.effort();
    if (const auto fault = (*events)->clear()) return scratch_fault(*fault);
    return job.material == nullptr ? std::nullopt : finish_large(ending, job);
  }

  /// Without anybody to keep it, what was counted on the way is enough.
  std::optional<CampaignFault> finish_large(const StreamedEnding& ending, Finisher::Job& job) {
    if (!options_.keep_streamed) {
      job.statistics = ending.counted();
      return {};
    }
    observer_.doing("counting");
    auto statistics = ending.statistics(solver_.pool(), cancelled_);
    if (cancelled_) return interrupted();
    if (!statistics) return scratch_fault(statistics.error());
    job.statistics = std::move(*statistics);
    observer_.doing("writing");
    return options_.keep_streamed(ending, statistics_sections(*job.statistics, ending.layout()),
                                  solver_.pool());
  }

  /// Reads or solves an ending.
  std::optional<CampaignFault> bring_into_memory(const Material& material, Finisher::Job& job) {
    if (job.was_on_disk) {
      const auto files = files_of(material, options_);
      if (!files) return files.error();
      if (const auto fault = solver_.load_next(*files)) {
        note_damage(material, *files, *fault);
        return fault_of(*fault);
      }
    } else {
      const EffortMeter meter(solver_);
      if (const auto fault = solver_.solve_next()) return fault_of(*fault, material);
      job.effort = meter.effort();
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
  std::size_t place_ = 0;  // in the plan's endings
  std::optional<ScratchFile> events_, promotions_;
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
