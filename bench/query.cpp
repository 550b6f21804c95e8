// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long searches for positions take, beside the bar for KPvK, KQvKR and KRPvKR: two
// seconds on two cores. The tables are those of the folder that is named, or that lucena itself
// would use; what is not there is left out.
#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"
#include "oracle/oracle.h"
#include "query/position_search.h"
#include "query/smaller_endings.h"

namespace lucena {
namespace {

const std::atomic<bool> kNobodyInterrupts{false};

struct TimedSearch {
  std::string_view ending, conditions;
};
constexpr TimedSearch kSearches[]{
    {"KPvK", "zugzwang"},          {"KPvK", "only-move=underpromotion"},
    {"KQvKR", "white mate=25-31"}, {"KQvKR", "only-move=quiet"},
    {"KRPvKR", "white mate=40-"},  {"KRPvKR", "black lost mate=10"},
    {"KRPvKR", "zugzwang"},        {"KRPvKR", "black only-move"},
    {"KRPvKR", "white only-move"}, {"KRPvKP", "zugzwang"},
    {"KRBvKR", "white only-move"},
};

/// From the files on, as the command does it.
std::optional<FoundPositions> search_once(const Material& material, std::string_view conditions,
                                          const OpenTables& tables, ThreadPool& pool) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(conditions)) words.emplace_back(word);
  const auto query = parse_query(material, words);
  auto store = load_for_search(material, tables, pool.threads(),
                               std::numeric_limits<std::size_t>::max(), kNobodyInterrupts);
  if (!query || !store) return {};
  KnownValues values(std::move(*store), tables, pool, kNobodyInterrupts);
  SearchProgress progress;
  const auto found =
      search_positions(material, *query, 20, values, pool, progress, kNobodyInterrupts);
  if (!found) return {};
  return *found;
}

int print_searches(const std::filesystem::path& folder) {
  const OpenTables tables(folder, 0);
  ThreadPool pool(hardware_threads());
  fmt::print("| ending | conditions | positions | wall s | CPU s |\n|---|---|---|---|---|\n");
  for (const TimedSearch& timed : kSearches) {
    const Material material = Material::parse(timed.ending).value();
    bool there = true;
    for (const Material& needed : closure({material})) there &= tables.has_ending(needed);
    if (!there) {
      fmt::print("| {} | {} | not solved: lucena solve {} |\n", timed.ending, timed.conditions,
                 timed.ending);
      continue;
    }
    const double wall = wall_seconds(), cpu = process_cpu_seconds();
    const auto found = search_once(material, timed.conditions, tables, pool);
    if (!found) return 1;
    fmt::print("| {} | `{}` | {} | {:.2f} | {:.2f} |\n", timed.ending, timed.conditions,
               with_thousands(found->count), wall_seconds() - wall, process_cpu_seconds() - cpu);
  }
  return 0;
}

}  // namespace
}  // namespace lucena

int main(int count, char** words) {
  const auto folder =
      lucena::tables_folder(count > 1 ? std::optional<std::string>(words[1]) : std::nullopt);
  return folder ? lucena::print_searches(*folder) : 1;
}
