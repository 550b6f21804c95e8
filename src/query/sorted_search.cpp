// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/sorted_search.h"

#include <algorithm>
#include <mutex>

namespace lucena {
namespace {

using SearchResult = Result<FoundPositions, TableFault>;

constexpr std::size_t kFewEnough = 100'000;
constexpr unsigned kLevels = kMaxLevel + 1;

/// A query for distances alone: the first `last` + 1 of them in the order, without those before
/// `first`.
Query within(const Query& query, SearchOrder order, unsigned first, unsigned last) {
  Query part = query;
  for (const Color side : kColors) {
    part.scores[side].elements.fill(false);
    for (unsigned place = first; place <= last; ++place) {
      const unsigned plies = order == SearchOrder::Shortest ? place : kMaxLevel - place;
      const MateScore score = score_of_level(plies);
      part.scores[side][score] = query.scores[side][score];
    }
  }
  return part;
}

Query drawn_alone(const Query& query) {
  Query part = query;
  for (const Color side : kColors) {
    part.scores[side].elements.fill(false);
    part.scores[side][kDraw] = query.scores[side][kDraw];
  }
  return part;
}

/// Sorts by distance; those at equal distance stay as they came.
std::optional<TableFault> sort_by_distance(std::vector<Position>& positions, SearchOrder order,
                                           const PositionValues& values, ThreadPool& pool) {
  struct Placed {
    std::size_t number;
    unsigned place;  // draws behind all others
  };
  std::vector<Placed> placed(positions.size());
  std::mutex mutex;
  std::optional<TableFault> fault;
  pool.for_each(positions.size(), [&](std::size_t i, unsigned) {
    const auto worth = values.worth(positions[i], Metric::Mate);
    if (!worth) {
      const std::lock_guard lock(mutex);
      fault = worth.error();
      return;
    }
    const unsigned plies = worth->plies();
    placed[i] = {i, worth->is_draw()                 ? kLevels
                    : order == SearchOrder::Shortest ? plies
                                                     : kMaxLevel - plies};
  });
  if (fault) return fault;
  std::stable_sort(placed.begin(), placed.end(),
                   [](const Placed& a, const Placed& b) { return a.place < b.place; });
  std::vector<Position> sorted;
  for (const Placed& here : placed) sorted.push_back(positions[here.number]);
  positions = std::move(sorted);
  return {};
}

/// How many distances, the first in the order, it takes to have so many positions: all if there are
/// not so many. A search for each half of what is left, like a word in a dictionary.
Result<unsigned, TableFault> distances_for(const Query& query, std::size_t most, SearchOrder order,
                                           const PositionSearch& search) {
  unsigned too_few = 0, enough = kLevels;
  while (enough - too_few > 1) {
    const unsigned middle = (too_few + enough) / 2;
    const auto found = search(within(query, order, 0, middle - 1), 0);
    if (!found) return found.error();
    (found->count >= most ? enough : too_few) = middle;
  }
  return enough;
}

/// Adds what a search lists; false after a fault.
bool append(SearchResult found, std::size_t most, FoundPositions& all,
            std::optional<TableFault>& fault) {
  if (!found) {
    fault = found.error();
    return false;
  }
  for (const Position& position : found->positions) {
    if (all.positions.size() < most) all.positions.push_back(position);
  }
  return true;
}

}  // namespace

std::optional<SearchOrder> parse_search_order(std::string_view text) {
  if (text == "index") return SearchOrder::AsTheyCome;
  if (text == "shortest") return SearchOrder::Shortest;
  if (text == "longest") return SearchOrder::Longest;
  return {};
}

SearchResult search_in_order(const Query& query, std::size_t most, SearchOrder order,
                             const PositionSearch& search, const PositionValues& values,
                             ThreadPool& pool) {
  if (order == SearchOrder::AsTheyCome || most == 0) return search(query, most);
  const std::size_t few = std::max(most, kFewEnough);
  auto all = search(query, few);
  if (!all) return all;
  if (all->count <= few) {
    if (auto fault = sort_by_distance(all->positions, order, values, pool)) return *fault;
    if (all->positions.size() > most)
      all->positions.erase(all->positions.begin() + most, all->positions.end());
    return all;
  }
  const auto distances = distances_for(query, most, order, search);
  if (!distances) return distances.error();
  FoundPositions found{all->count, {}};
  std::optional<TableFault> fault;
  // Fewer than `most` lie before the last of these distances.
  if (*distances > 1) {
    auto first = search(within(query, order, 0, *distances - 2), most);
    if (!append(std::move(first), most, found, fault)) return *fault;
    if (auto unsorted = sort_by_distance(found.positions, order, values, pool)) return *unsorted;
  }
  auto last = search(within(query, order, *distances - 1, *distances - 1), most);
  if (!append(std::move(last), most, found, fault)) return *fault;
  if (found.positions.size() < most) {
    if (!append(search(drawn_alone(query), most), most, found, fault)) return *fault;
  }
  return found;
}

}  // namespace lucena
