// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/solver.h"

#include <algorithm>
#include <utility>

#include "solve/ahead_values.h"
#include "solve/filed_values.h"
#include "solve/loop_memory.h"
#include "solve/noted_exits.h"
#include "solve/table_reader.h"
#include "solve/value_bytes.h"

namespace lucena {
namespace {

/// Of an ending with five men and several pawns: eight squares to promote on, 64 * 64 for the other
/// two men and 64 * 64 for the kings.
constexpr std::size_t kLargestPromotionView = std::size_t{1} << 27;

constexpr std::size_t kProgramItself = std::size_t{1} << 25;

/// Everything but views while an ending is solved.
std::size_t bytes_without_views(const Material& material, std::size_t metrics, std::size_t kept,
                                std::size_t loops) {
  return kept + metrics * EndingTable::size_bytes(Layout(material)) + loops + kProgramItself;
}

/// Mate comes first, since the others ask it who wins.
std::vector<Metric> metrics_for(const Solver::Options& options, const Material& material) {
  std::vector<Metric> metrics{Metric::Mate};
  if (options.zeroing) metrics.push_back(Metric::Zeroing);
  const bool conversion = std::find(options.conversion.begin(), options.conversion.end(),
                                    material) != options.conversion.end();
  if (conversion) metrics.push_back(Metric::Conversion);
  return metrics;
}

/// Workers tell of their problems as they come; the furthest counts.
void raise_to(std::atomic<double>& number, double value) {
  double known = number;
  while (known < value && !number.compare_exchange_weak(known, value)) {
  }
}

/// The part of an ending that is done. Within a problem nobody knows how many levels are to come;
/// half is a fair guess.
double part_done(std::uint32_t done, std::uint32_t problems) {
  return (done + 0.5) / (problems + 0.5);
}

}  // namespace

std::vector<Metric> large_metrics(const Solver::Options& options) {
  return options.zeroing ? std::vector{Metric::Mate, Metric::Zeroing} : std::vector{Metric::Mate};
}

Solver::Solver(const Options& options, std::vector<Material> plan, std::vector<bool> is_loaded)
    : options_(options),
      order_{std::move(plan), std::move(is_loaded), options.men_in_memory},
      loops_bytes_(all_loops_bytes(options, order_.endings)),
      pool_(options.threads),
      crew_(pool_, options_.make_problem_solver),
      castling_(store_, crew_, progress_.level),
      views_(store_, pool_),
      promotions_(options_.reach) {}

/// The greatest sum that any ending of the plan comes to: what earlier ones leave behind, its own
/// tables, the loops, and the larger of the views it needs and of the one that is being filled
/// after it.
std::size_t Solver::memory_needed(const Options& options, const std::vector<Material>& plan) {
  const std::size_t loops = all_loops_bytes(options, plan);
  std::size_t kept = 0, needed = 0;
  for (const Material& material : plan) {
    if (material.men() > options.men_in_memory) {
      const Layout layout(material);
      const bool has_rights = options.castling && is_all_within(layout, options.reach.get());
      const std::size_t castling =
          has_rights ? CastlingSolver::large_bytes(material, large_metrics(options).size()) : 0;
      const std::size_t here = std::max(large_loop_bytes(layout, options.zeroing, options.threads,
                                                         options.accelerator != nullptr),
                                        castling);
      needed = std::max(needed, kept + loops + here + kProgramItself);
      continue;
    }
    std::size_t views = 0;
    for (const ViewKey& key : capture_views_of(material)) views += capture_view_bytes(key.first);
    for (const ViewKey& key : promotion_views_of(material)) {
      views += promotion_view_bytes(key.first);
    }
    std::size_t largest_view = material.men() == options.men_in_memory ? kLargestPromotionView : 0;
    // With the 50-move rule, promotions can need a second view.
    if (options.zeroing) views += views, largest_view += largest_view;
    const std::size_t metrics = metrics_for(options, material).size();
    needed = std::max(needed, bytes_without_views(material, metrics, kept, loops) +
                                  std::max(views, largest_view));
    if (material.men() < options.men_in_memory)
      kept += metrics * EndingTable::size_bytes(Layout(material));
  }
  return needed;
}

/// Nothing rather than a negative number if the limit is too small.
std::size_t Solver::room_for_views(const Material& material) const {
  const std::size_t others = bytes_without_views(material, metrics_for(options_, material).size(),
                                                 kept_bytes_, loops_bytes_);
  return options_.memory_bytes > others ? options_.memory_bytes - others : 0;
}

/// Solves the problems of one ending, each by all metrics that are asked for before the next.
class Solver::EndingSolver {
 public:
  EndingSolver(Solver& solver, const ByMetric<EndingTable*>& tables)
      : solver_(solver),
        tables_(tables),
        by_mate_(scores(), scores(), solver.views_),
        notes_(solver.crew_.workers()) {
    if (EndingTable* table = tables[Metric::Zeroing]) {
      by_zeroing_.emplace(scores(), *table, solver.views_);
    }
    if (EndingTable* table = tables[Metric::Conversion]) {
      by_conversion_.emplace(scores(), *table, solver.views_);
    }
  }

  std::optional<SolveFault> solve(std::uint32_t skeleton, const SolverCrew::Worker& worker) {
    const Problem problem(scores().layout(), skeleton);
    if (auto fault = solve_by_mate(problem, skeleton, worker)) return fault;
    if (by_zeroing_) {
      if (auto fault = solve_by_zeroing(problem, skeleton, worker)) return fault;
    }
    if (!by_conversion_) return {};
    const auto deepest =
        solve_by(Metric::Conversion, problem, skeleton, *by_conversion_, worker.solver);
    return deepest ? std::nullopt : std::optional(deepest.error());
  }

  bool has_cursed() const { return has_cursed_; }

 private:
  const EndingTable& scores() const { return *tables_[Metric::Mate]; }

  Result<unsigned, SolveFault> solve_by(Metric metric, const Problem& problem,
                                        std::uint32_t skeleton, const Exits& exits,
                                        ProblemSolver& solver) {
    EndingTable& table = *tables_[metric];
    ValueBytes bytes(problem, metric,
                     {table.rows(Color::White, skeleton), table.rows(Color::Black, skeleton)});
    return solver.solve(problem, metric, exits, bytes,
                        {*solver_.cancelled_, solver_.progress_.level});
  }

  std::optional<SolveFault> solve_by_mate(const Problem& problem, std::uint32_t skeleton,
                                          const SolverCrew::Worker& worker) {
    ExitNotes& notes = notes_[worker.number];
    if (by_zeroing_) notes.make_room(problem.words());
    const NotingExits noting(by_mate_, notes);
    const Exits& exits = by_zeroing_ ? static_cast<const Exits&>(noting) : by_mate_;
    const auto deepest = solve_by(Metric::Mate, problem, skeleton, exits, worker.solver);
    if (!deepest) return deepest.error();
    if (*deepest == kMaxLevel) has_deepest_ = true;
    return {};
  }

  std::optional<SolveFault> solve_by_zeroing(const Problem& problem, std::uint32_t skeleton,
                                             const SolverCrew::Worker& worker) {
    // Every exit zeroes the clock, so it decides at the first ply.
    const ExitsFromNotes from_notes(notes_[worker.number], Turn(1, true), Turn(1, false));
    const Exits& exits =
        mate_tells_zeroing() ? static_cast<const Exits&>(from_notes) : *by_zeroing_;
    const auto deepest = solve_by(Metric::Zeroing, problem, skeleton, exits, worker.solver);
    if (!deepest) return deepest.error();
    if (*deepest > kClockLimit) has_cursed_ = true;
    return {};
  }

  /// Whether every exit that wins by mate wins by zeroing distance too, and so on. Not if something
  /// behind one is cursed; nor if it leads to a loss of the deepest level, since by mate that is
  /// not known to win (score_before).
  bool mate_tells_zeroing() const {
    static_assert(kMaxMenInMemory == 5, "captures may lead to the deepest level, too");
    return !by_zeroing_->meets_cursed() && !has_cursed_ && !has_deepest_;
  }

  Solver& solver_;
  const ByMetric<EndingTable*>& tables_;
  const TableExits<Metric::Mate> by_mate_;
  std::optional<TableExits<Metric::Zeroing>> by_zeroing_;
  std::optional<TableExits<Metric::Conversion>> by_conversion_;
  std::vector<ExitNotes> notes_;  // one for each worker
  /// In the skeletons so far, or in some that nobody depends on yet.
  std::atomic<bool> has_cursed_{false}, has_deepest_{false};
};

/// A wave is the skeletons of equal advancement; pawn moves lead from a wave to earlier ones only.
std::optional<SolveFault> Solver::solve_in_waves(const ByMetric<EndingTable*>& tables) {
  EndingSolver ending(*this, tables);
  const Layout& layout = tables[Metric::Mate]->layout();
  const std::uint32_t problems = layout.skeleton_count();
  const auto place = static_cast<double>(next_ - 1);
  std::atomic<std::uint32_t> done{0};
  raise_to(progress_.endings_done, place + part_done(0, problems));
  auto fault = crew_.for_each_skeleton(
      layout, *cancelled_, [&](std::uint32_t skeleton, const SolverCrew::Worker& worker) {
        auto failure = ending.solve(skeleton, worker);
        raise_to(progress_.endings_done, place + part_done(++done, problems));
        return failure;
      });
  if (tables[Metric::Zeroing] != nullptr) {
    tables[Metric::Zeroing]->set_has_cursed(ending.has_cursed());
  }
  return fault;
}

/// Smaller ones take less time than it takes to copy them.
bool Solver::is_accelerated(const Material& material, const ByMetric<EndingTable*>& tables) const {
  Accelerator* const accelerator = accelerator_for(material);
  return accelerator != nullptr && material.men() == options_.men_in_memory &&
         tables[Metric::Conversion] == nullptr &&
         !accelerator->lacks_room(material, metrics_for(options_, material).size());
}

/// Null if the processor is to solve it.
Accelerator* Solver::accelerator_for(const Material& material) const {
  const std::vector<Material>& without = options_.not_accelerated;
  const bool is_left_out = std::find(without.begin(), without.end(), material) != without.end();
  return is_left_out ? nullptr : options_.accelerator;
}

std::optional<SolveFault> Solver::fill_by_accelerator(const ByMetric<EndingTable*>& tables) {
  const auto deepest = options_.accelerator->fill(tables, {*cancelled_, progress_.level});
  if (!deepest) return deepest.error();
  if (EndingTable* zeroing = tables[Metric::Zeroing]) {
    zeroing->set_has_cursed((*deepest)[Metric::Zeroing] > kClockLimit);
  }
  return {};
}

/// The order matters: room first, then the tables without rights, which the castling tables look
/// up, then the promotions that this ending means to later ones, while its tables are still here.
std::optional<SolveFault> Solver::solve_next() {
  const Material& material = order_.endings[next_++];
  const std::size_t room = room_for_views(material);
  views_.prepare(material, room);
  ByMetric<std::shared_ptr<EndingTable>> owned;
  ByMetric<EndingTable*> tables{};
  for (const Metric metric : metrics_for(options_, material)) {
    owned[metric] = memory_->new_table(material);
    tables[metric] = owned[metric].get();
  }
  const bool accelerated = is_accelerated(material, tables);
  if (auto fault = accelerated ? fill_by_accelerator(tables) : solve_in_waves(tables)) return fault;
  if (*cancelled_) return SolveFault{SolveError::Cancelled, "interrupted"};
  for (const Metric metric : metrics_for(options_, material)) {
    if (material.men() < options_.men_in_memory)
      kept_bytes_ += EndingTable::size_bytes(tables[metric]->layout());
    store_.add(owned[metric], metric);
    if (!options_.castling) continue;
    if (auto fault = castling_.solve(material, metric, *cancelled_)) return fault;
  }
  views_.forget_promotions(material);
  views_.keep_promotions(promotions_wanted_of(material), *tables[Metric::Mate],
                         tables[Metric::Zeroing], room);
  if (*cancelled_) return SolveFault{SolveError::Cancelled, "interrupted"};
  raise_to(progress_.endings_done, static_cast<double>(next_));
  return {};
}

namespace {

/// What exits are found with takes gigabytes, and once they are known nobody needs it until the
/// next problem does. What captures of the only pawn lead to is the same for all problems, though,
/// and takes longest to lay out.
class LargeExits final : public Exits {
 public:
  LargeExits(std::unique_ptr<const Exits> exits, const Layout& layout, ExitViews& views,
             const EndingStore& store)
      : exits_(std::move(exits)), layout_(layout), views_(views), store_(store) {}

  void find(const Problem& problem, std::uint32_t first_word,
            std::span<const WordOfBothSides> legal, std::span<WordOfBothSides> without_exit,
            Events& events) const override {
    exits_->find(problem, first_word, legal, without_exit, events);
  }
  std::optional<FileFault> finished() const override {
    if (layout_.pawn_count() == 0) views_.forget_captures();
    store_.packed().let_go();
    return exits_->finished();
  }

 private:
  std::unique_ptr<const Exits> exits_;
  const Layout& layout_;
  ExitViews& views_;
  const EndingStore& store_;
};

std::optional<SolveFault> scratch_fault(const std::optional<FileFault>& fault) {
  if (!fault) return {};
  return SolveFault{SolveError::Scratch, fault->message};
}

}  // namespace

/// Solves the problems of one ending whose values are on disk.
class Solver::LargeSolver {
 public:
  LargeSolver(Solver& solver, const Layout& layout, LargeEnding& ending, ScratchFile& scratch)
      : solver_(solver),
        layout_(layout),
        ending_(ending),
        scratch_(scratch),
        skeletons_(skeletons_within(layout, solver.reach())),
        is_needed_later_(layout.pawn_count() > 0 || solver.has_castling(layout.material()) ||
                         !solver.promotions_wanted_of(layout.material()).empty()),
        ahead_by_mate_(layout, Metric::Mate, ending, solver.promotions_, solver.threads()),
        ahead_by_zeroing_(layout, Metric::Zeroing, ending, solver.promotions_, solver.threads()) {}

  std::optional<SolveFault> solve() {
    Accelerator* const accelerator = solver_.accelerator_for(layout_.material());
    return accelerator == nullptr ? solve_by_the_processor() : solve_by(*accelerator);
  }

 private:
  std::optional<SolveFault> solve_by(Accelerator& accelerator) {
    const Team team(solver_.pool_);
    const std::vector<Metric> metrics = large_metrics(solver_.options_);
    const bool in_part = skeletons_.size() < layout_.skeleton_count();
    const auto as = accelerated_as(accelerator, layout_, in_part, metrics.size());
    if (!as && solver_.options_.insists_on_accelerator) return as.error();
    if (!as) return solve_by_the_processor();
    if (*as == AcceleratedAs::Problems) return solve_one_by_one(*accelerator.make_solver(team));
    return accelerator.solve_into(layout_.material(), metrics, ending_, team,
                                  {*solver_.cancelled_, solver_.progress_.level});
  }

  std::optional<SolveFault> solve_by_the_processor() {
    if (layout_.pawn_count() > 1) return solve_in_waves();
    LevelLoop loop(Team(solver_.pool_), &scratch_);
    return solve_one_by_one(loop);
  }

  std::optional<SolveFault> solve_one_by_one(ProblemSolver& loop) {
    std::optional<SolveFault> fault;
    for (std::size_t i = 0; i < skeletons_.size() && !fault; ++i) {
      fault = solve(skeletons_[i], loop, Team(solver_.pool_));
    }
    solver_.large_seconds_ += loop.seconds();
    return fault;
  }

  /// With several pawns problems are as small as those of five men, and events stay in memory.
  std::optional<SolveFault> solve_in_waves() {
    return solver_.crew_.for_each_skeleton(
        layout_, skeletons_, *solver_.cancelled_,
        [&](std::uint32_t skeleton, const SolverCrew::Worker& worker) {
          return solve(skeleton, worker.solver, worker.team);
        });
  }

  std::optional<SolveFault> solve(std::uint32_t skeleton, ProblemSolver& loop, const Team& team) {
    const Problem problem(layout_, skeleton, solver_.options_.block_men);
    for (const Metric metric : large_metrics(solver_.options_)) {
      const std::unique_ptr<const Exits> exits = exits_by(metric, skeleton, team);
      if (const auto missing = solver_.store_.packed().fault()) return scratch_fault(missing);
      Decisions& decisions = ending_.begin(metric, skeleton, problem);
      const auto deepest = loop.solve(problem, metric, *exits, decisions,
                                      {*solver_.cancelled_, solver_.progress_.level});
      auto fault = scratch_fault(ending_.end(metric, skeleton));
      if (!deepest) return deepest.error();
      if (fault) return fault;
      if (is_needed_later_ && ending_.log(metric, skeleton) == nullptr) return not_kept();
    }
    const auto place = static_cast<double>(solver_.next_ - 1);
    raise_to(solver_.progress_.endings_done, place + part_done(++done_, skeletons_.size()));
    return {};
  }

  std::unique_ptr<const Exits> exits_by(Metric metric, std::uint32_t skeleton, const Team& team) {
    return metric == Metric::Mate ? exits<Metric::Mate>(skeleton, ahead_by_mate_, team)
                                  : exits<Metric::Zeroing>(skeleton, ahead_by_zeroing_, team);
  }

  /// Problems that share threads share what is at hand.
  template <Metric metric>
  std::unique_ptr<const Exits> exits(std::uint32_t skeleton, AheadValues& ahead, const Team& team) {
    std::unique_ptr<const Exits> found;
    if (layout_.pawn_count() == 0) {
      found = std::make_unique<TableExits<metric>>(layout_, solver_.views_);
    } else {
      const LargeTargets targets{solver_.views_, solver_.store_, ahead, team, *solver_.cancelled_};
      found = std::make_unique<TableExits<metric, Keeping::OnDisk>>(layout_, skeleton, targets);
    }
    if (layout_.pawn_count() > 1) return found;
    return std::make_unique<LargeExits>(std::move(found), layout_, solver_.views_, solver_.store_);
  }

  SolveFault not_kept() const {
    return {SolveError::Scratch,
            "what is decided in " + layout_.material().name() + " is needed later, and not kept"};
  }

  Solver& solver_;
  const Layout& layout_;
  LargeEnding& ending_;
  ScratchFile& scratch_;
  const std::vector<std::uint32_t> skeletons_;  // that are solved
  const bool is_needed_later_;
  AheadValues ahead_by_mate_, ahead_by_zeroing_;
  std::atomic<std::uint32_t> done_{0};
};

std::optional<SolveFault> Solver::solve_next_into(LargeEnding& ending, ScratchFile& scratch) {
  const Material& material = order_.endings[next_++];
  memory_->give_back();
  views_.prepare(material, 0);
  const Layout layout(material);
  if (auto fault = LargeSolver(*this, layout, ending, scratch).solve()) return fault;
  views_.forget_captures();
  store_.packed().let_go();
  if (has_castling(material) && is_all_within(layout, reach())) {
    auto fault = castling_.solve_large(layout, ending, large_metrics(options_),
                                       !promotions_wanted_of(material).empty(), *cancelled_);
    if (fault) return fault;
  }
  forget_promotions_of(material);
  for (const Metric metric : large_metrics(options_)) {
    LoggedValues values(layout, ending, metric);
    if (auto fault = keep_promotions(layout, values, metric)) return fault;
  }
  if (*cancelled_) return SolveFault{SolveError::Cancelled, "interrupted"};
  raise_to(progress_.endings_done, static_cast<double>(next_));
  return {};
}

std::optional<SolveFault> Solver::keep_promotions(const Layout& layout, PromotedValues& values,
                                                  Metric metric) {
  const auto ways = promotions_wanted_of(layout.material());
  return promotions_.keep(ways, layout, values, metric, Team(pool_), *cancelled_);
}

std::optional<SolveFault> Solver::load_promotions_of_next(const Files& files) {
  const Material& material = order_.endings[next_++];
  memory_->give_back();
  views_.prepare(material, 0);
  const TableFile& scores = *files.tables[Metric::Mate];
  const Layout& layout = scores.geometry().layout();
  FiledValues<Metric::Mate> by_mate({scores}, views_, store_, promotions_);
  auto fault = keep_promotions(layout, by_mate, Metric::Mate);
  if (!fault && files.is_never_cursed) {
    promotions_.note_never_cursed(promotions_wanted_of(material));
  } else if (!fault && options_.zeroing) {
    FiledValues<Metric::Zeroing> by_zeroing({scores, files.tables[Metric::Zeroing]}, views_, store_,
                                            promotions_);
    fault = keep_promotions(layout, by_zeroing, Metric::Zeroing);
  }
  views_.forget_captures();
  store_.packed().let_go();
  if (fault) return fault;
  forget_promotions_of(material);
  for (const Metric metric : large_metrics(options_)) {
    for (const auto& table : files.castling[metric]) {
      if (const auto failed = castling_.kept().keep(*table, metric)) return scratch_fault(failed);
    }
  }
  if (*cancelled_) return SolveFault{SolveError::Cancelled, "interrupted"};
  raise_to(progress_.endings_done, static_cast<double>(next_));
  return {};
}

void Solver::forget_promotions_of(const Material& material) {
  promotions_.forget(material);
  castling_.kept().forget_unless(
      [&](const Material& promoted) { return !promotions_wanted_of(promoted).empty(); });
}

std::optional<TableFault> Solver::load(const TableFile& file, const EndingTable& scores,
                                       EndingTable& table) {
  if (auto fault = read_white(file, table, pool_, *cancelled_)) return fault;
  switch (file.info().metric) {
    case Metric::Mate:
      complete<Metric::Mate>(scores, table, views_, crew_, *cancelled_);
      break;
    case Metric::Zeroing:
      complete<Metric::Zeroing>(scores, table, views_, crew_, *cancelled_);
      break;
    case Metric::Conversion:
      complete<Metric::Conversion>(scores, table, views_, crew_, *cancelled_);
      break;
  }
  if (*cancelled_) return TableFault{TableError::Cancelled, "interrupted"};
  return {};
}

/// Mate comes first among the metrics, so that `scores` are complete when another one needs them.
std::optional<TableFault> Solver::load_next(const Files& files) {
  const Material& material = order_.endings[next_++];
  const std::size_t room = room_for_views(material);
  views_.prepare(material, room);
  const auto scores = memory_->new_table(material);
  for (const Metric metric : kMetrics) {
    for (const auto& castling : files.castling[metric]) store_.add(castling, metric);
    if (files.tables[metric] == nullptr) continue;
    const auto table = metric == Metric::Mate ? scores : memory_->new_table(material);
    if (auto fault = load(*files.tables[metric], *scores, *table)) return fault;
    if (material.men() < options_.men_in_memory)
      kept_bytes_ += EndingTable::size_bytes(table->layout());
    store_.add(table, metric);
  }
  if (files.is_never_cursed) store_.note_never_cursed(material);
  views_.forget_promotions(material);
  views_.keep_promotions(promotions_wanted_of(material), *scores,
                         store_.table(material, Metric::Zeroing).get(), room);
  if (*cancelled_) return TableFault{TableError::Cancelled, "interrupted"};
  raise_to(progress_.endings_done, static_cast<double>(next_));
  return {};
}

/// Tables with fewer men stay: captures of later endings lead into them.
void Solver::release(const Material& material) {
  if (material.men() < options_.men_in_memory) return;
  for (const Metric metric : kMetrics) {
    store_.remove(material, metric);
    store_.packed().remove(material, metric);
  }
}

std::optional<SolveFault> Solver::put_away(const Material& material) {
  for (const Metric metric : kMetrics) {
    const auto table = store_.table(material, metric);
    if (!table) continue;
    if (const auto fault = store_.packed().pack(*table, metric, pool_)) return scratch_fault(fault);
    store_.remove(material, metric);
  }
  return {};
}

}  // namespace lucena
