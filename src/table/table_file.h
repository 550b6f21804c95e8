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
#include "base/parallel.h"
#include "table/error.h"
#include "table/geometry.h"
#include "table/metric.h"
#include "table/packet_cache.h"
#include "table/section.h"

namespace lucena {

/// What the header of a table file says.
struct TableInfo {
  Material material;
  Metric metric;
  bool nothing_is_cursed;
  std::uint64_t created_seconds;  // since 1970
  std::uint64_t positions;        // that are stored
  std::uint32_t packets;
  std::uint64_t size_bytes;
};

/// Reads no more than the header of a file.
Result<TableInfo, TableFault> read_table_info(const std::filesystem::path& path);

/// A table file, open. Everything that is read is checked before; any number of threads may ask.
/// See MappedFile for what happens if somebody else truncates the file.
class TableFile {
 public:
  /// Checks header, index and size; opening reads none of the values. The geometry is that of the
  /// material that the file should be of.
  static Result<std::shared_ptr<const TableFile>, TableFault> open(
      const std::filesystem::path& path, std::shared_ptr<const TableGeometry> geometry,
      Metric metric, std::shared_ptr<PacketCache> cache);
  static Result<std::shared_ptr<const TableFile>, TableFault> open(
      const std::filesystem::path& path, const Material& material, Metric metric,
      std::shared_ptr<PacketCache> cache);

  /// The same for bytes that are in memory already; the path is what messages call them.
  static Result<std::shared_ptr<const TableFile>, TableFault> read(
      const std::filesystem::path& path, MappedFile file,
      std::shared_ptr<const TableGeometry> geometry, Metric metric,
      std::shared_ptr<PacketCache> cache);

  const std::filesystem::path& path() const { return path_; }
  const TableGeometry& geometry() const { return *geometry_; }
  const TableInfo& info() const { return info_; }

  /// The value of a legal position with White to move, by any of its indices in the Layout.
  Result<StoredValue, TableFault> value(const Index& index) const;
  /// The packet that a row is in, for whoever needs several of its values.
  Result<std::shared_ptr<const Packet>, TableFault> packet(std::uint32_t number) const;

  /// The same for whoever reads all of them, once.
  Result<Packet, TableFault> uncached_packet(std::uint32_t number) const { return decode(number); }

  bool has_section(SectionId id) const;
  /// An error if there is no such section, or if it says that it is larger than this. Sizes are
  /// never believed: whoever knows what is in a section knows how large it can be.
  Result<std::vector<std::uint8_t>, TableFault> section(SectionId id, std::size_t most_bytes) const;

  /// Reads every packet without the cache, counts its positions and checks the sections' checksums.
  /// What is in a section is for those to check who know it. Nothing if all is well, the first
  /// fault in the file if not; once the flag is raised, it gives up soon.
  std::optional<TableFault> verify(ThreadPool& pool, const std::atomic<bool>& cancelled) const;

 private:
  struct Section {
    SectionId id;
    std::span<const std::uint8_t> stored;
    std::uint64_t bytes, checksum;
  };

  TableFile(std::filesystem::path path, std::shared_ptr<const TableGeometry> geometry,
            std::shared_ptr<PacketCache> cache, MappedFile file, const TableInfo& info);

  /// What opening checks costs a checksum of 16 bytes a packet; packets are checked when they are
  /// read.
  std::optional<TableFault> check_parts();
  std::optional<TableFault> check_index() const;
  std::optional<TableFault> read_section_table();
  Result<Packet, TableFault> decode(std::uint32_t number) const;
  Result<std::vector<std::uint8_t>, TableFault> unpack(const Section& section,
                                                       std::size_t most_bytes) const;
  std::optional<TableFault> verify_packets(ThreadPool& pool,
                                           const std::atomic<bool>& cancelled) const;
  TableFault damaged_section(const Section& section, std::string_view what) const;
  TableFault damaged(std::string_view what) const;

  std::filesystem::path path_;
  std::shared_ptr<const TableGeometry> geometry_;
  std::shared_ptr<PacketCache> cache_;
  MappedFile file_;
  TableInfo info_;
  std::uint32_t number_in_cache_;
  std::span<const std::uint8_t> packets_;  // from the start of the file
  std::span<const std::uint8_t> index_;
  std::vector<Section> sections_;
};

}  // namespace lucena
