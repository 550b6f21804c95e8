// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <new>

#include "base/clock.h"
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
  const auto error = [&] {
    switch (fault.code) {
      case SolveError::Scratch:
        return CampaignError::Scratch;
      case SolveError::Device:
      case SolveError::Disagreement:
        return CampaignError::Device;
      case SolveError::Damaged:
        return CampaignError::Table;
      default:
        return CampaignError::TooManyLevels;
    }
  };
  return {error(), material.name() + ": " + fault.message};
}

CampaignFault scratch_fault(const FileFault& fault) {
  if (fault.code == FileError::Interrupted) return interrupted();
  return {CampaignError::Scratch, fault.message};
}

/// There may be dozens, for the same reason.
std::string not_accelerated_text(const std::vector<NotAccelerated>& endings) {
  const auto& [material, lack] = endings.front();
  const std::string others =
      endings.size() == 1 ? " is" : fmt::format(" and {} more are", endings.size() - 1);
  return fmt::format("{}{} left to the processor: {}", material.name(), others, lack.message);
}

/// A large ending whose values are decisions on disk.
struct SolvedLarge {
  SolvedLarge(const Material& material, std::optional<ScratchFile> file)
      : decisions(std::move(file)), ending(material, decisions ? &*decisions : nullptr) {}

  std::optional<ScratchFile> decisions;
  StreamedEnding ending;
};

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
    std::unique_ptr<SolvedLarge> large{};  // in place of the store
    std::optional<EndingStatistics> statistics{};
    std::optional<CampaignFault> fault{};  // that has come up on the way
  };

  Finisher(const CampaignOptions& options, bool in_stages, ThreadPool& solvers_pool,
           CampaignObserver& observer, const std::atomic<bool>& cancelled)
      : options_(options), in_stages_(in_stages), observer_(observer), cancelled_(cancelled) {
    if (in_stages_) {
      own_counting_pool_.emplace(solvers_pool.threads(), Priority::Low);
      own_keeping_pool_.emplace(solvers_pool.threads(), Priority::Low);
    }
    counting_pool_ = in_stages ? &*own_counting_pool_ : &solvers_pool;
    keeping_pool_ = in_stages ? &*own_keeping_pool_ : &solvers_pool;
    if (options.keep) unwon_.emplace(*counting_pool_);
    keeping_.emplace(in_stages, Priority::Low, [this](Job& job) {
      noting_failure([&] { keep_and_report(job); });
      note_done(*job.material);
    });
    counting_.emplace(in_stages, Priority::Low, [this](Job& job) {
      noting_failure([&] { count(job); });
      keeping_->give(std::move(job));
    });
  }
  ~Finisher() { failed_ = true; }  // if anything is left, nobody wants to know any more

  /// Returns once the job is under way, or done if there is only one stage. Of large endings there
  /// is one at a time: there is no room on disk for more.
  void give(Job job) {
    {
      std::unique_lock lock(mutex_);
      wait(lock, [&] { return !job.large || !any_large_under_way(); });
      under_way_.push_back(*job.material);
    }
    counting_->give(std::move(job));
  }

  /// Until an ending is not under way any more, so that its files are there if it has any, or
  /// something has failed.
  void wait_for(const Material& material) {
    std::unique_lock lock(mutex_);
    wait(lock, [&] {
      return std::find(under_way_.begin(), under_way_.end(), material) == under_way_.end();
    });
  }

  /// Until everything is done.
  void finish() {
    {
      std::unique_lock lock(mutex_);
      wait(lock, [&] { return !any_large_under_way(); });
    }
    counting_->finish();
    keeping_->finish();
  }

  bool has_failed() const { return failed_; }
  const std::optional<CampaignFault>& fault() const { return fault_; }

 private:
  bool is_over() const { return failed_ || cancelled_; }

  /// With the mutex held. Until something is so or something has failed. To finish with a large
  /// ending takes long, so that whoever waits for it is told what for.
  template <class IsReady>
  void wait(std::unique_lock<std::mutex>& lock, const IsReady& is_ready) {
    const auto is_over = [&] { return failed_ || is_ready(); };
    if (!is_over() && any_large_under_way()) observer_.doing("counting and writing");
    changed_.wait(lock, is_over);
  }
  /// With the mutex held.
  bool any_large_under_way() const {
    return std::any_of(under_way_.begin(), under_way_.end(),
                       [&](const Material& material) { return options_.is_large(material); });
  }

  /// Whoever solves should stop soon if a stage throws. The exception itself goes on to whoever
  /// calls finish().
  template <class Work>
  void noting_failure(Work&& work) {
    try {
      work();
    } catch (...) {
      note_failure();
      throw;
    }
  }
  /// Nobody waits any more for what is under way: it may never be done.
  void note_failure() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
  }
  void note_done(const Material& material) {
    const std::lock_guard lock(mutex_);
    std::erase(under_way_, material);
    changed_.notify_all();
  }

  /// Only what was solved is counted, and not where values in memory are all that is wanted.
  void count(Job& job) {
    if (is_over() || !job.effort) return;
    if (job.large) return count_large(job);
    if (options_.values_in_memory) return;
    job.statistics =
        unwon_ ? statistics_to_keep(*job.material, *job.store, *counting_pool_, *unwon_, cancelled_)
               : gather_statistics(*job.store->table(*job.material), nullptr, *counting_pool_,
                                   cancelled_);
  }

  /// Without anybody to keep it, what was counted on the way is enough; a part is not counted.
  void count_large(Job& job) {
    const StreamedEnding& ending = job.large->ending;
    if (options_.is_partial(ending.layout())) return;
    if (!options_.keep_streamed) {
      job.statistics = ending.counted();
      return;
    }
    tell("counting");
    auto statistics = ending.statistics(*counting_pool_, cancelled_);
    if (statistics) {
      job.statistics = std::move(*statistics);
    } else {
      job.fault = scratch_fault(statistics.error());
    }
  }

  /// After the first failure nothing more is written or reported, but jobs that are on their way
  /// still pass through, so that nobody waits for ever.
  void keep_and_report(const Job& job) {
    if (is_over()) return;
    fault_ = job.fault ? job.fault : job.large ? keep_large(job) : keep(job);
    const EndingStore* const castling = job.large ? &job.large->ending.castling() : job.store.get();
    const FinishedEnding ending{
        *job.material,   job.was_on_disk, job.effort, job.statistics ? &*job.statistics : nullptr,
        job.store.get(), *keeping_pool_,  cancelled_, castling};
    if (fault_ || cancelled_ || !observer_.finished(ending)) note_failure();
  }
  std::optional<CampaignFault> keep(const Job& job) {
    if (!job.statistics || !options_.keep) return {};
    const Layout& layout = job.store->table(*job.material)->layout();
    return options_.keep(*job.material, *job.store, statistics_sections(*job.statistics, layout),
                         *keeping_pool_);
  }
  std::optional<CampaignFault> keep_large(const Job& job) {
    const StreamedEnding& ending = job.large->ending;
    const bool is_part = options_.is_partial(ending.layout());
    const bool is_kept =
        is_part ? bool{options_.keep_part} : options_.keep_streamed && job.statistics;
    if (!is_kept) return {};
    tell("writing");
    if (is_part) return options_.keep_part(ending, *keeping_pool_);
    return options_.keep_streamed(ending, statistics_sections(*job.statistics, ending.layout()),
                                  *keeping_pool_);
  }
  /// What the solver waits for; if it does not, it has other things to tell.
  void tell(const char* doing) {
    if (!in_stages_) observer_.doing(doing);
  }

  const CampaignOptions& options_;
  const bool in_stages_;
  CampaignObserver& observer_;
  const std::atomic<bool>& cancelled_;
  std::optional<ThreadPool> own_counting_pool_, own_keeping_pool_;
  ThreadPool* counting_pool_ = nullptr;
  ThreadPool* keeping_pool_ = nullptr;
  std::optional<UnwonFinder> unwon_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Material> under_way_;
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
      if (!castling) {
        // The file is there; nobody has to look again whether it has been removed.
        CampaignFault fault = fault_of(castling.error());
        if (fault.code == CampaignError::TableGone) fault.code = CampaignError::Table;
        return fault;
      }
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
        solver_(plan.solver, plan.endings, plan.on_disk) {
    solver_.cancel_on(cancelled);
    solver_.keep_promotions_in(options.scratch_folder);
  }

  std::optional<CampaignFault> run() {
    const Observation observation(observer_, solver_, plan_);
    Finisher finisher(options_, plan_.in_stages, solver_.pool(), observer_, cancelled_);
    finisher_ = &finisher;
    const unsigned threads = solver_.pool().threads();
    if (threads < plan_.solver.threads) {
      observer_.warn(fewer_threads_text(threads, plan_.solver.threads));
    }
    if (!plan_.not_accelerated.empty()) observer_.warn(not_accelerated_text(plan_.not_accelerated));
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
    // What is missing now may be missing because it could not be written.
    return finisher.fault() ? finisher.fault() : fault;
  }

  /// Or was, when it ended.
  Material under_way() const {
    return place_ < plan_.endings.size() ? plan_.endings[place_] : Material();
  }

 private:
  /// Begins, and ends whatever happens: an observer must not look at a solver that is gone.
  struct Observation {
    Observation(CampaignObserver& observer, const Solver& solver, const CampaignPlan& plan)
        : observer_(observer) {
      observer_.begin(solver, plan);
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
      if (plan_.on_disk[place_]) finisher_->wait_for(plan_.endings[place_]);
      if (finisher_->has_failed()) return {};
      Finisher::Job nobodys;
      auto fault = bring_in(place_ == turn ? job : nobodys);
      if (!fault) fault = put_away_after(place_);
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
    if (!options_.is_large(material)) return bring_into_memory(material, job);
    return job.was_on_disk ? read_promotions_of(material) : solve_large(material, job);
  }

  /// What a large ending means to those that promote into it is all that anybody needs of it.
  std::optional<CampaignFault> read_promotions_of(const Material& material) {
    const auto files = files_of(material, options_);
    if (!files) return files.error();
    if (const auto fault = solver_.load_promotions_of_next(*files)) {
      if (fault->code != SolveError::Damaged) return fault_of(*fault, material);
      const TableFault damage{TableError::Damaged, fault->message};
      note_damage(material, *files, damage);
      return fault_of(damage);
    }
    return forget_tables();
  }

  /// Each large ending has its own tables put away, so that nobody needs these any more.
  std::optional<CampaignFault> forget_tables() {
    const auto fault = tables_ ? tables_->clear() : std::nullopt;
    return fault ? std::optional(scratch_fault(*fault)) : std::nullopt;
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

  /// Solves an ending that has more values than the memory.
  std::optional<CampaignFault> solve_large(const Material& material, Finisher::Job& job) {
    const auto events = scratch(events_);
    if (!events) return events.error();
    std::optional<ScratchFile> decisions;
    const bool castling = options_.castling && !castling_endings(material).empty();
    if (options_.keep_streamed || has_large_pawns() || castling) {
      if (const auto made = scratch(decisions); !made) return made.error();
    }
    auto solved = std::make_unique<SolvedLarge>(material, std::move(decisions));
    const EffortMeter meter(solver_);
    if (const auto fault = solver_.solve_next_into(solved->ending, **events)) {
      return fault_of(*fault, material);
    }
    job.effort = meter.effort();
    if (const auto fault = (*events)->clear()) return scratch_fault(*fault);
    job.large = std::move(solved);
    return forget_tables();
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

  /// What a large ending needs waits on disk until then, and comes back as far as it does.
  std::optional<CampaignFault> put_away_after(std::size_t place) {
    const std::size_t use = plan_.last_use[place];
    if (use == place || !options_.is_large(plan_.endings[use])) return {};
    const auto file = scratch(tables_);
    if (!file) return file.error();
    solver_.put_tables_into(**file);
    const auto fault = solver_.put_away(plan_.endings[place]);
    return fault ? std::optional(fault_of(*fault, plan_.endings[place])) : std::nullopt;
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
  std::size_t place_ = 0;                       // in the plan's endings
  std::optional<ScratchFile> events_, tables_;  // of large endings
  Finisher* finisher_ = nullptr;
};

/// Notes the ending that is under way last.
std::optional<CampaignFault> run_campaign(const CampaignPlan& plan, const CampaignOptions& options,
                                          CampaignObserver& observer,
                                          const std::atomic<bool>& cancelled, Material& under_way) {
  try {
    CampaignRun run(plan, options, observer, cancelled);
    auto fault = run.run();
    under_way = run.under_way();
    return fault;
  } catch (const std::bad_alloc&) {
    return CampaignFault{CampaignError::NotEnoughMemory,
                         "the memory that was available at first has run out"};
  }
}

}  // namespace

/// An accelerator may find out in the middle that it has too little room for an ending, or break
/// down. The processor solves that ending then. What was kept until then is there, and what was
/// only counted is solved and told again.
std::optional<CampaignFault> carry_out(const CampaignPlan& plan, const CampaignOptions& options,
                                       CampaignObserver& observer,
                                       const std::atomic<bool>& cancelled) {
  Material under_way;
  auto fault = run_campaign(plan, options, observer, cancelled, under_way);
  CampaignOptions rest = options;
  rest.acceleration.find = [&] { return plan.accelerator; };
  std::vector<Material>& without = rest.acceleration.without;
  const auto goes_on = [&] {
    return fault && fault->code == CampaignError::Device && plan.accelerator &&
           !options.acceleration.is_insisted_on &&
           std::find(without.begin(), without.end(), under_way) == without.end();
  };
  while (goes_on()) {
    observer.warn(fault->message + "; the processor solves it instead");
    without.push_back(under_way);
    const auto again = CampaignPlan::make(rest);
    if (!again) return again.error();
    fault = run_campaign(*again, rest, observer, cancelled, under_way);
  }
  return fault;
}

}  // namespace lucena
