// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/table_surgery.h"

#include <zstd.h>

#include <algorithm>
#include <stdexcept>

namespace lucena::test {
namespace {

void require(bool condition) {
  if (!condition) throw std::runtime_error("no table to operate on");
}

template <class T>
void append(Bytes& file, const T& structure) {
  const auto bytes = bytes_of(structure);
  file.insert(file.end(), bytes.begin(), bytes.end());
}

template <class T>
void put(Bytes& file, std::size_t offset, const T& structure) {
  std::memcpy(file.data() + offset, &structure, sizeof structure);
}

/// Whether so many bytes from an offset on are in the file; either may be any number.
bool has(const Bytes& file, std::uint64_t offset, std::uint64_t size) {
  return offset <= file.size() && size <= file.size() - offset;
}

std::span<const std::uint8_t> part(const Bytes& file, std::uint64_t begin, std::uint64_t end) {
  return std::span(file).subspan(begin, end - begin);
}

void mend_packets(Bytes& file, const TableHeader& header) {
  std::uint64_t begin = sizeof(TableHeader);
  for (std::uint64_t i = 0; i < header.packets; ++i) {
    const std::uint64_t place = header.index_offset + i * sizeof(PacketEntry);
    if (!has(file, place, sizeof(PacketEntry))) return;
    auto entry = structure_at<PacketEntry>(std::span(file).subspan(place));
    if (begin <= entry.end_offset && entry.end_offset <= file.size()) {
      entry.checksum = checksum_of(part(file, begin, entry.end_offset));
      put(file, place, entry);
    }
    begin = entry.end_offset;
  }
}

void mend_sections(Bytes& file, std::uint64_t table) {
  for (; has(file, table, sizeof(SectionEntry)); table += sizeof(SectionEntry)) {
    auto entry = structure_at<SectionEntry>(std::span(file).subspan(table));
    if (!has(file, entry.offset, entry.stored_bytes)) continue;
    entry.checksum = checksum_of(part(file, entry.offset, entry.offset + entry.stored_bytes));
    put(file, table, entry);
  }
}

}  // namespace

Bytes packed(std::span<const std::uint8_t> bytes) {
  Bytes frame(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 1);
  require(ZSTD_isError(size) == 0);
  frame.resize(size);
  return frame;
}

std::optional<Bytes> unpacked(std::span<const std::uint8_t> frame) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 20;
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > kLargest) return {};
  Bytes bytes(size);
  if (ZSTD_decompress(bytes.data(), size, frame.data(), frame.size()) != size) return {};
  return bytes;
}

/// RFC 8878: the magic number, a descriptor that announces eight bytes of size, the size, and
/// blocks of one repeated byte, each a header of three bytes (last block, kind 1, length) and the
/// byte.
Bytes frame_of_zeros(std::uint64_t size) {
  constexpr std::uint64_t kLongestBlock = 1u << 17;
  Bytes frame{0x28, 0xb5, 0x2f, 0xfd, 0b1110'0000};
  append(frame, size);
  do {
    const std::uint64_t length = std::min(size, kLongestBlock);
    size -= length;
    const std::uint64_t block = length << 3 | 1u << 1 | (size == 0 ? 1u : 0u);
    for (int shift = 0; shift < 24; shift += 8) {
      frame.push_back(static_cast<std::uint8_t>(block >> shift));
    }
    frame.push_back(0);
  } while (size > 0);
  return frame;
}

TableParts::TableParts(const Bytes& file) {
  require(has(file, 0, sizeof(TableHeader)));
  header = structure_at<TableHeader>(file);
  std::uint64_t begin = sizeof(TableHeader);
  for (std::uint32_t i = 0; i < header.packets; ++i) {
    const auto entry = structure_at<PacketEntry>(
        std::span(file).subspan(header.index_offset + i * sizeof(PacketEntry)));
    const auto stored = part(file, begin, entry.end_offset);
    packets.emplace_back(stored.begin(), stored.end());
    begin = entry.end_offset;
  }
  for (std::uint32_t i = 0; i < header.sections; ++i) {
    const auto entry = structure_at<SectionEntry>(
        std::span(file).last((header.sections - i) * sizeof(SectionEntry)));
    const auto stored = part(file, entry.offset, entry.offset + entry.stored_bytes);
    sections.push_back({entry.id, {stored.begin(), stored.end()}, entry.bytes});
  }
}

Bytes TableParts::file() const {
  Bytes file(sizeof(TableHeader)), index, section_table;
  for (const Bytes& packet : packets) {
    file.insert(file.end(), packet.begin(), packet.end());
    append(index, PacketEntry{file.size(), checksum_of(packet)});
  }
  TableHeader mended = header;
  mended.packets = static_cast<std::uint32_t>(packets.size());
  mended.sections = static_cast<std::uint32_t>(sections.size());
  mended.sections_offset = file.size();
  for (const Section& section : sections) {
    append(section_table, SectionEntry{section.id, 0, file.size(), section.stored.size(),
                                       section.bytes, checksum_of(section.stored)});
    file.insert(file.end(), section.stored.begin(), section.stored.end());
  }
  mended.index_offset = file.size();
  file.insert(file.end(), index.begin(), index.end());
  file.insert(file.end(), section_table.begin(), section_table.end());
  mended.file_bytes = file.size();
  put(file, 0, mended);
  mend_checksums(file);
  return file;
}

Bytes TableParts::section(SectionId id) const {
  for (const Section& section : sections) {
    if (static_cast<SectionId>(section.id) == id) return unpacked(section.stored).value();
  }
  throw std::runtime_error("no such section");
}

void TableParts::set_section(SectionId id, const Bytes& bytes) {
  for (Section& section : sections) {
    if (static_cast<SectionId>(section.id) != id) continue;
    section.stored = packed(bytes);
    section.bytes = bytes.size();
  }
}

/// From the parts to the whole, since each checksum covers those before.
void mend_checksums(Bytes& file) {
  if (!has(file, 0, sizeof(TableHeader))) return;
  auto header = structure_at<TableHeader>(file);
  mend_packets(file, header);
  const std::uint64_t index_bytes = std::uint64_t{header.packets} * sizeof(PacketEntry);
  const std::uint64_t table_bytes = std::uint64_t{header.sections} * sizeof(SectionEntry);
  if (has(file, 0, table_bytes)) {
    mend_sections(file, file.size() - table_bytes);
    header.section_table_checksum = checksum_of(std::span(file).last(table_bytes));
  }
  if (has(file, header.index_offset, index_bytes)) {
    header.index_checksum = checksum_of(std::span(file).subspan(header.index_offset, index_bytes));
  }
  header.header_checksum = header_checksum(header);
  put(file, 0, header);
}

}  // namespace lucena::test
