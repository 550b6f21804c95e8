// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/table_file.h"

#include <zstd.h>

#include <algorithm>
#include <mutex>
#include <string>

#include "table/format.h"

namespace lucena {
namespace {

namespace fs = std::filesystem;

/// That a file is not there is an answer, not a fault of the disk.
TableFault fault_of(const FileFault& fault) {
  const bool missing = fault.code == FileError::Missing;
  return {missing ? TableError::NoTable : TableError::ReadFailed, fault.message};
}

std::string number_of(SectionId id) {
  return std::to_string(static_cast<std::uint32_t>(id));
}

/// What the first 16 bytes say, which mean the same in every version.
///
///     magic              some other file
///     byte order mark    a file from a machine of the other order, and damage
///     version            a file of a newer program: it may be whole, so it is not called damaged
std::optional<TableFault> check_version(const fs::path& path, const TableHeader& header) {
  if (std::string_view(header.magic.data(), header.magic.size()) != kTableMagic) {
    return damaged_table(path, "it does not start like a table");
  }
  if (header.byte_order_mark == __builtin_bswap32(kByteOrderMark)) {
    return TableFault{TableError::WrongVersion,
                      path.string() + " has the bytes of its numbers in the other order"};
  }
  if (header.byte_order_mark != kByteOrderMark) {
    return damaged_table(path, "its byte order mark is wrong");
  }
  if (header.version != kTableVersion && header.version != kLargeTableVersion) {
    return TableFault{TableError::WrongVersion,
                      path.string() + " has version " + std::to_string(header.version) +
                          " of the table format, this program reads versions 1 and 2"};
  }
  return {};
}

/// After this the parts are known to lie in the file one behind the other; what is in them is
/// checked where it is used.
///
///     header | packets | sections | packet index | section table
///            128       sections   index_offset                  file_bytes
///
///     size of the header     an empty or cut file
///     header's checksum      changed bytes of the header, before any number of it is used
///     size of the file       a file that was cut or has something behind it
///     order of the parts     offsets outside the file, if the header was wrong when it was written
///     zeros                  what this version gives no meaning
Result<TableHeader, TableFault> read_header(const fs::path& path,
                                            std::span<const std::uint8_t> file) {
  if (file.size() < sizeof(TableHeader)) return damaged_table(path, "it is too short");
  const auto header = structure_at<TableHeader>(file);
  if (auto fault = check_version(path, header)) return *fault;
  if (header.header_checksum != header_checksum(header)) {
    return damaged_table(path, "the checksum of its header is wrong");
  }
  if (header.file_bytes != file.size()) {
    return damaged_table(path, "it should have " + std::to_string(header.file_bytes) +
                                   " bytes and has " + std::to_string(file.size()));
  }
  // Each term alone first, so that no sum overflows.
  const std::uint64_t entries = std::uint64_t{header.packets} * sizeof(PacketEntry) +
                                std::uint64_t{header.sections} * sizeof(SectionEntry);
  if (header.sections_offset < sizeof(TableHeader) ||
      header.index_offset < header.sections_offset || file.size() < header.index_offset ||
      file.size() - header.index_offset != entries) {
    return damaged_table(path, "its parts do not fit together");
  }
  if (header.zero_1 != 0 || header.zero_2 != 0 || (header.flags & ~kNothingIsCursedFlag) != 0) {
    return damaged_table(path, "its header has numbers where there should be zeros");
  }
  return header;
}

/// A header under a right checksum can still name what this program does not know. A material has
/// one name, with zeros behind it.
Result<TableInfo, TableFault> info_of(const fs::path& path, const TableHeader& header) {
  const std::string_view padded(header.material.data(), header.material.size());
  const auto material = Material::parse(padded.substr(0, padded.find('\0')));
  const auto is_written_as = [&](std::string name) {
    name.resize(padded.size());
    return name == padded;
  };
  if (!material || !material->is_canonical() || !is_written_as(material->name()) ||
      header.version != version_of(*material) || header.metric >= kMetrics.size()) {
    return damaged_table(path, "nobody knows such a material or metric");
  }
  return TableInfo{*material,
                   kMetrics[header.metric],
                   (header.flags & kNothingIsCursedFlag) != 0,
                   header.created_seconds,
                   header.positions,
                   header.packets,
                   header.file_bytes};
}

}  // namespace

Result<TableInfo, TableFault> read_table_info(const fs::path& path) {
  const auto file = MappedFile::open(path);
  if (!file) return fault_of(file.error());
  const auto header = read_header(path, file->bytes());
  if (!header) return header.error();
  return info_of(path, *header);
}

TableFile::TableFile(fs::path path, std::shared_ptr<const TableGeometry> geometry,
                     std::shared_ptr<PacketCache> cache, MappedFile file, const TableInfo& info)
    : path_(std::move(path)),
      geometry_(std::move(geometry)),
      cache_(std::move(cache)),
      file_(std::move(file)),
      info_(info),
      number_in_cache_(cache_->new_file()) {}

Result<std::shared_ptr<const TableFile>, TableFault> TableFile::open(
    const fs::path& path, const Material& material, Metric metric,
    std::shared_ptr<PacketCache> cache) {
  return open(path, std::make_shared<TableGeometry>(material), metric, std::move(cache));
}

Result<std::shared_ptr<const TableFile>, TableFault> TableFile::open(
    const fs::path& path, std::shared_ptr<const TableGeometry> geometry, Metric metric,
    std::shared_ptr<PacketCache> cache) {
  auto file = MappedFile::open(path);
  if (!file) return fault_of(file.error());
  return read(path, std::move(*file), std::move(geometry), metric, std::move(cache));
}

Result<std::shared_ptr<const TableFile>, TableFault> TableFile::read(
    const fs::path& path, MappedFile file, std::shared_ptr<const TableGeometry> geometry,
    Metric metric, std::shared_ptr<PacketCache> cache) {
  const auto header = read_header(path, file.bytes());
  if (!header) return header.error();
  const auto info = info_of(path, *header);
  if (!info) return info.error();
  if (info->material != geometry->material() || info->metric != metric) {
    return TableFault{TableError::WrongTable, path.string() + " holds the table " +
                                                  table_file_name(info->material, info->metric) +
                                                  ", not " +
                                                  table_file_name(geometry->material(), metric)};
  }
  std::shared_ptr<TableFile> table(
      new TableFile(path, std::move(geometry), std::move(cache), std::move(file), *info));
  if (auto fault = table->check_parts()) return *fault;
  return std::shared_ptr<const TableFile>(std::move(table));
}

TableFault TableFile::damaged(std::string_view what) const {
  return damaged_table(path_, what);
}

TableFault TableFile::damaged_section(const Section& section, std::string_view what) const {
  return damaged("section " + number_of(section.id) + ": " + std::string(what));
}

/// Numbers of rows and packets tell a file whose geometry is another one. How many positions there
/// are exactly is known once all packets are read, which is left to verify().
std::optional<TableFault> TableFile::check_parts() {
  const auto header = structure_at<TableHeader>(file_.bytes());
  if (header.rows != geometry_->rows() || header.packets != geometry_->packets() ||
      header.rows_per_packet != TableGeometry::kPacketRows ||
      header.positions > header.rows * Square::kCount) {
    return damaged("it has not as many positions as its material");
  }
  packets_ = file_.bytes().first(header.sections_offset);
  index_ = file_.bytes().subspan(header.index_offset, header.packets * sizeof(PacketEntry));
  if (checksum_of(index_) != header.index_checksum) {
    return damaged("the checksum of its index is wrong");
  }
  if (auto fault = check_index()) return fault;
  return read_section_table();
}

/// The checksum of the index defends against changed offsets. Those of a file that was wrong from
/// the start must still ascend, since no packet is empty, and the last one must be the end of the
/// packets.
std::optional<TableFault> TableFile::check_index() const {
  std::uint64_t begin = sizeof(TableHeader);
  for (auto rest = index_; !rest.empty(); rest = rest.subspan(sizeof(PacketEntry))) {
    const auto entry = structure_at<PacketEntry>(rest);
    if (entry.end_offset <= begin) return damaged("its packets do not follow each other");
    begin = entry.end_offset;
  }
  if (begin != packets_.size()) return damaged("its index and its packets do not agree");
  return {};
}

/// Sections follow each other without gaps from the end of the packets to the packet index, so that
/// no two overlap and none lies outside its part. Their numbers ascend, so that none is there
/// twice.
std::optional<TableFault> TableFile::read_section_table() {
  const auto header = structure_at<TableHeader>(file_.bytes());
  auto table = file_.bytes().last(header.sections * sizeof(SectionEntry));
  if (checksum_of(table) != header.section_table_checksum) {
    return damaged("the checksum of its list of sections is wrong");
  }
  std::uint64_t offset = header.sections_offset;
  for (; !table.empty(); table = table.subspan(sizeof(SectionEntry))) {
    const auto entry = structure_at<SectionEntry>(table);
    const auto id = static_cast<SectionId>(entry.id);
    const bool ascends = sections_.empty() || sections_.back().id < id;
    if (!ascends || entry.zero != 0 || entry.offset != offset ||
        entry.stored_bytes > header.index_offset - offset) {
      return damaged("its sections do not follow each other");
    }
    sections_.push_back(
        {id, file_.bytes().subspan(offset, entry.stored_bytes), entry.bytes, entry.checksum});
    offset += entry.stored_bytes;
  }
  if (offset != header.index_offset) return damaged("something is behind its sections");
  return {};
}

/// The offsets have been checked when the file was opened. The bytes are checked before the
/// decompressor sees them.
Result<Packet, TableFault> TableFile::decode(std::uint32_t number) const {
  const auto fault = [&](std::string_view what) {
    return damaged("packet " + std::to_string(number) + ": " + std::string(what));
  };
  const auto entry = structure_at<PacketEntry>(index_.subspan(number * sizeof(PacketEntry)));
  std::uint64_t begin = sizeof(TableHeader);
  if (number > 0) {
    begin =
        structure_at<PacketEntry>(index_.subspan((number - 1) * sizeof(PacketEntry))).end_offset;
  }
  const auto bytes = packets_.subspan(begin, entry.end_offset - begin);
  if (checksum_of(bytes) != entry.checksum) return fault("its checksum is wrong");
  auto packet = Packet::decode(*geometry_, number, bytes);
  if (!packet) return fault("it cannot be unpacked");
  return std::move(*packet);
}

/// Two threads may unpack the same packet at the same time; the cache keeps the first, and both use
/// it.
Result<std::shared_ptr<const Packet>, TableFault> TableFile::packet(std::uint32_t number) const {
  const PacketCache::Key key{number_in_cache_, number};
  if (auto cached = cache_->find(key)) return cached;
  auto packet = decode(number);
  if (!packet) return packet.error();
  return cache_->insert(key, std::make_shared<const Packet>(std::move(*packet)));
}

/// Index, row, packet, place in the packet: the geometry knows the first step, the packet the last
/// one.
Result<StoredValue, TableFault> TableFile::value(const Index& index) const {
  const TablePlace place = geometry_->place_of(index);
  const auto found = packet(TableGeometry::packet_of(place.row));
  if (!found) return found.error();
  return (*found)->value(place.row % TableGeometry::kPacketRows, place.bit);
}

bool TableFile::has_section(SectionId id) const {
  return std::any_of(sections_.begin(), sections_.end(),
                     [&](const Section& section) { return section.id == id; });
}

Result<std::vector<std::uint8_t>, TableFault> TableFile::section(SectionId id,
                                                                 std::size_t most_bytes) const {
  for (const Section& section : sections_) {
    if (section.id == id) return unpack(section, most_bytes);
  }
  return TableFault{TableError::NoTable, path_.string() + " has no section " + number_of(id)};
}

/// Checked in the order in which damage could do harm: the bytes before the decompressor sees them,
/// the size before memory is asked for, and how much came out. Section table and frame both say the
/// size, and both may lie: 8 KB can unpack to gigabytes.
Result<std::vector<std::uint8_t>, TableFault> TableFile::unpack(const Section& section,
                                                                std::size_t most_bytes) const {
  const auto fault = [&](std::string_view what) { return damaged_section(section, what); };
  if (checksum_of(section.stored) != section.checksum) return fault("its checksum is wrong");
  if (section.bytes > most_bytes) return fault("it is larger than it can be");
  if (ZSTD_getFrameContentSize(section.stored.data(), section.stored.size()) != section.bytes) {
    return fault("its size is wrong");
  }
  std::vector<std::uint8_t> bytes(section.bytes);
  const std::size_t size =
      ZSTD_decompress(bytes.data(), bytes.size(), section.stored.data(), section.stored.size());
  if (ZSTD_isError(size) != 0 || size != bytes.size()) return fault("it cannot be unpacked");
  return bytes;
}

std::optional<TableFault> TableFile::verify(ThreadPool& pool,
                                            const std::atomic<bool>& cancelled) const {
  if (auto fault = verify_packets(pool, cancelled)) return fault;
  for (const Section& section : sections_) {
    if (cancelled) break;
    if (checksum_of(section.stored) != section.checksum) {
      return damaged_section(section, "its checksum is wrong");
    }
  }
  if (cancelled) {
    return TableFault{TableError::Cancelled, "checking " + path_.string() + " was cancelled"};
  }
  return {};
}

/// Threads come to the packets in any order, so the fault with the smallest number is kept: the
/// answer is the same every time. Positions are counted where there are values for them, or by the
/// map where one value stands for all.
std::optional<TableFault> TableFile::verify_packets(ThreadPool& pool,
                                                    const std::atomic<bool>& cancelled) const {
  std::mutex mutex;
  std::optional<TableFault> first;
  std::uint32_t first_packet = info_.packets;
  std::atomic<std::uint64_t> positions{0};
  pool.for_each(info_.packets, [&](std::size_t i, unsigned) {
    if (cancelled) return;
    const auto number = static_cast<std::uint32_t>(i);
    const auto packet = decode(number);
    if (packet) {
      const auto counted = packet->positions();
      positions += counted ? *counted : PacketMap(*geometry_, number).size();
      return;
    }
    const std::lock_guard lock(mutex);
    if (number >= first_packet) return;
    first_packet = number;
    first = packet.error();
  });
  if (first) return first;
  if (!cancelled && positions != info_.positions) {
    return damaged("it says that it has " + std::to_string(info_.positions) +
                   " positions and has " + std::to_string(positions));
  }
  return {};
}

}  // namespace lucena
