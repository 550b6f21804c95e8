// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solve/castling_table.h"
#include "solve/ending_store.h"
#include "table/section.h"
#include "table/table_file.h"

namespace lucena {

/// The positions with castling rights of a material, as a section of its table keeps them (section
/// 4 of docs/FORMAT.md): the values of each castling ending, White to move and then Black to move,
/// in the order of castling_endings(). Nothing if no man can castle or a table is not in the store.
std::optional<std::vector<std::uint8_t>> castling_section(const Material& material, Metric metric,
                                                          const EndingStore& store);

/// The same as sections of any table. With six men each castling ending has one of its own, whose
/// values may take two bytes: the lower bytes, and then the higher ones if any is not 0.
std::vector<TableSection> castling_sections(const Material& material, Metric metric,
                                            const EndingStore& store);

/// How large that section is, with up to five men.
std::size_t castling_section_bytes(const Material& material);

using CastlingTables = std::vector<std::shared_ptr<const CastlingTable>>;

/// The tables that such a section was made from; nothing if it is of the wrong size.
std::optional<CastlingTables> read_castling_section(const Material& material,
                                                    std::span<const std::uint8_t> bytes);

/// Those of a file.
Result<CastlingTables, TableFault> read_castling_tables(const TableFile& file);

/// The section that one castling ending has of its own.
std::vector<std::uint8_t> castling_section_of(const CastlingTable& table);

/// The table that such a section was made from; nothing if it is of
/// the wrong size, or holds a distance that is too long.
std::shared_ptr<const CastlingTable> read_castling_section(const CastlingEnding& ending,
                                                           Metric metric,
                                                           std::span<const std::uint8_t> bytes);

/// Whether each castling ending of a material has a section of its own.
inline bool has_section_each(const Material& material) {
  return material.men() > kMostMenOfAByte;
}

/// The table of one castling ending, by its place among them, of a file that has a section for
/// each.
Result<std::shared_ptr<const CastlingTable>, TableFault> read_castling_table(const TableFile& file,
                                                                             std::size_t place);

}  // namespace lucena
