// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/mapped_file.h"
#include "base/new_file.h"
#include "base/parallel.h"
#include "table/error.h"
#include "table/geometry.h"
#include "table/metric.h"
#include "table/section.h"
#include "table/stored_value.h"

namespace lucena {

/// Where the values of a new table come from.
class TableSource {
 public:
  virtual ~TableSource() = default;

  /// Fills in the values of the 64 positions of a word of the Layout with White to move, by the
  /// black king's square, and the set of those squares whose value matters: legal positions at
  /// most. Called by several threads at once, once a word at most, never for words with twins in
  /// descending order or on one square.
  virtual void row(std::uint32_t skeleton, std::uint32_t word, std::span<StoredValue, 64> values,
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

/// Writes a table bit by bit, for those who do not have all of its rows at once. The file is there
/// when finish() has returned its size, and not before.
///
///     TableWriter::create(...)  write_packets(1000, source)  write_packets(2000, source)
///     finish(...)
class TableWriter {
 public:
  /// Into a folder that exists, under the name that table_file_name() gives, or into memory
  /// (NewFile::create_nameless). The geometry, the pool, which compresses, and the flag outlive the
  /// writer. Once the flag is raised, it gives up soon.
  static Result<TableWriter, TableFault> create(const std::filesystem::path& folder,
                                                const TableGeometry& geometry, Metric metric,
                                                ThreadPool& pool,
                                                const std::atomic<bool>& cancelled);
  static Result<TableWriter, TableFault> create_in_memory(const TableGeometry& geometry,
                                                          Metric metric, ThreadPool& pool,
                                                          const std::atomic<bool>& cancelled);
  /// The same on the disk that a folder is on.
  static Result<TableWriter, TableFault> create_nameless(const std::filesystem::path& folder,
                                                         const TableGeometry& geometry,
                                                         Metric metric, ThreadPool& pool,
                                                         const std::atomic<bool>& cancelled);
  TableWriter(TableWriter&&) noexcept;
  ~TableWriter();

  /// The packets from where the last call has ended up to this one.
  std::optional<TableFault> write_packets(std::uint32_t end, const TableSource& source);
  /// After the last packet; the size of the file in bytes.
  Result<std::uint64_t, TableFault> finish(std::vector<TableSection> sections,
                                           bool nothing_is_cursed);
  /// The bytes of a finished table that has no name.
  Result<MappedFile, TableFault> map() const;

 private:
  struct Worker;
  struct Parts;

  TableWriter(NewFile file, const TableGeometry& geometry, Metric metric, ThreadPool& pool,
              const std::atomic<bool>& cancelled);
  static Result<TableWriter, TableFault> begin(Result<NewFile, FileFault> file,
                                               const TableGeometry& geometry, Metric metric,
                                               ThreadPool& pool,
                                               const std::atomic<bool>& cancelled);
  std::optional<TableFault> cancellation() const;

  std::unique_ptr<NewFile> file_;
  const TableGeometry* geometry_;
  Metric metric_;
  ThreadPool* pool_;
  const std::atomic<bool>* cancelled_;
  std::vector<std::unique_ptr<Worker>> workers_;  // by thread
  std::unique_ptr<Parts> parts_;
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
