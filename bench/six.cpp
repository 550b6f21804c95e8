// SPDX-License-Identifier: GPL-3.0-or-later
// Solves endings with six men and no pawns by mate, from nothing and without files: seconds,
// memory, scratch space and what was found.
#include <fmt/format.h>
#include <sys/resource.h>

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/scratch_file.h"
#include "census/stream_statistics.h"
#include "solve/solver.h"

namespace lucena {
namespace {

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1e6;
}

unsigned moves(std::optional<unsigned> plies) {
  return (plies.value_or(0) + 1) / 2;
}

/// A line as in the published lists: longest mates, then wins, draws and losses with White to move
/// and with Black to move, twins told apart.
void print_findings(const Material& material, const LevelTally& tally) {
  fmt::print("{},{},{}", material.name(), moves(tally.deepest(Color::White, true)),
             moves(tally.deepest(Color::Black, true)));
  for (const OutcomeCounts& counts : census_of(tally).with_twins_apart) {
    fmt::print(",{},{},{}", counts.won(), counts.drawn(), counts.lost());
  }
  fmt::print("\n");
}

int solve(std::string_view name, unsigned threads, const std::filesystem::path& folder) {
  const auto material = Material::parse(name, kMaxOthers + 2);
  auto scratch = ScratchFile::create(folder);
  if (!material || !scratch) return 1;
  const std::vector<Material> plan = closure({*material});
  const double wall = wall_seconds(), cpu = process_cpu_seconds();
  Solver solver({.threads = threads}, plan);
  while (solver.next() != *material) {
    if (solver.solve_next()) return 1;
  }
  const double small_wall = wall_seconds() - wall;
  const PhaseSeconds small = solver.seconds();
  const Layout layout(*material);
  LevelTally tally(layout);
  CountedDecisions counted(tally, Problem(layout, 0), 0);
  const auto deepest = solver.solve_next_into(counted, *scratch);
  if (!deepest) {
    fmt::print(stderr, "{}\n", deepest.error().message);
    return 1;
  }
  print_findings(*material, tally);
  const PhaseSeconds large = solver.seconds() - small;
  fmt::print(
      stderr,
      "{}: {:.1f} s, of which {:.1f} s smaller endings; CPU {:.1f} s, exits {:.1f} s, levels "
      "{:.1f} s; {:.1f} GB of memory, {:.1f} GB of scratch; {} plies\n",
      name, wall_seconds() - wall, small_wall, process_cpu_seconds() - cpu, large.exits,
      large.passes, peak_gigabytes(), static_cast<double>(scratch->size_bytes()) / 1e9, *deepest);
  return 0;
}

}  // namespace
}  // namespace lucena

/// bench_six THREADS SCRATCH-FOLDER ENDING...
int main(int argc, char** argv) {
  for (int i = 3; i < argc; ++i) {
    const auto threads = static_cast<unsigned>(std::stoul(argv[1]));
    if (const int failed = lucena::solve(argv[i], threads, argv[2])) return failed;
  }
}
