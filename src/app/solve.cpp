// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/device_choice.h"
#include "app/interrupt.h"
#include "app/oracle_setup.h"
#include "app/output.h"
#include "app/solve_plan.h"
#include "app/solve_progress.h"
#include "base/new_file.h"
#include "base/text.h"
#include "census/castling_summary.h"
#include "oracle/campaign.h"
#include "oracle/ending_writer.h"
#include "oracle/forecast.h"
#include "oracle/kept_statistics.h"
#include "report/json_output.h"
#include "report/summary_output.h"

namespace lucena {
namespace {

constexpr std::string_view kSolveCommand = "lucena solve";

struct SolveOptions {
  PlanOptions plan;
  std::optional<std::string> metric;
  bool json = false;
  bool castling = false;
  bool verbose = false;
  bool no_save = false;
};

struct Solved {
  const Material& material;
  std::optional<Effort> effort;  // nothing if the tables were there already
  const Statistics& statistics;
  std::optional<CastlingSummary> castling;
};

void print_text(const Solved& solved, bool verbose) {
  print("{}  {}\n", bold(solved.material.name(), stdout),
        solved.effort ? fmt::format("{:.2f} s", solved.effort->wall_seconds) : "on disk");
  for (const Color side : kColors) {
    const OutcomeCounts& counts = solved.statistics.all.unique[side];
    print("  {} to move: {}: {}\n", name(side), counted(counts.legal(), "legal position"),
          counts_text(counts));
  }
  for (const Color side : kColors) {
    print("  {}\n",
          longest_text(side, solved.statistics.longest_win, solved.statistics.longest_loss));
  }
  if (solved.castling) print("{}", castling_text(*solved.castling));
  flush_output();
  if (verbose && solved.effort) {
    const Effort& effort = *solved.effort;
    write_message(fmt::format("  CPU {:.2f} s: set-up {:.2f}, exits {:.2f}, passes {:.2f}\n",
                              effort.cpu_seconds, effort.set_up_seconds(), effort.phases.exits,
                              effort.phases.passes));
  }
}

/// One object a line, so that a reader need not wait for the end.
void print_json(const Solved& solved) {
  const Statistics& statistics = solved.statistics;
  const Effort effort = solved.effort.value_or(Effort{});
  Json json{{"material", solved.material.name()},
            {"on_disk", !solved.effort},
            {"seconds", effort.wall_seconds},
            {"cpu_seconds", effort.cpu_seconds},
            {"cpu_phases",
             {{"set_up", effort.set_up_seconds()},
              {"exits", effort.phases.exits},
              {"passes", effort.phases.passes}}},
            {"unique", counts_json(statistics.all.unique)},
            {"twins_apart", counts_json(statistics.all.with_twins_apart)},
            {"placements", counts_json(statistics.all.placements)},
            {"longest_win", deepest_json(statistics.longest_win)},
            {"longest_loss", deepest_json(statistics.longest_loss)}};
  if (solved.castling) json["castling"] = castling_json(*solved.castling);
  write_output(json_line(json));
}

void print_report(const Solved& solved, const SolveOptions& options) {
  if (options.json) {
    print_json(solved);
  } else {
    print_text(solved, options.verbose);
  }
  flush_output();
}

/// What the castling tables of an ending come to, from its file.
Result<CastlingSummary, TableFault> castling_from_disk(const Material& material,
                                                       const OpenTables& tables,
                                                       const std::atomic<bool>& cancelled) {
  const auto store = castling_store(material, tables);
  if (!store) return store.error();
  const auto summary = summarize_castling(material, *store, cancelled);
  if (!summary) return TableFault{TableError::Cancelled, "interrupted"};
  return *summary;
}

/// Shows how far the campaign is, and reports each ending.
class SolveReporter final : public CampaignObserver {
 public:
  /// The tables are those on disk, if they are looked at.
  SolveReporter(const SolveOptions& options, const OpenTables* tables)
      : options_(options), tables_(tables) {}

  void begin(const Solver& solver, const CampaignPlan& plan) override {
    has_large_ = std::any_of(plan.endings.begin(), plan.endings.end(), is_large);
    progress_.emplace(solver, plan);
  }
  void next(std::size_t place, bool is_read) override { progress_->start(place, is_read); }
  void doing(const std::string& what) override { progress_->set_activity(what); }
  void end() override { progress_.reset(); }
  bool finished(const FinishedEnding& ending) override {
    if (ending.effort) return report_solved(ending);
    return report_from_disk(ending);
  }

  void warn(const std::string& message) override {
    if (!progress_) return complain(kSolveCommand, message);
    progress_->aside([&] { complain(kSolveCommand, message); });
  }

  /// Keeps tables in a folder, those that are not there. If that fails, people are told once, and
  /// no others are written; but where there are large endings, which take long and read what was
  /// written before, the work ends.
  std::optional<CampaignFault> write(const std::filesystem::path& folder, const Material& material,
                                     const EndingStore& store, std::vector<TableSection> sections,
                                     ThreadPool& pool, const std::atomic<bool>& cancelled) {
    if (cannot_write_) return {};
    return check_written(write_ending(folder, material, store, tables_->missing(material),
                                      std::move(sections), pool, cancelled),
                         cancelled);
  }

  /// The same for an ending that was never in memory.
  std::optional<CampaignFault> write(const std::filesystem::path& folder,
                                     const StreamedEnding& ending,
                                     std::vector<TableSection> sections, ThreadPool& pool,
                                     const std::atomic<bool>& cancelled) {
    if (cannot_write_) return {};
    return check_written(ending.write(folder, std::move(sections), pool, cancelled), cancelled);
  }

  /// Whether people have been told of something that failed.
  bool has_failed() const { return cannot_write_ || failed_; }

 private:
  std::optional<CampaignFault> check_written(const Result<std::uint64_t, TableFault>& written,
                                             const std::atomic<bool>& cancelled) {
    if (written || cancelled) return {};
    const std::string message = "the tables cannot be kept: " + written.error().message;
    if (has_large_) return CampaignFault{CampaignError::Table, message};
    cannot_write_ = true;
    warn(message);
    return {};
  }

  bool report_solved(const FinishedEnding& ending) {
    Solved solved{ending.material, ending.effort, ending.statistics->statistics, {}};
    if (options_.castling) {
      solved.castling = summarize_castling(ending.material, *ending.castling, ending.cancelled);
      if (ending.cancelled) return false;
    }
    progress_->aside([&] { print_report(solved, options_); });
    return true;
  }

  bool report_from_disk(const FinishedEnding& ending) {
    const auto table = tables_->table(*tables_->ending_of(ending.material), Metric::Mate);
    const auto statistics = table ? read_statistics(**table) : table.error();
    if (!statistics) return fail(statistics.error().message);
    Solved solved{ending.material, {}, *statistics, {}};
    if (options_.castling) {
      const auto castling = castling_from_disk(ending.material, *tables_, ending.cancelled);
      if (!castling) return !ending.cancelled && fail(castling.error().message);
      solved.castling = *castling;
    }
    progress_->aside([&] { print_report(solved, options_); });
    return true;
  }

  bool fail(const std::string& message) {
    failed_ = true;
    warn(message);
    return false;
  }

  const SolveOptions& options_;
  const OpenTables* tables_;
  std::optional<SolveProgress> progress_;
  bool has_large_ = false, cannot_write_ = false, failed_ = false;
};

void tell_forecast(const CampaignPlan& plan) {
  write_message(fmt::format("this takes {}\n", text_of(plan.forecast)));
}

int run_solve(const SolveOptions& options) {
  auto campaign = campaign_options(options.plan);
  if (!campaign) return refuse(kSolveCommand, campaign.error());
  if (options.metric == "conversion") {
    for (const Material& material : campaign->wanted) {
      campaign->conversion.push_back(material.canonical());
    }
  } else if (options.metric && options.metric != "mate" && options.metric != "zeroing") {
    return refuse(kSolveCommand,
                  fmt::format("--metric must be mate, zeroing or conversion, not '{}'",
                              printable(*options.metric)),
                  kUsage);
  }
  std::optional<std::filesystem::path> folder;
  std::optional<OpenTables> tables;
  const auto chosen = chosen_folder(options.plan.tables);
  if (!options.no_save) {
    if (!chosen) return refuse(kSolveCommand, chosen.error());
    folder = *chosen;
    tables.emplace(*folder, 0);
    campaign->tables = &*tables;
  }
  std::error_code ignored;
  if (!options.plan.scratch && (folder || (chosen && std::filesystem::exists(*chosen, ignored)))) {
    campaign->scratch_folder = *chosen;
  }
  const InterruptGuard guard;
  const auto& interrupted = guard.interrupted();
  SolveReporter reporter(options, campaign->tables);
  campaign->castling = options.castling || folder;
  campaign->zeroing = folder.has_value();
  if (folder) {
    campaign->keep_streamed = [&](const StreamedEnding& ending, std::vector<TableSection> sections,
                                  ThreadPool& pool) {
      return reporter.write(*folder, ending, std::move(sections), pool, interrupted);
    };
    campaign->keep = [&](const Material& material, const EndingStore& store,
                         std::vector<TableSection> sections, ThreadPool& pool) {
      return reporter.write(*folder, material, store, std::move(sections), pool, interrupted);
    };
  }
  // The plan looks how much room there is.
  if (folder) remove_unfinished_files(*folder);
  const auto plan = CampaignPlan::make(*campaign);
  if (!plan) return refuse(kSolveCommand, plan.error().message, kFailure);
  if (folder) std::filesystem::create_directories(*folder, ignored);
  if (!plan->forecast.large.empty()) tell_forecast(*plan);
  const auto fault = carry_out(*plan, *campaign, reporter, interrupted);
  if (interrupted) return refuse(kSolveCommand, "interrupted", guard.exit_status());
  if (fault) return refuse(kSolveCommand, fault->message, kFailure);
  return reporter.has_failed() ? kFailure : kSuccess;
}

}  // namespace

Command solve_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<SolveOptions>();
    declare_plan(arguments, options->plan);
    declare_device(arguments, options->plan.device);
    arguments.flag("--no-save", options->no_save, "writes no tables");
    arguments.text(
        "--metric NAME", options->metric,
        "conversion: makes tables by the distance to the next capture or promotion, too");
    arguments.flag("--castling", options->castling,
                   "reports the positions with castling rights too");
    arguments.flag("--json", options->json, "prints one JSON object a line");
    arguments.flag("--verbose", options->verbose, "says where the time went");
    return [options] { return run_solve(*options); };
  };
  return {
      "solve",
      "Solves endings, and all that they can turn into, and keeps the tables",
      {{"lucena solve KRPvKR", "Lucena solves rook and pawn against rook"},
       {"lucena solve --men 4", "Lucena solves all endings with up to four men"},
       {"lucena solve KRvK --castling", "Lucena also reports the positions with castling rights"}},
      declare};
}

}  // namespace lucena
