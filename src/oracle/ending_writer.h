// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "solve/ending_store.h"
#include "table/error.h"
#include "table/section.h"

namespace lucena {

/// Writes what the store holds of a solved ending by these metrics into a folder, a file each.
/// Positions with castling rights are written if the store has them; the other sections go into the
/// mate file. Returns the bytes of all files.
[[nodiscard]] Result<std::uint64_t, TableFault> write_ending(
    const std::filesystem::path& folder, const Material& material, const EndingStore& store,
    std::span<const Metric> metrics, std::vector<TableSection> sections, ThreadPool& pool,
    const std::atomic<bool>& cancelled);

}  // namespace lucena
