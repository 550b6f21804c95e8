// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/kept_statistics.h"

#include <algorithm>

#include "census/statistics_bytes.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

constexpr std::size_t kLengthBytes = 8;

/// A byte string behind its length, eight bytes, the lowest first.
void append(std::vector<std::uint8_t>& bytes, const std::vector<std::uint8_t>& part) {
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(part.size() >> (8 * i)));
  }
  bytes.insert(bytes.end(), part.begin(), part.end());
}

/// The next part, which is taken away from the front; nothing if there is none. A length beyond the
/// end is damage and not a reason to read there.
std::optional<std::span<const std::uint8_t>> take(std::span<const std::uint8_t>& bytes) {
  if (bytes.size() < kLengthBytes) return {};
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) length |= std::uint64_t{bytes[i]} << (8 * i);
  bytes = bytes.subspan(kLengthBytes);
  if (length > bytes.size()) return {};
  const auto part = bytes.first(static_cast<std::size_t>(length));
  bytes = bytes.subspan(part.size());
  return part;
}

TableFault fault_of(const TableFile& table, const StatisticsFault& fault) {
  if (fault.code == StatisticsError::Damaged) return damaged_table(table.path(), fault.message);
  return {TableError::WrongVersion, table.path().string() + ": " + fault.message};
}

/// The lists of a group, each behind its length.
template <class Lists>
std::size_t most_bytes(const Lists& lists, std::size_t most_positions, const Layout& layout) {
  return lists.size() * (kLengthBytes + most_list_bytes(most_positions, layout));
}

/// Whether an index stands for a position with this side to move.
bool is_legal(const Layout& layout, const Index& index, Color side) {
  Squares squares = layout.skeleton(index.skeleton);
  const Squares free = layout.free_squares(index.word);
  std::copy_n(free.begin(), layout.free_count(), squares.begin());
  const WordSets sets =
      word_sets(layout.king_square(layout.slot_of(index.word)), layout.men(), squares);
  return (sets.legal[side] >> index.bit & 1) != 0;
}

/// All lists of a group behind each other.
template <class Lists>
void append_lists(std::vector<std::uint8_t>& bytes, const Lists& lists, const Layout& layout) {
  for (const std::vector<Index>& list : lists) append(bytes, to_bytes(list, layout));
}

/// A list of positions with one of these sides to move, of which there are `count` in all.
struct Expected {
  std::uint64_t count;
  std::size_t limit;
  std::span<const Color> sides;
};

Result<std::vector<Index>, TableFault> take_list(std::span<const std::uint8_t>& bytes,
                                                 const Expected& expected, const TableFile& table) {
  const Layout& layout = table.geometry().layout();
  const auto part = take(bytes);
  if (!part) return damaged_table(table.path(), "a list of positions is too short");
  auto indices = index_list_from_bytes(*part, layout);
  if (!indices) return fault_of(table, indices.error());
  if (indices->size() != std::min<std::uint64_t>(expected.count, expected.limit)) {
    return damaged_table(table.path(), "a list of positions is not as long as the statistics say");
  }
  const bool legal = std::all_of(indices->begin(), indices->end(), [&](const Index& index) {
    return std::all_of(expected.sides.begin(), expected.sides.end(),
                       [&](Color side) { return is_legal(layout, index, side); });
  });
  if (!legal) return damaged_table(table.path(), "a list holds what is no legal position");
  return std::move(*indices);
}

/// How many positions share a record; none if there is no record.
std::uint64_t count_of(const std::optional<Deepest>& longest, const LevelCounts& levels) {
  return longest ? levels[longest->plies] : 0;
}

std::optional<TableFault> read_deepest(const TableFile& table, const Statistics& statistics,
                                       PositionLists& lists) {
  const std::size_t most =
      2 * most_bytes(lists.longest_wins, PositionLists::kMaxDeepest, table.geometry().layout());
  const auto bytes = table.section(SectionId::DeepestPositions, most);
  if (!bytes) return bytes.error();
  std::span<const std::uint8_t> rest(*bytes);
  for (const bool wins : {true, false}) {
    const DeepestBySide& longest = wins ? statistics.longest_win : statistics.longest_loss;
    for (const Color side : kColors) {
      const std::uint64_t count = count_of(longest[side], statistics.all.unique_levels[side]);
      auto list = take_list(rest, {count, PositionLists::kMaxDeepest, {&side, 1}}, table);
      if (!list) return list.error();
      (wins ? lists.longest_wins : lists.longest_losses)[side] = std::move(*list);
    }
  }
  if (!rest.empty()) return damaged_table(table.path(), "something is behind a list of positions");
  return {};
}

std::optional<TableFault> read_zugzwangs(const TableFile& table, const Statistics& statistics,
                                         PositionLists& lists) {
  const std::size_t most =
      most_bytes(lists.zugzwangs, PositionLists::kMaxZugzwangs, table.geometry().layout());
  const auto bytes = table.section(SectionId::Zugzwangs, most);
  if (!bytes) return bytes.error();
  std::span<const std::uint8_t> rest(*bytes);
  for (const ZugzwangKind kind : kZugzwangKinds) {
    const std::uint64_t count = statistics.unique_zugzwangs[kind];
    auto list = take_list(rest, {count, PositionLists::kMaxZugzwangs, kColors}, table);
    if (!list) return list.error();
    lists.zugzwangs[kind] = std::move(*list);
  }
  if (!rest.empty()) return damaged_table(table.path(), "something is behind a list of positions");
  return {};
}

}  // namespace

/// The reasons for what is not won come last: they take about as long as solving.
EndingStatistics statistics_to_keep(const Material& material, const EndingStore& store,
                                    ThreadPool& pool, UnwonFinder& unwon,
                                    const std::atomic<bool>& cancelled) {
  EndingStatistics gathered = gather_statistics(
      *store.table(material), store.table(material, Metric::Zeroing).get(), pool, cancelled);
  if (!cancelled) unwon.add_to(gathered.statistics, store, cancelled);
  return gathered;
}

/// A list for each side to move:
///
///     deepest positions   wins with White to move, with Black to move, losses likewise
///     zugzwangs           in the order of PositionLists
std::vector<TableSection> statistics_sections(const EndingStatistics& gathered,
                                              const Layout& layout) {
  std::vector<std::uint8_t> deepest, zugzwangs;
  append_lists(deepest, gathered.lists.longest_wins, layout);
  append_lists(deepest, gathered.lists.longest_losses, layout);
  append_lists(zugzwangs, gathered.lists.zugzwangs, layout);
  return {{SectionId::Statistics, to_bytes(gathered.statistics)},
          {SectionId::DeepestPositions, std::move(deepest)},
          {SectionId::Zugzwangs, std::move(zugzwangs)}};
}

Result<Statistics, TableFault> read_statistics(const TableFile& table) {
  const auto bytes = table.section(SectionId::Statistics, kMostStatisticsBytes);
  if (!bytes) return bytes.error();
  auto statistics = statistics_from_bytes(*bytes);
  if (!statistics) return fault_of(table, statistics.error());
  if (statistics->material != table.info().material) {
    return damaged_table(table.path(), "its statistics are those of another ending");
  }
  return std::move(*statistics);
}

Result<PositionLists, TableFault> read_position_lists(const TableFile& table) {
  const auto statistics = read_statistics(table);
  if (!statistics) return statistics.error();
  PositionLists lists;
  if (auto fault = read_deepest(table, *statistics, lists)) return *fault;
  if (auto fault = read_zugzwangs(table, *statistics, lists)) return *fault;
  return lists;
}

}  // namespace lucena
