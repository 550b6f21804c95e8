// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/castling_section.h"

#include <algorithm>
#include <bit>

namespace lucena {

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

/// Six bits for each man who can stand anywhere: all but the white king and the rooks with a right.
std::size_t castling_section_bytes(const Material& material) {
  std::size_t bytes = 0;
  for (const CastlingEnding& ending : castling_endings(material)) {
    const int free_men = material.men() - 1 - std::popcount(ending.rights.bits());
    bytes += kColors.size() << (6 * free_men);
  }
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
      std::copy_n(bytes.begin(), values.size(), values.begin());
      bytes = bytes.subspan(values.size());
    }
    tables.push_back(table);
  }
  if (!bytes.empty()) return {};
  return tables;
}

Result<CastlingTables, TableFault> read_castling_tables(const TableFile& file) {
  const Material& material = file.info().material;
  const auto bytes = file.section(SectionId::Castling, castling_section_bytes(material));
  if (!bytes) return bytes.error();
  auto tables = read_castling_section(material, *bytes);
  if (!tables) return damaged_table(file.path(), "its castling section has the wrong size");
  return std::move(*tables);
}

}  // namespace lucena
