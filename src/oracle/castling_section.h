// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solve/castling_table.h"
#include "solve/ending_store.h"
#include "table/table_file.h"

namespace lucena {

/// The positions with castling rights of a material, as a section of its table keeps them (section
/// 4 of docs/FORMAT.md): the values of each castling ending, White to move and then Black to move,
/// in the order of castling_endings(). Nothing if no man can castle or a table is not in the store.
std::optional<std::vector<std::uint8_t>> castling_section(const Material& material, Metric metric,
                                                          const EndingStore& store);

/// How large that section is.
std::size_t castling_section_bytes(const Material& material);

using CastlingTables = std::vector<std::shared_ptr<const CastlingTable>>;

/// The tables that such a section was made from; nothing if it is of the wrong size.
std::optional<CastlingTables> read_castling_section(const Material& material,
                                                    std::span<const std::uint8_t> bytes);

/// Those of a file.
Result<CastlingTables, TableFault> read_castling_tables(const TableFile& file);

}  // namespace lucena
