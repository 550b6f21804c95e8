// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <xxhash.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "endgame/material.h"
#include "table/stored_value.h"

namespace lucena {

// The structures of docs/FORMAT.md, as they are in a file. They are copied from and to it as they
// are in memory.
static_assert(std::endian::native == std::endian::little);

inline constexpr std::string_view kTableMagic = "LUCENATB";
/// Files with up to five men are of version 1, those with six of version 2, whose values may have
/// two bytes.
inline constexpr std::uint32_t kTableVersion = 1, kLargeTableVersion = 2;
inline constexpr std::uint32_t kByteOrderMark = 0x01020304;
inline constexpr std::uint16_t kNothingIsCursedFlag = 1;

/// The numbers that are zero fill up what would otherwise be gaps, so that the header has no byte
/// without a meaning and a checksum of all of it is one of what is written.
struct TableHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t byte_order_mark;
  std::array<char, 16> material;
  std::uint8_t metric;
  std::uint8_t zero_1;
  std::uint16_t flags;
  std::uint32_t rows_per_packet;
  std::uint64_t created_seconds;
  std::uint64_t rows;
  std::uint64_t positions;
  std::uint32_t packets;
  std::uint32_t sections;
  std::uint64_t sections_offset;
  std::uint64_t index_offset;
  std::uint64_t file_bytes;
  std::uint64_t index_checksum;
  std::uint64_t section_table_checksum;
  std::uint64_t zero_2;
  std::uint64_t header_checksum;  // of what is before it
};
static_assert(sizeof(TableHeader) == 128 && std::is_trivially_copyable_v<TableHeader>);
static_assert(offsetof(TableHeader, version) == 8 && offsetof(TableHeader, byte_order_mark) == 12);
static_assert(offsetof(TableHeader, material) == 16 && offsetof(TableHeader, metric) == 32);
static_assert(offsetof(TableHeader, flags) == 34 && offsetof(TableHeader, rows_per_packet) == 36);
static_assert(offsetof(TableHeader, created_seconds) == 40 && offsetof(TableHeader, rows) == 48);
static_assert(offsetof(TableHeader, positions) == 56 && offsetof(TableHeader, packets) == 64);
static_assert(offsetof(TableHeader, sections) == 68);
static_assert(offsetof(TableHeader, sections_offset) == 72);
static_assert(offsetof(TableHeader, index_offset) == 80 && offsetof(TableHeader, file_bytes) == 88);
static_assert(offsetof(TableHeader, index_checksum) == 96);
static_assert(offsetof(TableHeader, section_table_checksum) == 104);
static_assert(offsetof(TableHeader, header_checksum) == 120);

/// A packet starts where the one before ends, so that only the ends are written down. The first one
/// starts at 128, behind the header.
struct PacketEntry {
  std::uint64_t end_offset;
  std::uint64_t checksum;
};
static_assert(sizeof(PacketEntry) == 16);

/// Where a section is in the file, compressed to `stored_bytes`, and its size once it is unpacked.
struct SectionEntry {
  std::uint32_t id;
  std::uint32_t zero;
  std::uint64_t offset;
  std::uint64_t stored_bytes;
  std::uint64_t bytes;
  std::uint64_t checksum;
};
static_assert(sizeof(SectionEntry) == 40 && offsetof(SectionEntry, checksum) == 32);

inline std::uint32_t version_of(const Material& material) {
  return material.men() > kMostMenOfAByte ? kLargeTableVersion : kTableVersion;
}

inline std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

template <class T>
std::span<const std::uint8_t> bytes_of(const T& structure) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {reinterpret_cast<const std::uint8_t*>(&structure), sizeof structure};
}

inline std::uint64_t header_checksum(const TableHeader& header) {
  return checksum_of(bytes_of(header).first(offsetof(TableHeader, header_checksum)));
}

/// The structure at the start of the bytes, which need not be aligned.
template <class T>
T structure_at(std::span<const std::uint8_t> bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  T structure;
  std::memcpy(&structure, bytes.data(), sizeof structure);
  return structure;
}

}  // namespace lucena
