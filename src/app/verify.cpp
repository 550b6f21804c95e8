// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/device_choice.h"
#include "app/interrupt.h"
#include "app/oracle_setup.h"
#include "app/output.h"
#include "app/solve_plan.h"
#include "app/solve_progress.h"
#include "app/status_line.h"
#include "base/text.h"
#include "chess/fen.h"
#include "oracle/campaign.h"
#include "oracle/prober.h"
#include "solve/castling_check.h"
#include "solve/checked_solver.h"
#include "solve/verifier.h"

namespace lucena {
namespace {

constexpr std::string_view kVerifyCommand = "lucena verify";

struct VerifyOptions {
  PlanOptions plan;
  bool castling = false;
  std::uint64_t sample = 2'000'000;
  std::uint64_t seed = 1;
};

/// For unpacked packets of files that do not fit into memory: the rest of a limit is for what is
/// computed from them.
std::size_t cache_bytes(const CampaignOptions& campaign) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  return std::min(kMost, campaign.memory_bytes / 2);
}

/// All positions up to this many men, a sample beyond.
constexpr int kMenForAll = 4;

/// Whether the positions with castling rights are solved a second time. Where a pawn of an ending
/// with five men can promote, that would take long and tables that are not in memory.
bool is_solved_again(const Material& material) {
  return material.men() <= kMenForAll || !material.has_pawns();
}

/// What the values of tables are held against, in both kinds of sentences.
struct Witness {
  std::string_view in_agreement, in_contradiction;
};
constexpr Witness kSuccessors{"agree with their successors", "successors"};
constexpr Witness kSecondSolution{"agree with a second solution by legal moves alone",
                                  "second solution"};

bool is_good(const VerifyReport& found) {
  return !found.fault && !found.first_contradiction;
}

void print_report(const Material& material, Metric metric, bool was_on_disk, std::string_view what,
                  const Witness& witness, const VerifyReport& found) {
  const std::string subject = fmt::format("{} by {}, {}", material.name(), name(metric),
                                          was_on_disk ? "on disk" : "solved");
  if (found.fault) {
    print("{}: {}\n", subject, found.fault->message);
  } else if (found.first_contradiction) {
    const Contradiction& wrong = *found.first_contradiction;
    print("{}: contradiction at {}: table {}, {} {}\n", subject, to_fen(wrong.position),
          text_of(wrong.stored), witness.in_contradiction, text_of(wrong.computed));
  } else {
    print("{}: {} {}\n", subject, counted(found.positions, fmt::format("{}position", what)),
          witness.in_agreement);
  }
  flush_output();
}

/// Checks each wanted ending by all metrics that are in memory: those of its files, or mate if it
/// had to be solved.
class VerifyReporter final : public CampaignObserver {
 public:
  VerifyReporter(const VerifyOptions& options, const std::vector<Material>& wanted)
      : options_(options), wanted_(wanted) {}

  void begin(const Solver& solver, const CampaignPlan& plan) override {
    progress_.emplace(solver, plan);
  }
  void next(std::size_t place, bool is_read) override { progress_->start(place, is_read); }
  void end() override { progress_.reset(); }
  bool finished(const FinishedEnding& ending) override {
    const auto is_this = [&](const Material& material) {
      return material.canonical() == ending.material;
    };
    if (std::none_of(wanted_.begin(), wanted_.end(), is_this)) return true;
    progress_->say(fmt::format("checking {}", ending.material.name()));
    for (const Metric metric : kMetrics) {
      const bool solved_for_others = !ending.was_on_disk && metric != Metric::Mate;
      if (solved_for_others || !ending.store->table(ending.material, metric)) continue;
      check(ending, metric);
      if (ending.cancelled) return false;
    }
    return true;
  }

  void warn(const std::string& message) override {
    if (!progress_) return complain(kVerifyCommand, message);
    progress_->aside([&] { complain(kVerifyCommand, message); });
  }

  int status() const { return status_; }

 private:
  void check(const FinishedEnding& ending, Metric metric) {
    const Material& material = ending.material;
    const bool all = material.men() <= kMenForAll;
    const VerifyReport found =
        all ? verify_all(material, metric, *ending.store, ending.pool, ending.cancelled)
            : verify_sample(material, metric, *ending.store, options_.sample, options_.seed,
                            ending.pool, ending.cancelled);
    if (ending.cancelled) return;
    report(ending, metric, all ? "" : "sampled ", kSuccessors, found);
    const bool rooks = material.count(PieceType::Rook) > 0;
    if (rooks && (options_.castling || ending.was_on_disk)) check_rights(ending, metric);
  }

  void check_rights(const FinishedEnding& ending, Metric metric) {
    const VerifyReport found =
        verify_castling(ending.material, metric, *ending.store, ending.cancelled);
    if (ending.cancelled) return;
    report(ending, metric, "castling ", kSuccessors, found);
    if (!is_solved_again(ending.material)) return;
    const VerifyReport again =
        check_castling(ending.material, metric, *ending.store, ending.cancelled);
    if (!ending.cancelled) report(ending, metric, "castling ", kSecondSolution, again);
  }

  void report(const FinishedEnding& ending, Metric metric, std::string_view what,
              const Witness& witness, const VerifyReport& found) {
    progress_->aside(
        [&] { print_report(ending.material, metric, ending.was_on_disk, what, witness, found); });
    if (!is_good(found)) status_ = kFailure;
  }

  const VerifyOptions& options_;
  const std::vector<Material>& wanted_;
  std::optional<SolveProgress> progress_;
  int status_ = kSuccess;
};

/// Calls verify(positions, seed) for a part of a sample at a time, and tells how far it is:
/// millions of positions of an ending with six men take minutes.
template <class Verify>
VerifyReport verify_in_parts(const std::string& subject, std::uint64_t positions,
                             const VerifyOptions& options, const std::atomic<bool>& cancelled,
                             const Verify& verify) {
  constexpr std::uint64_t kFewestSlices = 4;
  const std::uint64_t part =
      kSampleSlice * std::max<std::uint64_t>(kFewestSlices, options.plan.threads);
  StatusLine status;
  VerifyReport all;
  for (std::uint64_t done = 0; done < positions && !cancelled; done += part) {
    status.show(fmt::format("checking {}: {} %", subject, 100 * done / positions));
    all.add(verify(std::min(part, positions - done), options.seed + done / kSampleSlice));
  }
  return all;
}

/// The positions with castling rights in the files of an ending: random ones, as many for all sets
/// of rights together as of the rest, and one of each at least. Nothing if nobody can castle.
std::optional<VerifyReport> verify_castling_files(const Material& material, Metric metric,
                                                  const VerifyOptions& options,
                                                  const OpenTables& tables, const Prober& prober,
                                                  ThreadPool& pool,
                                                  const std::atomic<bool>& cancelled) {
  VerifyReport all;
  const auto castling = tables.castling_tables(*tables.ending_of(material), metric);
  if (!castling) all.fault = castling.error();
  if (!castling) return all;
  if (castling->empty()) return {};
  const std::uint64_t of_each = std::max<std::uint64_t>(1, options.sample / castling->size());
  const std::string subject = table_file_name(material, metric) + ", castling rights";
  for (const auto& table : *castling) {
    const auto verify = [&](std::uint64_t positions, std::uint64_t seed) {
      return verify_sample(*table, metric, prober, positions, seed, pool, cancelled);
    };
    all.add(verify_in_parts(subject, of_each, options, cancelled, verify));
  }
  return all;
}

/// What does not fit into memory is checked where it is, in its files and in those of all that it
/// can turn into.
int verify_files(const Material& material, const VerifyOptions& options, const OpenTables& tables,
                 const InterruptGuard& guard) {
  if (!tables.has_ending(material)) {
    return refuse(
        kVerifyCommand,
        fmt::format("{0} is not on disk: 'lucena solve {0}' comes first", material.name()),
        kFailure);
  }
  const Prober prober(tables);
  const Layout layout(material);
  ThreadPool pool(options.plan.threads);
  int status = kSuccess;
  for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
    const auto verify = [&](std::uint64_t positions, std::uint64_t seed) {
      return verify_sample(layout, metric, prober, positions, seed, pool, guard.interrupted());
    };
    const VerifyReport found = verify_in_parts(table_file_name(material, metric), options.sample,
                                               options, guard.interrupted(), verify);
    if (guard.interrupted()) return kFailure;
    print_report(material, metric, true, "sampled ", kSuccessors, found);
    if (!is_good(found)) status = kFailure;
    const auto castling =
        verify_castling_files(material, metric, options, tables, prober, pool, guard.interrupted());
    if (guard.interrupted()) return kFailure;
    if (!castling) continue;
    print_report(material, metric, true, "sampled castling ", kSuccessors, *castling);
    if (!is_good(*castling)) status = kFailure;
  }
  return status;
}

/// Has a GPU solve each ending as a whole besides, and reports those that come out alike.
class ComparisonReporter final : public CampaignObserver {
 public:
  ComparisonReporter(const std::vector<Material>& wanted, std::unique_ptr<WholeEndings> on_gpu)
      : wanted_(wanted), on_gpu_(std::move(on_gpu)) {}

  void begin(const Solver& solver, const CampaignPlan& plan) override {
    progress_.emplace(solver, plan);
  }
  void next(std::size_t place, bool is_read) override { progress_->start(place, is_read); }
  void end() override { progress_.reset(); }
  bool finished(const FinishedEnding& ending) override {
    const auto is_this = [&](const Material& material) {
      return material.canonical() == ending.material;
    };
    if (std::none_of(wanted_.begin(), wanted_.end(), is_this)) return true;
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      fault_ = compare(*ending.store->table(ending.material, metric), metric, ending.cancelled);
      if (fault_) return false;
    }
    progress_->aside([&] {
      print("{}: the GPU and the processor agree on every position\n", ending.material.name());
      flush_output();
    });
    return true;
  }
  const std::optional<SolveFault>& fault() const { return fault_; }

 private:
  /// The table of an ending that the processor has solved with what the GPU makes of it, captures
  /// and promotions included.
  std::optional<SolveFault> compare(const EndingTable& table, Metric metric,
                                    const std::atomic<bool>& cancelled) {
    const Material& material = table.layout().material();
    std::atomic<unsigned> level{0};
    const auto tally = on_gpu_->solve(material, metric, {cancelled, level});
    if (!tally) return tally.error();
    std::vector<std::uint8_t> values(EndingTable::size_bytes(table.layout()) / kColors.size());
    for (const Color side : kColors) {
      const bool is_there = on_gpu_->copy_values(material, metric, side, values);
      const bool is_same = std::equal(values.begin(), values.end(), table.rows(side, 0));
      if (is_there && is_same) continue;
      if (!is_there) {
        return SolveFault{SolveError::Device,
                          material.name() + ": what the GPU has solved cannot be copied"};
      }
      return SolveFault{SolveError::Disagreement,
                        fmt::format("{}, {} to move: as a whole, the GPU solves it differently",
                                    material.name(), name(side))};
    }
    return {};
  }

  const std::vector<Material>& wanted_;
  const std::unique_ptr<WholeEndings> on_gpu_;
  std::optional<SolveProgress> progress_;
  std::optional<SolveFault> fault_;
};

/// Solves everything from nothing by all metrics, castling rights included, each problem on the GPU
/// and by the processor, and compares what they decide, position for position; then each ending as
/// a whole.
int compare_devices(CampaignOptions& campaign, const InterruptGuard& guard) {
  const auto large = std::find_if(campaign.wanted.begin(), campaign.wanted.end(), is_large);
  if (large != campaign.wanted.end()) {
    return refuse(kVerifyCommand,
                  fmt::format("{}: a GPU and the processor are compared by endings with up to five "
                              "men",
                              large->name()),
                  kUsage);
  }
  campaign.castling = campaign.zeroing = true;
  for (const Material& material : campaign.wanted) {
    campaign.conversion.push_back(material.canonical());
  }
  campaign.values_in_memory = true;
  const std::shared_ptr<Accelerator> gpu = campaign.acceleration.find();
  auto whole = make_gpu_endings();
  if (!gpu || !whole) return refuse(kVerifyCommand, no_gpu_text(), kFailure);
  campaign.acceleration = {};  // nothing is left to the GPU alone
  campaign.make_problem_solver = [gpu](const Team& team) -> std::unique_ptr<ProblemSolver> {
    return std::make_unique<CheckedSolver>(std::make_unique<LevelLoop>(team),
                                           gpu->make_solver(team));
  };
  const auto plan = CampaignPlan::make(campaign);
  if (!plan) return refuse(kVerifyCommand, plan.error().message, kFailure);
  ComparisonReporter reporter(campaign.wanted, std::move(*whole));
  const auto fault = carry_out(*plan, campaign, reporter, guard.interrupted());
  if (guard.interrupted()) return refuse(kVerifyCommand, "interrupted", guard.exit_status());
  if (fault) return refuse(kVerifyCommand, fault->message, kFailure);
  if (reporter.fault()) return refuse(kVerifyCommand, reporter.fault()->message, kFailure);
  return kSuccess;
}

/// Takes the endings out of a list that do not fit into memory.
std::vector<Material> take_large(std::vector<Material>& wanted) {
  std::vector<Material> large;
  for (const Material& material : wanted) {
    if (is_large(material)) large.push_back(material.canonical());
  }
  std::erase_if(wanted, is_large);
  return large;
}

int verify_in_memory(const VerifyOptions& options, CampaignOptions& campaign,
                     const OpenTables& tables, const InterruptGuard& guard) {
  campaign.tables = &tables;
  campaign.values_in_memory = true;
  const auto is_on_disk = [&](const Material& material) {
    return tables.has_ending(material.canonical());
  };
  // Where there are files, everything in them is checked.
  const bool any_files = std::any_of(campaign.wanted.begin(), campaign.wanted.end(), is_on_disk);
  campaign.zeroing = any_files;
  campaign.castling = any_files || options.castling;
  const auto plan = CampaignPlan::make(campaign);
  if (!plan) return refuse(kVerifyCommand, plan.error().message, kFailure);
  VerifyReporter reporter(options, campaign.wanted);
  const auto fault = carry_out(*plan, campaign, reporter, guard.interrupted());
  if (fault && !guard.interrupted()) return refuse(kVerifyCommand, fault->message, kFailure);
  return reporter.status();
}

int run_verify(const VerifyOptions& options) {
  auto campaign = campaign_options(options.plan);
  if (!campaign) return refuse(kVerifyCommand, campaign.error());
  const auto folder = chosen_folder(options.plan.tables);
  if (!folder) return refuse(kVerifyCommand, folder.error());
  const OpenTables tables(*folder, cache_bytes(*campaign));
  const InterruptGuard guard;
  if (options.plan.device == "gpu") return compare_devices(*campaign, guard);
  const std::vector<Material> large = take_large(campaign->wanted);
  int status = kSuccess;
  if (!campaign->wanted.empty()) status = verify_in_memory(options, *campaign, tables, guard);
  for (const Material& material : large) {
    if (guard.interrupted()) break;
    if (verify_files(material, options, tables, guard) != kSuccess) status = kFailure;
  }
  if (guard.interrupted()) return refuse(kVerifyCommand, "interrupted", guard.exit_status());
  return status;
}

}  // namespace

Command verify_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<VerifyOptions>();
    declare_plan(arguments, options->plan);
    declare_device(arguments, options->plan.device,
                   "gpu: solves the endings on a GPU and by the processor, by all metrics, and "
                   "compares every position");
    arguments.number("--sample N", options->sample, {1, 1'000'000'000},
                     "how many random positions of an ending with five or six men to check");
    arguments.number("--seed N", options->seed, {0, 1'000'000'000'000}, "which random positions");
    arguments.flag("--castling", options->castling,
                   "checks the positions with castling rights of solved endings, too");
    return [options] { return run_verify(*options); };
  };
  return {"verify",
          "Recomputes the values on disk, or solved ones, with the ordinary move generator",
          {{"lucena verify KRvKP", "Lucena recomputes every position of rook against pawn"},
           {"lucena verify KRPvKR --sample 100000", "Lucena recomputes 100,000 random positions"}},
          declare};
}

}  // namespace lucena
