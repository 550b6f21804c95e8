// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

#include "base/parallel.h"
#include "census/stream_statistics.h"
#include "table/table_writer.h"

namespace lucena {

/// The values of an ending that was solved without them in memory, put together part by part in the
/// order in which a table wants them, and written.
struct StreamedTable {
  const TableGeometry& geometry;
  Metric metric;
  const StreamedMetric& values;  // by the metric
  bool nothing_is_cursed = false;
  /// About how much memory the parts may take that are at hand at a time; one part at least is.
  std::size_t memory_bytes = std::size_t{1} << 29;
};

/// Gives the writer all packets.
[[nodiscard]] std::optional<TableFault> write_packets(const StreamedTable& table,
                                                      TableWriter& writer, ThreadPool& pool,
                                                      const std::atomic<bool>& cancelled);

}  // namespace lucena
