// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/castling_section.h"

#include <algorithm>
#include <bit>

namespace lucena {
namespace {

/// Of values of one byte. Six bits for each man who can stand anywhere: all but the white king and
/// the rooks with a right.
std::size_t bytes_of(const CastlingEnding& ending) {
  const int free_men = ending.material.men() - 1 - std::popcount(ending.rights.bits());
  return kColors.size() << (6 * free_men);
}

/// Takes as many bytes off the front as there are values.
void take(std::span<const std::uint8_t>& bytes, std::span<std::uint8_t> values) {
  std::copy_n(bytes.begin(), values.size(), values.begin());
  bytes = bytes.subspan(values.size());
}

}  // namespace

/// The tables have sizes that follow from their rights, so that the bytes need no lengths:
///
///     | first rights, White to move | Black to move | second rights, White to move | ...
std::optional<std::vector<std::uint8_t>> castling_section(const Material& material, Metric metric,
                                                          const EndingStore& store) {
  std::vector<std::uint8_t> bytes;
  for (const CastlingEnding& ending : castling_endings(material)) {
    const auto table = store.castling_table(ending, metric);
    if (!table) return {};
    for (const Color side : kColors) {
      const std::span<const std::uint8_t> values = table->values(side);
      bytes.insert(bytes.end(), values.begin(), values.end());
    }
  }
  if (bytes.empty()) return {};
  return bytes;
}

/// White to move, Black to move, and the same of the higher bytes.
std::vector<std::uint8_t> castling_section_of(const CastlingTable& table) {
  std::vector<std::uint8_t> bytes;
  for (const Color side : kColors) {
    bytes.insert(bytes.end(), table.values(side).begin(), table.values(side).end());
  }
  for (const Color side : kColors) {
    bytes.insert(bytes.end(), table.high_values(side).begin(), table.high_values(side).end());
  }
  return bytes;
}

std::vector<TableSection> castling_sections(const Material& material, Metric metric,
                                            const EndingStore& store) {
  std::vector<TableSection> sections;
  if (!has_section_each(material)) {
    auto bytes = castling_section(material, metric, store);
    if (bytes) sections.push_back({SectionId::Castling, std::move(*bytes)});
    return sections;
  }
  const std::vector<CastlingEnding> endings = castling_endings(material);
  for (std::size_t place = 0; place < endings.size(); ++place) {
    const auto table = store.castling_table(endings[place], metric);
    if (table) sections.push_back({section_of_rights(place), castling_section_of(*table)});
  }
  return sections;
}

std::size_t castling_section_bytes(const Material& material) {
  std::size_t bytes = 0;
  for (const CastlingEnding& ending : castling_endings(material)) bytes += bytes_of(ending);
  return bytes;
}

/// The inverse: every byte must be used, and none be missing.
std::optional<CastlingTables> read_castling_section(const Material& material,
                                                    std::span<const std::uint8_t> bytes) {
  CastlingTables tables;
  for (const CastlingEnding& ending : castling_endings(material)) {
    const auto table = std::make_shared<CastlingTable>(ending);
    for (const Color side : kColors) {
      const std::span<std::uint8_t> values = table->values(side);
      if (bytes.size() < values.size()) return {};
      take(bytes, values);
    }
    tables.push_back(table);
  }
  if (!bytes.empty()) return {};
  return tables;
}

Result<CastlingTables, TableFault> read_castling_tables(const TableFile& file) {
  const Material& material = file.info().material;
  if (has_section_each(material)) {
    CastlingTables tables;
    for (std::size_t place = 0; place < castling_endings(material).size(); ++place) {
      auto table = read_castling_table(file, place);
      if (!table) return table.error();
      tables.push_back(std::move(*table));
    }
    return tables;
  }
  const auto bytes = file.section(SectionId::Castling, castling_section_bytes(material));
  if (!bytes) return bytes.error();
  auto tables = read_castling_section(material, *bytes);
  if (!tables) return damaged_table(file.path(), "its castling section has the wrong size");
  return std::move(*tables);
}

/// One of two sizes. No value is greater than what the furthest distance makes it, or whoever reads
/// it could not tell what it is worth.
std::shared_ptr<const CastlingTable> read_castling_section(const CastlingEnding& ending,
                                                           Metric metric,
                                                           std::span<const std::uint8_t> bytes) {
  const std::size_t low_bytes = bytes_of(ending);
  if (bytes.size() != low_bytes && bytes.size() != 2 * low_bytes) return nullptr;
  auto table = std::make_shared<CastlingTable>(ending);
  for (const Color side : kColors) take(bytes, table->values(side));
  if (bytes.empty()) return table;
  table->widen();
  const unsigned most = metric == Metric::Mate ? stored_level(Worth::kMaxPlies) : Worth::kMaxPlies;
  for (const Color side : kColors) {
    take(bytes, table->high_values(side));
    const auto high = table->high_values(side), low = table->values(side);
    for (std::size_t i = 0; i < high.size(); ++i) {
      if ((unsigned{high[i]} << 8 | low[i]) > most) return nullptr;
    }
  }
  return table;
}

/// Files that were written before there were castling rights with six men have no such section.
Result<std::shared_ptr<const CastlingTable>, TableFault> read_castling_table(const TableFile& file,
                                                                             std::size_t place) {
  const CastlingEnding ending = castling_endings(file.info().material)[place];
  const SectionId id = section_of_rights(place);
  if (!file.has_section(id)) {
    return TableFault{TableError::NoTable,
                      file.path().string() + " has no castling rights" + std::string(kRemoveIt)};
  }
  const auto bytes = file.section(id, 2 * bytes_of(ending));
  if (!bytes) return bytes.error();
  auto table = read_castling_section(ending, file.info().metric, *bytes);
  if (!table) return damaged_table(file.path(), "a castling section is wrong");
  return table;
}

}  // namespace lucena
