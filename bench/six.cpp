// SPDX-License-Identifier: GPL-3.0-or-later
// Solves endings with six men from nothing: seconds, memory, scratch space, and a line of findings
// as the published lists have it. By mate without files, or with zeroing to finished files. What an
// ending promotes into has as many men and is solved the same way; so are endings with fewer men,
// which shows in seconds where the time goes. With "gpu", endings without pawns are solved on a GPU
// and become files.
//
//     bench_six THREADS SCRATCH-FOLDER counts|files|gpu ENDING...
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/scratch_file.h"
#include "cuda/gpu.h"
#include "oracle/kept_statistics.h"
#include "oracle/streamed_ending.h"
#include "solve/solver.h"

namespace lucena {
namespace {

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1e6;
}

double gigabytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / 1e9;
}

unsigned moves(std::optional<unsigned> plies) {
  return (plies.value_or(0) + 1) / 2;
}

/// Longest mates; then wins, cursed wins, draws, blessed losses and losses with White and with
/// Black to move, twins told apart; then the longest distances to a zeroing move, White's wins,
/// cursed, Black's wins, cursed.
void print_findings(const StreamedEnding& ending) {
  const LevelTally& mate = ending.tally(Metric::Mate);
  const LevelTally* zeroing =
      ending.has(Metric::Zeroing) ? &ending.tally(Metric::Zeroing) : nullptr;
  fmt::print("{},{},{}", ending.layout().material().name(), moves(mate.deepest(Color::White, true)),
             moves(mate.deepest(Color::Black, true)));
  for (const OutcomeCounts& counts : census_of(mate, zeroing).with_twins_apart) {
    for (const Outcome outcome :
         {Outcome::Win, Outcome::CursedWin, Outcome::Draw, Outcome::BlessedLoss, Outcome::Loss}) {
      fmt::print(",{}", counts[outcome]);
    }
  }
  for (const Color winner : kColors) {
    if (zeroing == nullptr) break;
    for (const unsigned most : {kClockLimit, Worth::kMaxPlies}) {
      const unsigned won = zeroing->deepest(winner, true, most).value_or(0);
      const unsigned lost = zeroing->deepest(opposite(winner), false, most).value_or(0);
      fmt::print(",{}", std::max(won, lost));
    }
  }
  fmt::print("\n");
}

class Run {
 public:
  Run(unsigned threads, std::filesystem::path folder, bool files)
      : threads_(threads), folder_(std::move(folder)), files_(files) {}

  int solve(std::string_view name) {
    const auto material = Material::parse(name);
    auto events = ScratchFile::create(folder_);
    if (!material || !events) return 1;
    start_ = wall_seconds();
    const double cpu = process_cpu_seconds();
    Solver solver({.threads = threads_, .zeroing = files_, .men_in_memory = material->men() - 1},
                  closure({*material}));
    solver.keep_promotions_in(folder_);
    while (solver.next().men() < material->men()) {
      if (solver.solve_next()) return 1;
    }
    note("smaller endings");
    const PhaseSeconds before = solver.seconds();
    const bool kept = files_ || material->has_pawns();
    std::optional<StreamedEnding> ending;
    std::uint64_t decisions_bytes = 0, promotions_bytes = 0;
    while (!solver.finished()) {
      auto decisions = ScratchFile::create(folder_);
      if (!decisions) return complain(decisions.error().message);
      const Material next = solver.next();
      ending.reset();
      decisions_.emplace(std::move(*decisions));
      ending.emplace(next, kept ? &*decisions_ : nullptr);
      if (const auto fault = solver.solve_next_into(*ending, *events)) {
        return complain(fault->message);
      }
      note(next.name());
      print_findings(*ending);
      decisions_bytes = std::max(decisions_bytes, decisions_->size_bytes());
      promotions_bytes = std::max(promotions_bytes, solver.kept_promotions_bytes());
    }
    const PhaseSeconds spent = solver.seconds() - before;
    if (files_) {
      if (const int failed = write(*ending, solver.pool())) return failed;
    }
    fmt::print(stderr,
               "{}: {:.1f} s, CPU {:.1f} s, of it exits {:.1f} s, levels {:.1f} s; {:.1f} GB of "
               "memory, {:.1f} + {:.1f} + {:.1f} GB of scratch;{}\n",
               name, wall_seconds() - start_, process_cpu_seconds() - cpu, spent.exits,
               spent.passes, peak_gigabytes(), gigabytes(events->size_bytes()),
               gigabytes(decisions_bytes), gigabytes(promotions_bytes), notes_);
    notes_.clear();
    return 0;
  }

  /// By mate and zeroing distance to finished files.
  int solve_on_gpu(std::string_view name) {
    const auto material = Material::parse(name);
    auto decisions = ScratchFile::create(folder_);
    if (!material || !decisions) return 1;
    start_ = wall_seconds();
    const double cpu = process_cpu_seconds();
    auto endings = make_gpu_endings();
    if (!endings) return complain(endings.error().message);
    ThreadPool pool(threads_);
    StreamedEnding ending(*material, &*decisions);
    const std::atomic<bool> never{false};
    std::atomic<unsigned> level{0};
    constexpr std::array kBoth{Metric::Mate, Metric::Zeroing};
    const auto fault = (*endings)->solve_into(*material, kBoth, ending, Team(pool), {never, level});
    if (fault) return complain(fault->message);
    note("solved");
    print_findings(ending);
    if (const int failed = write(ending, pool)) return failed;
    fmt::print(stderr, "{}: {:.1f} s, CPU {:.1f} s; {:.1f} GB of memory, {:.1f} GB of scratch;{}\n",
               name, wall_seconds() - start_, process_cpu_seconds() - cpu, peak_gigabytes(),
               gigabytes(decisions->size_bytes()), notes_);
    notes_.clear();
    return 0;
  }

 private:
  void note(std::string_view what) {
    notes_ += fmt::format(" {} after {:.1f} s,", what, wall_seconds() - start_);
  }

  static int complain(std::string_view message) {
    fmt::print(stderr, "{}\n", message);
    return 1;
  }

  int write(const StreamedEnding& ending, ThreadPool& pool) {
    const std::atomic<bool> never{false};
    const auto statistics = ending.statistics(pool, never);
    if (!statistics) return complain(statistics.error().message);
    note("counted");
    const auto written =
        ending.write(folder_, statistics_sections(*statistics, ending.layout()), pool, never);
    if (!written) return complain(written.error().message);
    note(fmt::format("{:.2f} GB of tables, {} zugzwangs, written", gigabytes(*written),
                     statistics->statistics.unique_zugzwangs.all()));
    return 0;
  }

  const unsigned threads_;
  const std::filesystem::path folder_;
  const bool files_;
  double start_ = 0;
  std::optional<ScratchFile> decisions_;
  std::string notes_;
};

}  // namespace
}  // namespace lucena

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  lucena::Run run(static_cast<unsigned>(std::stoul(argv[1])), argv[2],
                  std::string_view(argv[3]) == "files");
  const bool on_gpu = std::string_view(argv[3]) == "gpu";
  for (int i = 4; i < argc; ++i) {
    if (const int failed = on_gpu ? run.solve_on_gpu(argv[i]) : run.solve(argv[i])) return failed;
  }
}
