// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/kept_statistics.h"

#include "solve/statistics_bytes.h"

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

/// The next part, which is taken away from the front; nothing if there is none.
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

}  // namespace

std::vector<TableSection> statistics_sections(const EndingStatistics& gathered,
                                              const Layout& layout) {
  std::vector<std::uint8_t> deepest;
  for (const auto* lists : {&gathered.lists.longest_wins, &gathered.lists.longest_losses}) {
    for (const std::vector<Index>& list : *lists) append(deepest, to_bytes(list, layout));
  }
  return {{SectionId::Statistics, to_bytes(gathered.statistics)},
          {SectionId::DeepestPositions, std::move(deepest)},
          {SectionId::Zugzwangs, to_bytes(gathered.lists.zugzwangs, layout)}};
}

Result<Statistics, TableFault> read_statistics(const TableFile& table) {
  const auto bytes = table.section(SectionId::Statistics);
  if (!bytes) return bytes.error();
  auto statistics = statistics_from_bytes(*bytes);
  if (!statistics) return damaged(table, statistics.error().message);
  return std::move(*statistics);
}

Result<PositionLists, TableFault> read_position_lists(const TableFile& table) {
  const Layout& layout = table.geometry().layout();
  const auto deepest = table.section(SectionId::DeepestPositions);
  if (!deepest) return deepest.error();
  const auto zugzwangs = table.section(SectionId::Zugzwangs);
  if (!zugzwangs) return zugzwangs.error();
  PositionLists lists;
  std::span<const std::uint8_t> rest(*deepest);
  for (auto* by_side : {&lists.longest_wins, &lists.longest_losses}) {
    for (std::vector<Index>& list : *by_side) {
      const auto part = take(rest);
      if (!part) return damaged(table, "the list of deepest positions is too short");
      auto indices = index_list_from_bytes(*part, layout);
      if (!indices) return damaged(table, indices.error().message);
      list = std::move(*indices);
    }
  }
  auto indices = index_list_from_bytes(*zugzwangs, layout);
  if (!indices) return damaged(table, indices.error().message);
  lists.zugzwangs = std::move(*indices);
  return lists;
}

}  // namespace lucena
