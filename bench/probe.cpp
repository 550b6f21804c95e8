// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how fast table files answer, beside the bars they are held to. The tables are those of the
// folder that is named, or that lucena itself would use: `lucena solve --men 5` fills it.
#include <fmt/format.h>

#include <fstream>

#include "base/clock.h"
#include "chess/legal_moves.h"
#include "oracle/answer.h"
#include "random_position.h"

namespace lucena {
namespace {

constexpr std::size_t kCacheBytes = std::size_t{1} << 30;

/// The endings with five men all of whose successors have tables too.
std::vector<Material> complete_endings(const OpenTables& tables) {
  std::vector<Material> complete;
  for (const Material& material : all_materials(kMaxMenInMemory)) {
    bool all = material.men() == kMaxMenInMemory;
    for (const Material& needed : closure({material})) {
      all =
          all && tables.contains(needed, Metric::Mate) && tables.contains(needed, Metric::Zeroing);
    }
    if (all) complete.push_back(material);
  }
  return complete;
}

/// Answers every position; how many a second.
double probe_all(const std::vector<Position>& positions, Metric metric, const Prober& prober) {
  const double start = wall_seconds();
  for (const Position& position : positions) {
    const auto worth = prober.worth(position, metric);
    if (!worth) {
      fmt::print("{}\n", worth.error().message);
      std::exit(1);
    }
  }
  return static_cast<double>(positions.size()) / (wall_seconds() - start);
}

/// What a search of three plies asks for: a position, its successors, theirs, and so on.
void add_tree(const Position& position, int plies, std::vector<Position>& positions) {
  positions.push_back(position);
  if (plies == 0) return;
  for (const Move move : legal_moves(position))
    add_tree(position.after(move), plies - 1, positions);
}

void print_row(std::string_view work, double figure, std::string_view unit, std::string_view bar) {
  fmt::print("| {:66} | {:>10.0f} {:8} | {:24} |\n", work, figure, unit, bar);
}

int run(const std::filesystem::path& folder) {
  std::string load;
  std::getline(std::ifstream("/proc/loadavg"), load);
  const OpenTables tables(folder, kCacheBytes);
  std::vector<Layout> layouts;
  for (const Material& material : complete_endings(tables)) layouts.emplace_back(material);
  if (layouts.empty()) {
    fmt::print("there are no tables with five men in {}; 'lucena solve --men 5' makes them\n",
               folder.string());
    return 1;
  }
  fmt::print("load of the machine before: {}; {} endings with five men; one thread\n\n", load,
             layouts.size());
  fmt::print("| {:66} | {:19} | {:24} |\n|---|---|---|\n", "work", "figure", "bar");
  std::mt19937_64 random(1);

  std::vector<Position> mixed;
  for (int i = 0; i < 200'000; ++i) mixed.push_back(random_position(layouts, random));
  {
    const double start = wall_seconds();
    const OpenTables fresh(folder, kCacheBytes);
    const auto answer = answer_from_tables(mixed.front(), Prober(fresh));
    if (!answer) return 1;
    print_row("opening the tables, first answer with all moves graded",
              1e6 * (wall_seconds() - start), "us", "at most 50,000");
  }
  const Prober prober(tables);
  // Once, so that the files are in the page cache; the packets found here are few of all.
  probe_all(mixed, Metric::Mate, prober);
  for (Position& position : mixed) position = random_position(layouts, random);
  print_row("uniformly random positions, mate", probe_all(mixed, Metric::Mate, prober), "a second",
            "at least 20,000");
  print_row("uniformly random positions, zeroing", probe_all(mixed, Metric::Zeroing, prober),
            "a second", "");

  std::vector<Position> searched;
  while (searched.size() < 2'000'000) add_tree(random_position(layouts, random), 3, searched);
  print_row("positions as searches of three plies ask for them, mate",
            probe_all(searched, Metric::Mate, prober), "a second", "at least 300,000");
  return 0;
}

}  // namespace
}  // namespace lucena

int main(int argc, char** argv) {
  const auto folder =
      lucena::tables_folder(argc > 1 ? std::optional<std::string>(argv[1]) : std::nullopt);
  return folder ? lucena::run(*folder) : 1;
}
