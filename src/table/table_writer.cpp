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
constexpr std::uint32_t kPacketsAtOnce = 16;
/// Sections are small and written once.
constexpr int kSectionLevel = 12;

using MaybeFault = std::optional<FileFault>;

TableFault write_failed(const FileFault& fault) {
  return {TableError::WriteFailed, fault.message};
}

/// Packets behind each other.
struct EncodedPackets {
  std::vector<std::uint8_t> bytes;
  std::vector<PacketEntry> index;  // offsets from the first of them
  std::uint64_t positions = 0;
};

}  // namespace

/// What one thread needs to compress packets.
struct TableWriter::Worker {
  /// Rows are asked for in the order of the file; where they lie in memory is the source's
  /// business.
  PacketEncoder::Encoded encode(const TableGeometry& geometry, std::uint32_t packet,
                                const TableSource& source) {
    for (std::uint32_t i = 0; i < geometry.rows_of_packet(packet); ++i) {
      const Index index = geometry.index_at(packet * TableGeometry::kPacketRows + i);
      source.row(index.skeleton, index.word, rows.values[i], rows.matters[i]);
    }
    return encoder.encode(geometry, packet, rows);
  }

  PacketEncoder encoder;
  PacketRows rows;
};

/// What the file has so far. The order of the file is the order of writing, except for the header,
/// which is written as zeros first.
struct TableWriter::Parts {
  TableHeader header{};
  std::vector<PacketEntry> index;
  std::vector<SectionEntry> section_table;

  MaybeFault append(const EncodedPackets& packets, NewFile& file) {
    for (const PacketEntry& entry : packets.index) {
      index.push_back({file.size_bytes() + entry.end_offset, entry.checksum});
    }
    header.positions += packets.positions;
    return file.append(packets.bytes);
  }

  /// In ascending order of their numbers, as the format has it, whatever order they were given in.
  MaybeFault append(std::vector<TableSection> sections, NewFile& file) {
    header.sections_offset = file.size_bytes();
    std::sort(sections.begin(), sections.end(),
              [](const TableSection& a, const TableSection& b) { return a.id < b.id; });
    for (const TableSection& section : sections) {
      const std::vector<std::uint8_t>& bytes = section.bytes;
      std::vector<std::uint8_t> stored(ZSTD_compressBound(bytes.size()));
      const std::size_t size =
          ZSTD_compress(stored.data(), stored.size(), bytes.data(), bytes.size(), kSectionLevel);
      if (ZSTD_isError(size) != 0) throw std::bad_alloc();
      stored.resize(size);
      section_table.push_back({static_cast<std::uint32_t>(section.id), 0, file.size_bytes(), size,
                               bytes.size(), checksum_of(stored)});
      if (auto fault = file.append(stored)) return fault;
    }
    header.index_offset = file.size_bytes();
    return {};
  }

  /// The header comes last although it is first in the file: it has the checksums of the rest.
  MaybeFault append_indices(const TableGeometry& geometry, Metric metric, bool nothing_is_cursed,
                            NewFile& file) {
    const auto packets = bytes_of_all(index), sections = bytes_of_all(section_table);
    if (auto fault = file.append(packets)) return fault;
    if (auto fault = file.append(sections)) return fault;
    fill_in_header(geometry, metric, nothing_is_cursed, file.size_bytes());
    header.index_checksum = checksum_of(packets);
    header.section_table_checksum = checksum_of(sections);
    header.header_checksum = header_checksum(header);
    return file.overwrite(0, bytes_of(header));
  }

  void fill_in_header(const TableGeometry& geometry, Metric metric, bool nothing_is_cursed,
                      std::uint64_t file_bytes) {
    const std::string material = geometry.material().name();
    std::copy(kTableMagic.begin(), kTableMagic.end(), header.magic.begin());
    header.version = version_of(geometry.material());
    header.byte_order_mark = kByteOrderMark;
    std::copy(material.begin(), material.end(), header.material.begin());
    header.metric = static_cast<std::uint8_t>(metric);
    header.flags = nothing_is_cursed ? kNothingIsCursedFlag : 0;
    header.rows_per_packet = TableGeometry::kPacketRows;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    header.created_seconds =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
    header.rows = geometry.rows();
    header.packets = geometry.packets();
    header.sections = static_cast<std::uint32_t>(section_table.size());
    header.file_bytes = file_bytes;
  }

  template <class T>
  static std::span<const std::uint8_t> bytes_of_all(const std::vector<T>& structures) {
    return {reinterpret_cast<const std::uint8_t*>(structures.data()),
            structures.size() * sizeof(T)};
  }
};

TableWriter::TableWriter(NewFile file, const TableGeometry& geometry, Metric metric,
                         ThreadPool& pool, const std::atomic<bool>& cancelled)
    : file_(std::make_unique<NewFile>(std::move(file))),
      geometry_(&geometry),
      metric_(metric),
      pool_(&pool),
      cancelled_(&cancelled),
      parts_(std::make_unique<Parts>()) {
  for (unsigned i = 0; i < pool.threads(); ++i) workers_.push_back(std::make_unique<Worker>());
}
TableWriter::TableWriter(TableWriter&&) noexcept = default;
TableWriter::~TableWriter() = default;

/// The header is known at the end only.
Result<TableWriter, TableFault> TableWriter::begin(Result<NewFile, FileFault> file,
                                                   const TableGeometry& geometry, Metric metric,
                                                   ThreadPool& pool,
                                                   const std::atomic<bool>& cancelled) {
  if (!file) return write_failed(file.error());
  TableWriter writer(std::move(*file), geometry, metric, pool, cancelled);
  if (auto fault = writer.file_->append(bytes_of(writer.parts_->header))) {
    return write_failed(*fault);
  }
  return writer;
}

Result<TableWriter, TableFault> TableWriter::create(const std::filesystem::path& folder,
                                                    const TableGeometry& geometry, Metric metric,
                                                    ThreadPool& pool,
                                                    const std::atomic<bool>& cancelled) {
  // A new file takes the place of an old one; what is no file is somebody's for another purpose.
  const auto path = folder / table_file_name(geometry.material(), metric);
  if (const auto fault = other_than_file("write", path)) return write_failed(*fault);
  return begin(NewFile::create(path), geometry, metric, pool, cancelled);
}

Result<TableWriter, TableFault> TableWriter::create_in_memory(const TableGeometry& geometry,
                                                              Metric metric, ThreadPool& pool,
                                                              const std::atomic<bool>& cancelled) {
  return begin(NewFile::create_nameless(table_file_name(geometry.material(), metric)), geometry,
               metric, pool, cancelled);
}

Result<TableWriter, TableFault> TableWriter::create_nameless(const std::filesystem::path& folder,
                                                             const TableGeometry& geometry,
                                                             Metric metric, ThreadPool& pool,
                                                             const std::atomic<bool>& cancelled) {
  return begin(NewFile::create_nameless_in(folder, table_file_name(geometry.material(), metric)),
               geometry, metric, pool, cancelled);
}

/// Threads compress packets as they come, some at a time. Whoever has the next ones in order, or
/// finds them lying there, writes them, so that the file does not depend on the number of threads.
std::optional<TableFault> TableWriter::write_packets(std::uint32_t end, const TableSource& source) {
  const std::uint32_t begin = parts_->index.size();
  std::vector<std::optional<EncodedPackets>> waiting((end - begin + kPacketsAtOnce - 1) /
                                                     kPacketsAtOnce);
  std::mutex mutex;
  std::size_t next = 0;
  bool somebody_writes = false;
  MaybeFault fault;
  std::atomic<bool> failed{false};
  const auto encode = [&](std::uint32_t first, Worker& worker) {
    EncodedPackets packets;
    for (std::uint32_t i = first; i < std::min(first + kPacketsAtOnce, end) && !*cancelled_; ++i) {
      const PacketEncoder::Encoded encoded = worker.encode(*geometry_, i, source);
      packets.bytes.insert(packets.bytes.end(), encoded.bytes.begin(), encoded.bytes.end());
      packets.index.push_back({packets.bytes.size(), checksum_of(encoded.bytes)});
      packets.positions += encoded.positions;
    }
    return packets;
  };
  pool_->for_each(waiting.size(), [&](std::size_t i, unsigned thread) {
    if (*cancelled_ || failed) return;
    EncodedPackets encoded =
        encode(begin + static_cast<std::uint32_t>(i) * kPacketsAtOnce, *workers_[thread]);
    std::unique_lock lock(mutex);
    waiting[i] = std::move(encoded);
    if (somebody_writes) return;
    somebody_writes = true;
    while (next < waiting.size() && waiting[next] && !failed) {
      const EncodedPackets packets = std::move(*waiting[next++]);
      lock.unlock();
      MaybeFault here = parts_->append(packets, *file_);
      lock.lock();
      if (!here) continue;
      fault = std::move(here);
      failed = true;
    }
    somebody_writes = false;
  });
  if (fault) return write_failed(*fault);
  return cancellation();
}

std::optional<TableFault> TableWriter::cancellation() const {
  if (!*cancelled_) return {};
  return TableFault{
      TableError::Cancelled,
      "writing " + table_file_name(geometry_->material(), metric_) + " was cancelled"};
}

Result<std::uint64_t, TableFault> TableWriter::finish(std::vector<TableSection> sections,
                                                      bool nothing_is_cursed) {
  assert(parts_->index.size() == geometry_->packets());
  if (auto fault = parts_->append(std::move(sections), *file_)) return write_failed(*fault);
  if (auto fault = parts_->append_indices(*geometry_, metric_, nothing_is_cursed, *file_)) {
    return write_failed(*fault);
  }
  if (auto fault = file_->commit()) return write_failed(*fault);
  return file_->size_bytes();
}

Result<MappedFile, TableFault> TableWriter::map() const {
  auto bytes = file_->map();
  if (!bytes) return write_failed(bytes.error());
  return std::move(*bytes);
}

namespace {

Result<std::uint64_t, TableFault> write_all(TableWriter& writer, const NewTable& table) {
  if (auto fault = writer.write_packets(table.geometry.packets(), table.source)) return *fault;
  return writer.finish(table.sections, table.nothing_is_cursed);
}

}  // namespace

Result<std::uint64_t, TableFault> write_table(const std::filesystem::path& folder,
                                              const NewTable& table, ThreadPool& pool,
                                              const std::atomic<bool>& cancelled) {
  auto writer = TableWriter::create(folder, table.geometry, table.metric, pool, cancelled);
  if (!writer) return writer.error();
  return write_all(*writer, table);
}

Result<MappedFile, TableFault> write_table_in_memory(const NewTable& table, ThreadPool& pool,
                                                     const std::atomic<bool>& cancelled) {
  auto writer = TableWriter::create_in_memory(table.geometry, table.metric, pool, cancelled);
  if (!writer) return writer.error();
  const auto written = write_all(*writer, table);
  if (!written) return written.error();
  return writer->map();
}

}  // namespace lucena
