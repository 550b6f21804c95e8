// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "solve/ending_store.h"
#include "table/error.h"
#include "table/section.h"
#include "table/table_writer.h"

namespace lucena {

/// Writes a table somewhere; its size in bytes.
using TableWriting = std::function<Result<std::uint64_t, TableFault>(const NewTable&)>;

/// Writes what the store holds of a solved ending by these metrics, a table each. Positions with
/// castling rights are written if the store has them; the other sections go into the mate table.
/// Returns the bytes of all tables.
[[nodiscard]] Result<std::uint64_t, TableFault> write_ending(const TableWriting& write_table,
                                                             const Material& material,
                                                             const EndingStore& store,
                                                             std::span<const Metric> metrics,
                                                             std::vector<TableSection> sections);

/// The same into a folder.
[[nodiscard]] Result<std::uint64_t, TableFault> write_ending(
    const std::filesystem::path& folder, const Material& material, const EndingStore& store,
    std::span<const Metric> metrics, std::vector<TableSection> sections, ThreadPool& pool,
    const std::atomic<bool>& cancelled);

}  // namespace lucena
