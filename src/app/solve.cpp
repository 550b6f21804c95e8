// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/oracle_setup.h"
#include "app/output.h"
#include "app/solve_plan.h"
#include "app/solve_progress.h"
#include "base/clock.h"
#include "base/new_file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "oracle/castling_section.h"
#include "oracle/ending_writer.h"
#include "oracle/kept_statistics.h"
#include "oracle/open_tables.h"
#include "census/castling_summary.h"
#include "solve/solver.h"
#include "census/statistics.h"

namespace lucena {
namespace {

struct SolveOptions {
  PlanOptions plan;
  bool json = false;
  bool castling = false;
  bool verbose = false;
  bool no_save = false;
  std::optional<std::string> tables;
};

/// What solving an ending took.
struct Effort {
  double wall_seconds, cpu_seconds;
  PhaseSeconds phases;

  double set_up_seconds() const {
    return std::max(0.0, cpu_seconds - phases.exits - phases.passes);
  }
};

struct Report {
  const Material& material;
  std::optional<Effort> effort;  // nothing if the tables were there already
  Statistics statistics;
  std::optional<CastlingSummary> castling;
};

constexpr std::array<std::string_view, 2> kSideNames{"white", "black"};

std::string counts_text(const OutcomeCounts& counts) {
  return fmt::format("{} won, {} drawn, {} lost", with_thousands(counts.won()),
                     with_thousands(counts.drawn()), with_thousands(counts.lost()));
}

/// Whoever is to move, a mate can take longest: a defender may first capture into a slower ending.
std::string longest_text(Color winner, const DeepestBySide& wins, const DeepestBySide& losses) {
  const auto& to_move = wins[static_cast<std::size_t>(winner)];
  const auto& to_wait = losses[static_cast<std::size_t>(opposite(winner))];
  if (!to_move && !to_wait) return fmt::format("{} cannot force mate", name(winner));
  const auto part = [](const Deepest& deepest) {
    return fmt::format("{} with {} to move ({})", (deepest.plies + 1) / 2,
                       name(deepest.position.side_to_move()), to_fen(deepest.position));
  };
  std::string text = fmt::format("longest mate by {}, in moves: ", name(winner));
  if (to_move) text += part(*to_move);
  if (to_move && to_wait) text += ", ";
  if (to_wait) text += part(*to_wait);
  return text;
}

void print_text(const Report& report, bool verbose) {
  print("{}  {}\n", bold(report.material.name(), stdout),
        report.effort ? fmt::format("{:.2f} s", report.effort->wall_seconds) : "on disk");
  for (const Color side : kColors) {
    const OutcomeCounts& counts = report.statistics.all.unique[static_cast<std::size_t>(side)];
    print("  {} to move: {} legal positions: {}\n", name(side), with_thousands(counts.legal()),
          counts_text(counts));
  }
  for (const Color side : kColors) {
    print("  {}\n",
          longest_text(side, report.statistics.longest_win, report.statistics.longest_loss));
  }
  if (report.castling && report.castling->positions[0].legal() > 0) {
    for (const Color side : kColors) {
      const OutcomeCounts& counts = report.castling->positions[static_cast<std::size_t>(side)];
      print("  with castling rights, {} to move: {} legal positions: {}\n", name(side),
            with_thousands(counts.legal()), counts_text(counts));
    }
    for (const Color side : kColors) {
      print("  with castling rights, {}\n",
            longest_text(side, report.castling->longest_win, report.castling->longest_loss));
    }
  }
  flush_output();
  if (verbose && report.effort) {
    const Effort& effort = *report.effort;
    write_message(fmt::format("  CPU {:.2f} s: set-up {:.2f}, exits {:.2f}, passes {:.2f}\n",
                              effort.cpu_seconds, effort.set_up_seconds(), effort.phases.exits,
                              effort.phases.passes));
  }
}

std::string counts_json(const std::array<OutcomeCounts, 2>& counts) {
  std::string text;
  for (std::size_t s = 0; s < 2; ++s) {
    text += fmt::format(R"({}"{}": {{"legal": {}, "win": {}, "draw": {}, "loss": {}}})",
                        s == 0 ? "" : ", ", kSideNames[s], counts[s].legal(), counts[s].won(),
                        counts[s].drawn(), counts[s].lost());
  }
  return "{" + text + "}";
}

std::string deepest_json(const DeepestBySide& deepest) {
  std::string text;
  for (std::size_t s = 0; s < 2; ++s) {
    text += fmt::format(R"({}"{}": )", s == 0 ? "" : ", ", kSideNames[s]);
    text += deepest[s] ? fmt::format(R"({{"mate_plies": {}, "mate_moves": {}, "fen": "{}"}})",
                                     deepest[s]->plies, (deepest[s]->plies + 1) / 2,
                                     to_fen(deepest[s]->position))
                       : "null";
  }
  return "{" + text + "}";
}

/// One object a line, so that a reader need not wait for the end.
void print_json(const Report& report) {
  const Statistics& statistics = report.statistics;
  const Effort effort = report.effort.value_or(Effort{});
  print(R"({{"material": "{}", "on_disk": {}, "seconds": {:.3f}, "cpu_seconds": {:.3f}, )"
        R"("cpu_phases": {{"set_up": {:.3f}, "exits": {:.3f}, "passes": {:.3f}}}, )",
        report.material.name(), !report.effort, effort.wall_seconds, effort.cpu_seconds,
        effort.set_up_seconds(), effort.phases.exits, effort.phases.passes);
  print(R"("unique": {}, "twins_apart": {}, "placements": {}, "longest_win": {}, )"
        R"("longest_loss": {})",
        counts_json(statistics.all.unique), counts_json(statistics.all.with_twins_apart),
        counts_json(statistics.all.placements), deepest_json(statistics.longest_win),
        deepest_json(statistics.longest_loss));
  if (report.castling) {
    print(R"(, "castling": {{"positions": {}, "longest_win": {}, "longest_loss": {}}})",
          counts_json(report.castling->positions), deepest_json(report.castling->longest_win),
          deepest_json(report.castling->longest_loss));
  }
  print("}}\n");
}

void print_report(const Report& report, const SolveOptions& options) {
  if (options.json) {
    print_json(report);
  } else {
    print_text(report, options.verbose);
  }
  flush_output();
}

/// Solves the endings of a plan one by one and writes their tables.
class SolveRun {
 public:
  /// No folder: nothing is written.
  SolveRun(const SolveOptions& options, const SolvePlan& plan,
           std::optional<std::filesystem::path> folder)
      : options_(options), plan_(plan), folder_(std::move(folder)) {
    if (folder_) tables_.emplace(*folder_, kCacheBytes);
  }

  int run();

 private:
  static constexpr std::size_t kCacheBytes = 0;  // only headers and sections are read

  bool is_on_disk(const Material& material) const {
    return tables_ && tables_->contains(material, Metric::Mate) &&
           tables_->contains(material, Metric::Zeroing);
  }
  /// Whether it went well; if not, people have been told.
  bool report_from_disk(const Material& material);
  /// Solves the next ending of the plan, writes it unless it is on disk, and reports it; false if
  /// interrupted.
  bool solve_next(std::size_t place, Solver& solver, UnwonFinder& unwon, SolveProgress& progress);
  EndingStatistics gather(const Material& material, Solver& solver, UnwonFinder& unwon) const;
  /// If it cannot be written, people are told once, and the others are not written either.
  void write(const Material& material, const EndingStatistics& gathered, Solver& solver,
             SolveProgress& progress);

  const SolveOptions& options_;
  const SolvePlan& plan_;
  std::optional<std::filesystem::path> folder_;
  std::optional<OpenTables> tables_;
  bool cannot_write_ = false;
  const InterruptGuard guard_;
};

/// Materials in which nobody can castle have no section for it.
Result<CastlingSummary, TableFault> castling_from_disk(const Material& material,
                                                       const TableFile& table,
                                                       const std::atomic<bool>& cancelled) {
  EndingStore store;
  if (!castling_endings(material).empty()) {
    const auto bytes = table.section(SectionId::Castling);
    if (!bytes) return bytes.error();
    const auto castling = read_castling_section(material, *bytes);
    if (!castling) {
      return TableFault{TableError::Damaged,
                        table.path().string() + ": the castling section has the wrong size"};
    }
    for (const auto& each : *castling) store.add(each);
  }
  const auto summary = summarize_castling(material, store, cancelled);
  if (!summary) return TableFault{TableError::Cancelled, "interrupted"};
  return *summary;
}

bool SolveRun::report_from_disk(const Material& material) {
  const auto ending = tables_->ending_of(material);
  const auto table = tables_->table(*ending, Metric::Mate);
  const auto statistics = table ? read_statistics(**table) : table.error();
  if (!statistics) {
    complain("lucena solve", statistics.error().message);
    return false;
  }
  Report report{material, {}, *statistics, {}};
  if (options_.castling) {
    const auto castling = castling_from_disk(material, **table, guard_.interrupted());
    if (!castling) {
      if (!guard_.interrupted()) complain("lucena solve", castling.error().message);
      return false;
    }
    report.castling = *castling;
  }
  print_report(report, options_);
  return true;
}

void SolveRun::write(const Material& material, const EndingStatistics& gathered, Solver& solver,
                     SolveProgress& progress) {
  if (!folder_ || cannot_write_ || is_on_disk(material)) return;
  const auto table = solver.store().table(material);
  const auto written = write_ending(*folder_, material, solver.store(),
                                    statistics_sections(gathered, table->layout()), solver.pool(),
                                    guard_.interrupted());
  if (written || guard_.interrupted()) return;
  progress.pause();
  complain("lucena solve", "the tables cannot be kept: " + written.error().message);
  cannot_write_ = true;
}

/// Tables keep more than is printed here.
EndingStatistics SolveRun::gather(const Material& material, Solver& solver,
                                  UnwonFinder& unwon) const {
  const EndingStore& store = solver.store();
  if (folder_ && !is_on_disk(material)) {
    return statistics_to_keep(material, store, solver.pool(), unwon, guard_.interrupted());
  }
  return gather_statistics(*store.table(material), nullptr, solver.pool(), guard_.interrupted());
}

bool SolveRun::solve_next(std::size_t place, Solver& solver, UnwonFinder& unwon,
                          SolveProgress& progress) {
  const Material& material = plan_.endings[place];
  const auto& interrupted = guard_.interrupted();
  const double wall_start = wall_seconds(), cpu_start = process_cpu_seconds();
  const PhaseSeconds before = solver.seconds();
  progress.start(place);
  solver.solve_next();
  if (interrupted) return false;
  const PhaseSeconds after = solver.seconds();
  const Effort effort{wall_seconds() - wall_start,
                      process_cpu_seconds() - cpu_start,
                      after - before};
  const EndingStatistics gathered = gather(material, solver, unwon);
  if (interrupted) return false;
  write(material, gathered, solver, progress);
  progress.pause();
  if (interrupted) return false;
  Report report{material, effort, gathered.statistics, {}};
  if (options_.castling) {
    report.castling = summarize_castling(material, solver.store(), interrupted);
    if (interrupted) return false;
  }
  print_report(report, options_);
  return true;
}

int SolveRun::run() {
  if (folder_) {
    std::error_code fault;
    std::filesystem::create_directories(*folder_, fault);
    remove_unfinished_files(*folder_);
  }
  Solver solver(plan_.solver, plan_.endings);
  solver.cancel_on(guard_.interrupted());
  UnwonFinder unwon(solver.pool());
  SolveProgress progress(solver, plan_.endings);
  std::size_t place = 0;
  for (const Material& material : plan_.all) {
    if (guard_.interrupted()) break;
    const bool solves = place < plan_.endings.size() && plan_.endings[place] == material;
    if (!solves) {
      if (report_from_disk(material)) continue;
      if (!guard_.interrupted()) return kFailure;
      break;
    }
    if (!solve_next(place, solver, unwon, progress)) break;
    for (const Material& done : plan_.not_needed_after(place)) solver.release(done);
    ++place;
  }
  if (!guard_.interrupted()) return cannot_write_ ? kFailure : kSuccess;
  complain("lucena solve", "interrupted");
  return guard_.exit_status();
}

int run_solve(const SolveOptions& options) {
  std::optional<std::filesystem::path> folder;
  if (!options.no_save) {
    const auto chosen = chosen_folder(options.tables);
    if (!chosen) {
      complain("lucena solve", chosen.error().message);
      return chosen.error().code;
    }
    folder = *chosen;
  }
  // Tables answer every question, so they hold castling rights and zeroing distances too.
  PlanNeeds needs;
  needs.castling = options.castling || folder.has_value();
  needs.zeroing = folder.has_value();
  needs.unwon = folder.has_value();
  needs.is_known = [&](const Material& material) {
    if (!folder) return false;
    std::error_code ignored;
    return std::filesystem::exists(*folder / table_file_name(material, Metric::Mate), ignored) &&
           std::filesystem::exists(*folder / table_file_name(material, Metric::Zeroing), ignored);
  };
  const auto plan = make_plan(options.plan, needs);
  if (!plan) {
    complain("lucena solve", plan.error().message);
    return plan.error().code;
  }
  return SolveRun(options, *plan, folder).run();
}

}  // namespace

Command solve_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<SolveOptions>();
    declare_plan(arguments, options->plan);
    arguments.flag("--no-save", options->no_save, "writes no tables");
    declare_tables(arguments, options->tables);
    arguments.flag("--castling", options->castling,
                   "reports the positions with castling rights too");
    arguments.flag("--json", options->json, "prints one JSON object a line");
    arguments.flag("--verbose", options->verbose, "says where the time went");
    return [options] { return run_solve(*options); };
  };
  return {"solve",
          "Solves endings, and all that they can turn into, and keeps the tables",
          {{"lucena solve KRPvKR", "solves rook and pawn against rook"},
           {"lucena solve --men 4", "solves all endings with up to four men"},
           {"lucena solve KRvK --castling", "includes the positions with castling rights"}},
          declare};
}

}  // namespace lucena
