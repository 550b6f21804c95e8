// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/kept_statistics.h"

#include "census/statistics_bytes.h"

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

TableFault damaged(const TableFile& table, const std::string& what) {
  return {TableError::Damaged, table.path().string() + ": " + what};
}

/// All lists of a group behind each other.
template <class Lists>
void append_lists(std::vector<std::uint8_t>& bytes, const Lists& lists, const Layout& layout) {
  for (const std::vector<Index>& list : lists) append(bytes, to_bytes(list, layout));
}

template <class Lists>
std::optional<TableFault> take_lists(std::span<const std::uint8_t>& bytes, Lists& lists,
                                     const TableFile& table) {
  for (std::vector<Index>& list : lists) {
    const auto part = take(bytes);
    if (!part) return damaged(table, "a list of positions is too short");
    auto indices = index_list_from_bytes(*part, table.geometry().layout());
    if (!indices) return damaged(table, indices.error().message);
    list = std::move(*indices);
  }
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
  const auto bytes = table.section(SectionId::Statistics);
  if (!bytes) return bytes.error();
  auto statistics = statistics_from_bytes(*bytes);
  if (!statistics) return damaged(table, statistics.error().message);
  return std::move(*statistics);
}

Result<PositionLists, TableFault> read_position_lists(const TableFile& table) {
  const auto deepest = table.section(SectionId::DeepestPositions);
  if (!deepest) return deepest.error();
  const auto zugzwangs = table.section(SectionId::Zugzwangs);
  if (!zugzwangs) return zugzwangs.error();
  PositionLists lists;
  std::span<const std::uint8_t> rest(*deepest);
  if (auto fault = take_lists(rest, lists.longest_wins, table)) return *fault;
  if (auto fault = take_lists(rest, lists.longest_losses, table)) return *fault;
  rest = *zugzwangs;
  if (auto fault = take_lists(rest, lists.zugzwangs, table)) return *fault;
  return lists;
}

}  // namespace lucena
