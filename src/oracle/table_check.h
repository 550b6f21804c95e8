// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/parallel.h"
#include "oracle/open_tables.h"
#include "oracle/prober.h"

namespace lucena {

/// Checks everything about a file that the file alone can tell: every packet and section, and
/// whether the figures in it agree with each other. Nothing if all is well.
std::optional<TableFault> check_table(const TableFile& table, ThreadPool& pool,
                                      const std::atomic<bool>& cancelled);

/// Checks whether the values of a file are what their moves make them, in so many random positions,
/// and whether the positions with the longest mates take that long. A file can be whole and yet
/// nobody's solution. Where other files are missing or damaged, positions that depend on them are
/// passed over. Nothing if no contradiction was found.
std::optional<TableFault> spot_check_table(const TableFile& table, const OpenTables& tables,
                                           const Prober& prober, std::uint64_t positions,
                                           const std::atomic<bool>& cancelled);

}  // namespace lucena
