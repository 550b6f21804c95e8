// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "table/packet_map.h"

struct ZSTD_CCtx_s;

namespace lucena {

/// The values of a packet, unpacked. They are in the order of PacketMap, legal positions only, so
/// they take less than 16 KB.
class Packet {
 public:
  /// From the bytes of a file; nothing if they are no such packet.
  static std::optional<Packet> decode(const TableGeometry& geometry, std::uint32_t packet,
                                      std::span<const std::uint8_t> bytes);

  /// The value of a legal position; that of any other means nothing.
  std::uint8_t value(std::uint32_t row_in_packet, unsigned bit) const {
    if (!map_) return constant_;
    return map_->contains(row_in_packet, bit) ? values_[map_->place_of(row_in_packet, bit)] : 0;
  }

  /// Calls visit(row in packet, bit, value) for every stored position of a packet with so many
  /// rows; where all values are the same, for all positions.
  template <class Visit>
  void for_each(std::uint32_t rows, Visit&& visit) const {
    if (map_) {
      auto value = values_.begin();
      map_->for_each([&](std::uint32_t row, unsigned bit) { visit(row, bit, *value++); });
      return;
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (unsigned bit = 0; bit < 64; ++bit) visit(row, bit, constant_);
    }
  }

  /// How many positions are stored; nothing where all have the same value, since then nobody had to
  /// count them.
  std::optional<std::size_t> positions() const {
    if (!map_) return {};
    return values_.size();
  }

  /// The memory it takes.
  std::size_t size_bytes() const { return sizeof(Packet) + values_.capacity(); }

 private:
  Packet() = default;

  // A packet of one value alone has no map and no values.
  std::optional<PacketMap> map_;  // nothing if all values are the same
  std::vector<std::uint8_t> values_;
  std::uint8_t constant_ = 0;
};

/// The rows of a packet on their way into a file. 256 * 64 values are 16 KB, the sets 2 KB.
struct PacketRows {
  /// By row in the packet, then by the black king's square.
  std::array<std::array<std::uint8_t, 64>, TableGeometry::kPacketRows> values;
  /// By row in the packet, the black king's squares whose value matters.
  std::array<std::uint64_t, TableGeometry::kPacketRows> matters;
};

/// Compresses packets, one after the other; each thread has its own.
class PacketEncoder {
 public:
  PacketEncoder();

  struct Encoded {
    std::vector<std::uint8_t> bytes;
    std::size_t positions;  // stored in the packet
  };
  Encoded encode(const TableGeometry& geometry, std::uint32_t packet, const PacketRows& rows);

 private:
  struct FreeContext {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
  std::vector<std::uint8_t> values_, room_;
};

}  // namespace lucena
