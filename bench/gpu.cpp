// SPDX-License-Identifier: GPL-3.0-or-later
// Solves endings without pawns by mate on a GPU, from nothing and without files: seconds, and a
// line of findings as the published lists have it. With "check", endings with up to five men are
// solved on the CPU as well and compared, score by score.
//
//     bench_gpu ENDING...       each of them with all that it needs
//     bench_gpu MEN             all with so many men, one after the other
//     bench_gpu check MEN
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

/// Longest mates; then wins, draws and losses with White and with Black to move, twins told apart;
/// then seconds for exits and levels.
void print_findings(const Material& material, const EndingTally& tally) {
  fmt::print("{},{},{}", material.name(), moves(tally.deepest(Color::White, true)),
             moves(tally.deepest(Color::Black, true)));
  for (const Color side : kColors) {
    fmt::print(",{},{},{}", tally.count(side, true), tally.drawn(side), tally.count(side, false));
  }
  fmt::print(",{:.3f},{:.3f}\n", tally.seconds.exits, tally.seconds.passes);
}

/// With exactly so many men.
std::vector<Material> endings_of(int men) {
  std::vector<Material> endings = all_materials(men);
  std::erase_if(endings, [&](const Material& it) { return it.has_pawns() || it.men() != men; });
  return endings;
}

std::unique_ptr<PawnlessEndings> endings_on_gpu() {
  auto endings = make_gpu_endings();
  if (endings) return std::move(*endings);
  fmt::print(stderr, "{}\n", endings.error().message);
  return nullptr;
}

class Run {
 public:
  /// Solves endings one after the other.
  static int solve(const std::vector<Material>& materials, PawnlessEndings& endings) {
    const double start = wall_seconds();
    std::atomic<unsigned> level{0};
    const std::atomic<bool> never{false};
    for (const Material& material : materials) {
      const double begin = wall_seconds();
      const auto tally = endings.solve(material, {never, level});
      if (!tally) {
        fmt::print(stderr, "{}: {}\n", material.name(), tally.error().message);
        return 1;
      }
      print_findings(material, *tally);
      if (materials.size() < 10) {
        fmt::print(stderr, "{}: {:.2f} s\n", material.name(), wall_seconds() - begin);
      }
    }
    fmt::print(stderr, "{} endings: {:.2f} s\n", materials.size(), wall_seconds() - start);
    return 0;
  }

  /// Compares every score with the CPU's.
  static int check(const std::vector<Material>& materials, PawnlessEndings& endings) {
    Solver solver({.threads = hardware_threads()}, closure(materials));
    std::size_t same = 0;
    while (!solver.finished()) {
      const Material material = solver.next();
      if (solver.solve_next()) return 1;
      if (material.has_pawns()) continue;
      const auto table = solver.store().table(material);
      std::vector<std::uint8_t> scores(std::size_t{table->layout().words()} * 64);
      for (const Color side : kColors) {
        const bool equal = endings.copy_scores(material, side, scores) &&
                           std::equal(scores.begin(), scores.end(), table->rows(side, 0));
        if (!equal) fmt::print("{}, {} to move: different\n", material.name(), name(side));
        same += equal;
      }
      solver.release(material);
    }
    fmt::print(stderr, "{} tables of one side are the same\n", same);
    return 0;
  }
};

int run(std::span<char*> arguments) {
  for (const GpuInfo& gpu : find_gpus()) {
    fmt::print(stderr, "{}, {:.1f} of {:.1f} GB free\n", gpu.name,
               static_cast<double>(gpu.free_bytes) / 1e9,
               static_cast<double>(gpu.memory_bytes) / 1e9);
  }
  const bool checks = !arguments.empty() && std::string_view(arguments[0]) == "check";
  if (checks) arguments = arguments.subspan(1);
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
  const int failed = Run::solve(materials, *endings);
  return failed != 0 || !checks ? failed : Run::check(materials, *endings);
}

}  // namespace
}  // namespace lucena

int main(int argc, char** argv) {
  return lucena::run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
}
