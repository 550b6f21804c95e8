// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/mapped_file.h"
#include "base/parallel.h"
#include "table/error.h"
#include "table/geometry.h"
#include "table/metric.h"
#include "table/section.h"

namespace lucena {

/// Where the values of a new table come from.
class TableSource {
 public:
  virtual ~TableSource() = default;

  /// Fills in the values of the 64 positions of a word of the Layout with White to move, by the
  /// black king's square, and the set of those squares whose value matters: legal positions at
  /// most. Called by several threads at once, once a word at most, never for words with twins in
  /// descending order or on one square.
  virtual void row(std::uint32_t skeleton, std::uint32_t word, std::span<std::uint8_t, 64> values,
                   std::uint64_t& matters) const = 0;
};

/// A table to be written; everything it refers to stays as it is until it is. The source is asked
/// while the table is written, so a solver must not change it meanwhile.
struct NewTable {
  const TableGeometry& geometry;
  Metric metric;
  const TableSource& source;
  std::vector<TableSection> sections;  // no id twice
  bool nothing_is_cursed = false;      // no win is cursed, no loss blessed
};

/// Writes a table into a folder that exists, under the name that table_file_name() gives, and
/// returns the size of the file in bytes. The file is there completely or not at all, whatever
/// happens; one that was there before is replaced. The pool compresses; this may run on a thread of
/// its own. Once the flag is raised, it gives up soon.
[[nodiscard]] Result<std::uint64_t, TableFault> write_table(const std::filesystem::path& folder,
                                                            const NewTable& table, ThreadPool& pool,
                                                            const std::atomic<bool>& cancelled);

/// The same into memory (NewFile::create_nameless): nothing of it is left when the last one who has
/// the bytes lets go, nor when the process is killed.
[[nodiscard]] Result<MappedFile, TableFault> write_table_in_memory(
    const NewTable& table, ThreadPool& pool, const std::atomic<bool>& cancelled);

}  // namespace lucena
