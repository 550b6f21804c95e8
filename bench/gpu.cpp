// SPDX-License-Identifier: GPL-3.0-or-later
// Solves endings on a GPU, from nothing and without files: seconds, and a line of findings as the
// published lists have it. By mate, or by zeroing distance, too; with "check", endings with up to
// five men are solved on the CPU as well and compared, value by value.
//
//     bench_gpu mate|zeroing|check ENDING...     each of them with all that it needs
//     bench_gpu mate|zeroing|check MEN...        all with so many men, one after the other
//
// With six men, all means those without pawns.
#include "cuda/gpu.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/clock.h"
#include "solve/solver.h"

namespace lucena {
namespace {

unsigned moves(std::optional<unsigned> plies) {
  return (plies.value_or(0) + 1) / 2;
}

/// Longest mates; then wins, cursed wins, draws, blessed losses and losses with White and with
/// Black to move, twins told apart; by zeroing distance the longest distances to a zeroing move,
/// White's wins, cursed, Black's wins, cursed; then seconds for exits and levels.
void print_findings(const Material& material, const EndingTally& mate, const EndingTally* zeroing) {
  fmt::print("{},{},{}", material.name(), moves(mate.deepest(Color::White, true)),
             moves(mate.deepest(Color::Black, true)));
  const EndingTally& last = zeroing != nullptr ? *zeroing : mate;
  const unsigned in_time = zeroing != nullptr ? kClockLimit : ~0u - 1;
  for (const Color side : kColors) {
    fmt::print(",{},{},{},{},{}", last.count(side, true, 0, in_time),
               last.count(side, true, in_time + 1), last.drawn(side),
               last.count(side, false, in_time + 1), last.count(side, false, 0, in_time));
  }
  for (const Color winner : kColors) {
    if (zeroing == nullptr) break;
    for (const unsigned most : {kClockLimit, ~0u}) {
      fmt::print(",{}", std::max(zeroing->deepest(winner, true, most).value_or(0),
                                 zeroing->deepest(opposite(winner), false, most).value_or(0)));
    }
  }
  PhaseSeconds seconds = mate.seconds;
  if (zeroing != nullptr) seconds += zeroing->seconds;
  fmt::print(",{:.3f},{:.3f}\n", seconds.exits, seconds.passes);
}

/// With exactly so many men.
std::vector<Material> endings_of(int men) {
  std::vector<Material> endings = all_materials(men);
  std::erase_if(endings, [&](const Material& it) {
    return it.men() != men || (men > kMaxMenInMemory && it.has_pawns());
  });
  return endings;
}

std::unique_ptr<WholeEndings> endings_on_gpu() {
  auto endings = make_gpu_endings();
  if (endings) return std::move(*endings);
  fmt::print(stderr, "{}\n", endings.error().message);
  return nullptr;
}

int complain(const Material& material, const SolveFault& fault) {
  fmt::print(stderr, "{}: {}\n", material.name(), fault.message);
  return 1;
}

/// Solves endings one after the other.
int solve(const std::vector<Material>& materials, bool by_zeroing, WholeEndings& endings) {
  const double start = wall_seconds();
  std::atomic<unsigned> level{0};
  const std::atomic<bool> never{false};
  for (const Material& material : materials) {
    const double begin = wall_seconds();
    const auto mate = endings.solve(material, Metric::Mate, {never, level});
    if (!mate) return complain(material, mate.error());
    if (by_zeroing) {
      const auto zeroing = endings.solve(material, Metric::Zeroing, {never, level});
      if (!zeroing) return complain(material, zeroing.error());
      print_findings(material, *mate, &*zeroing);
    } else {
      print_findings(material, *mate, nullptr);
    }
    if (materials.size() < 10) {
      fmt::print(stderr, "{}: {:.2f} s\n", material.name(), wall_seconds() - begin);
    }
  }
  fmt::print(stderr, "{} endings: {:.2f} s\n", materials.size(), wall_seconds() - start);
  return 0;
}

/// How many tables of one side to move are the CPU's, value by value.
int same_tables(const EndingTable& table, Metric metric, const WholeEndings& endings) {
  const Material& material = table.layout().material();
  std::vector<std::uint8_t> values(EndingTable::size_bytes(table.layout()) / kColors.size());
  int same = 0;
  for (const Color side : kColors) {
    const bool equal = endings.copy_values(material, metric, side, values) &&
                       std::equal(values.begin(), values.end(), table.rows(side, 0));
    if (!equal) fmt::print("{}, {} to move: different\n", material.name(), name(side));
    same += equal ? 1 : 0;
  }
  return same;
}

/// Solves endings and what they need on both, one after the other.
int check(const std::vector<Material>& materials, WholeEndings& endings) {
  Solver solver({.threads = hardware_threads(), .zeroing = true}, closure(materials));
  std::atomic<unsigned> level{0};
  const std::atomic<bool> never{false};
  ByMetric<double> seconds{};
  int same = 0, different = 0;
  while (!solver.finished()) {
    const Material material = solver.next();
    if (const auto fault = solver.solve_next()) return complain(material, *fault);
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      const double begin = wall_seconds();
      const auto tally = endings.solve(material, metric, {never, level});
      if (!tally) return complain(material, tally.error());
      seconds[metric] += wall_seconds() - begin;
      const int equal = same_tables(*solver.store().table(material, metric), metric, endings);
      same += equal;
      different += 2 - equal;
    }
    solver.release(material);
  }
  fmt::print(
      stderr,
      "tables of one side and metric: {} the same, {} different; GPU alone {:.2f} s by mate, "
      "{:.2f} s more by zeroing distance\n",
      same, different, seconds[Metric::Mate], seconds[Metric::Zeroing]);
  return different == 0 ? 0 : 1;
}

int run(std::span<char*> arguments) {
  for (const GpuInfo& gpu : find_gpus()) {
    fmt::print(stderr, "{}, {:.1f} of {:.1f} GB free\n", gpu.name,
               static_cast<double>(gpu.free_bytes) / 1e9,
               static_cast<double>(gpu.memory_bytes) / 1e9);
  }
  if (arguments.size() < 2) return 2;
  const std::string_view work = arguments[0];
  arguments = arguments.subspan(1);
  std::vector<Material> materials;
  for (const std::string_view text : arguments) {
    if (text.size() == 1) {
      for (const Material& each : endings_of(text[0] - '0')) materials.push_back(each);
    } else if (const auto material = Material::parse(text)) {
      materials.push_back(*material);
    }
  }
  if (materials.empty()) return 2;
  const auto endings = endings_on_gpu();
  if (endings == nullptr) return 1;
  if (work == "check") return check(materials, *endings);
  return solve(materials, work != "mate", *endings);
}

}  // namespace
}  // namespace lucena

int main(int argc, char** argv) {
  return lucena::run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
}
