// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/table_writer.h"

#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <optional>

#include "base/input_file.h"
#include "base/new_file.h"
#include "table/format.h"
#include "table/packet.h"

namespace lucena {
namespace {

/// How many packets a thread compresses before they are written: enough for a call to the operating
/// system.
constexpr std::uint32_t kBatchPackets = 16;
/// Sections are small and written once.
constexpr int kSectionLevel = 12;

using MaybeFault = std::optional<FileFault>;

TableFault write_failed(const FileFault& fault) {
  return {TableError::WriteFailed, fault.message};
}

/// The order of the file is the order of writing, except for the header, which is written as zeros
/// first.
class TableWriter {
 public:
  TableWriter(const NewTable& table, NewFile& file, ThreadPool& pool,
              const std::atomic<bool>& cancelled)
      : table_(table), file_(file), pool_(pool), cancelled_(cancelled) {
    for (unsigned i = 0; i < pool.threads(); ++i) workers_.push_back(std::make_unique<Worker>());
  }

  Result<std::uint64_t, TableFault> write() {
    if (auto fault = write_values()) return write_failed(*fault);
    if (cancelled_) {
      return TableFault{TableError::Cancelled,
                        "writing " + table_file_name(table_.geometry.material(), table_.metric) +
                            " was cancelled"};
    }
    if (auto fault = write_sections()) return write_failed(*fault);
    if (auto fault = write_indices()) return write_failed(*fault);
    if (auto fault = file_.commit()) return write_failed(*fault);
    return file_.size_bytes();
  }

 private:
  struct Worker {
    PacketEncoder encoder;
    PacketRows rows;
  };

  /// Packets behind each other.
  struct Batch {
    std::vector<std::uint8_t> bytes;
    std::vector<PacketEntry> index;  // offsets within the batch
    std::uint64_t positions = 0;
  };

  /// Rows are asked for in the order of the file; where they lie in memory is the source's
  /// business.
  PacketEncoder::Encoded encode(std::uint32_t packet, Worker& worker) const {
    const TableGeometry& geometry = table_.geometry;
    for (std::uint32_t i = 0; i < geometry.rows_of_packet(packet); ++i) {
      const Index index = geometry.index_at(packet * TableGeometry::kPacketRows + i);
      table_.source.row(index.skeleton, index.word, worker.rows.values[i], worker.rows.matters[i]);
    }
    return worker.encoder.encode(geometry, packet, worker.rows);
  }

  /// The offsets of a batch start at 0, since nobody knows yet where in the file it will come.
  Batch encode_batch(std::uint32_t number, Worker& worker) const {
    Batch batch;
    const std::uint32_t begin = number * kBatchPackets;
    const std::uint32_t end = std::min(begin + kBatchPackets, table_.geometry.packets());
    for (std::uint32_t packet = begin; packet < end && !cancelled_; ++packet) {
      const PacketEncoder::Encoded encoded = encode(packet, worker);
      batch.bytes.insert(batch.bytes.end(), encoded.bytes.begin(), encoded.bytes.end());
      batch.index.push_back({batch.bytes.size(), checksum_of(encoded.bytes)});
      batch.positions += encoded.positions;
    }
    return batch;
  }

  /// Threads compress batches as they come. Whoever has the next one in order, or finds it lying
  /// there, writes it, so that the file does not depend on the number of threads.
  MaybeFault write_values() {
    // The header is known at the end only.
    if (auto fault = file_.append(bytes_of(header_))) return fault;
    std::vector<std::optional<Batch>> waiting((table_.geometry.packets() + kBatchPackets - 1) /
                                              kBatchPackets);
    std::mutex mutex;
    std::size_t next = 0;
    bool somebody_writes = false;
    MaybeFault fault;
    std::atomic<bool> failed{false};
    pool_.for_each(waiting.size(), [&](std::size_t i, unsigned thread) {
      if (cancelled_ || failed) return;
      Batch encoded = encode_batch(static_cast<std::uint32_t>(i), *workers_[thread]);
      std::unique_lock lock(mutex);
      waiting[i] = std::move(encoded);
      if (somebody_writes) return;
      somebody_writes = true;
      while (next < waiting.size() && waiting[next] && !failed) {
        const Batch batch = std::move(*waiting[next++]);
        lock.unlock();
        MaybeFault here = append(batch);
        lock.lock();
        if (!here) continue;
        fault = std::move(here);
        failed = true;
      }
      somebody_writes = false;
    });
    header_.sections_offset = file_.size_bytes();
    return fault;
  }

  MaybeFault append(const Batch& batch) {
    for (const PacketEntry& entry : batch.index) {
      index_.push_back({file_.size_bytes() + entry.end_offset, entry.checksum});
    }
    header_.positions += batch.positions;
    return file_.append(batch.bytes);
  }

  /// In ascending order of their numbers, as the format has it, whatever order they were given in.
  MaybeFault write_sections() {
    std::vector<const TableSection*> sections;
    for (const TableSection& section : table_.sections) sections.push_back(&section);
    std::sort(sections.begin(), sections.end(), [](auto* a, auto* b) { return a->id < b->id; });
    for (const TableSection* section : sections) {
      const std::vector<std::uint8_t>& bytes = section->bytes;
      std::vector<std::uint8_t> stored(ZSTD_compressBound(bytes.size()));
      const std::size_t size =
          ZSTD_compress(stored.data(), stored.size(), bytes.data(), bytes.size(), kSectionLevel);
      if (ZSTD_isError(size) != 0) throw std::bad_alloc();
      stored.resize(size);
      section_table_.push_back({static_cast<std::uint32_t>(section->id), 0, file_.size_bytes(),
                                size, bytes.size(), checksum_of(stored)});
      if (auto fault = file_.append(stored)) return fault;
    }
    header_.index_offset = file_.size_bytes();
    return {};
  }

  /// The header comes last although it is first in the file: it has the checksums of the rest.
  MaybeFault write_indices() {
    const auto index = bytes_of_all(index_), section_table = bytes_of_all(section_table_);
    if (auto fault = file_.append(index)) return fault;
    if (auto fault = file_.append(section_table)) return fault;
    fill_in_header();
    header_.index_checksum = checksum_of(index);
    header_.section_table_checksum = checksum_of(section_table);
    header_.header_checksum = header_checksum(header_);
    return file_.overwrite(0, bytes_of(header_));
  }

  void fill_in_header() {
    const std::string material = table_.geometry.material().name();
    std::copy(kTableMagic.begin(), kTableMagic.end(), header_.magic.begin());
    header_.version = kTableVersion;
    header_.byte_order_mark = kByteOrderMark;
    std::copy(material.begin(), material.end(), header_.material.begin());
    header_.metric = static_cast<std::uint8_t>(table_.metric);
    header_.flags = table_.nothing_is_cursed ? kNothingIsCursedFlag : 0;
    header_.rows_per_packet = TableGeometry::kPacketRows;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    header_.created_seconds =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
    header_.rows = table_.geometry.rows();
    header_.packets = table_.geometry.packets();
    header_.sections = static_cast<std::uint32_t>(section_table_.size());
    header_.file_bytes = file_.size_bytes();
  }

  template <class T>
  static std::span<const std::uint8_t> bytes_of_all(const std::vector<T>& structures) {
    return {reinterpret_cast<const std::uint8_t*>(structures.data()),
            structures.size() * sizeof(T)};
  }

  const NewTable& table_;
  NewFile& file_;
  ThreadPool& pool_;
  const std::atomic<bool>& cancelled_;
  std::vector<std::unique_ptr<Worker>> workers_;
  TableHeader header_{};
  std::vector<PacketEntry> index_;
  std::vector<SectionEntry> section_table_;
};

}  // namespace

Result<std::uint64_t, TableFault> write_table(const std::filesystem::path& folder,
                                              const NewTable& table, ThreadPool& pool,
                                              const std::atomic<bool>& cancelled) {
  // A new file takes the place of an old one; what is no file is somebody's for another purpose.
  const auto path = folder / table_file_name(table.geometry.material(), table.metric);
  if (const auto fault = other_than_file("write", path)) return write_failed(*fault);
  auto file = NewFile::create(path);
  if (!file) return write_failed(file.error());
  return TableWriter(table, *file, pool, cancelled).write();
}

Result<MappedFile, TableFault> write_table_in_memory(const NewTable& table, ThreadPool& pool,
                                                     const std::atomic<bool>& cancelled) {
  auto file = NewFile::create_nameless(table_file_name(table.geometry.material(), table.metric));
  if (!file) return write_failed(file.error());
  const auto written = TableWriter(table, *file, pool, cancelled).write();
  if (!written) return written.error();
  auto bytes = file->map();
  if (!bytes) return write_failed(bytes.error());
  return std::move(*bytes);
}

}  // namespace lucena
