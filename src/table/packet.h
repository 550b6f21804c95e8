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
#include "table/stored_value.h"

struct ZSTD_CCtx_s;

namespace lucena {

/// The values of a packet, unpacked. They are in the order of PacketMap, legal positions only, so
/// they take less than 16 KB, or twice that where some do not fit in a byte.
class Packet {
 public:
  /// From the bytes of a file; nothing if they are no such packet.
  static std::optional<Packet> decode(const TableGeometry& geometry, std::uint32_t packet,
                                      std::span<const std::uint8_t> bytes);

  /// The value of a legal position; that of any other means nothing.
  StoredValue value(std::uint32_t row_in_packet, unsigned bit) const {
    if (!map_) return constant_;
    if (!map_->contains(row_in_packet, bit)) return 0;
    return value_at(map_->place_of(row_in_packet, bit));
  }

  /// Calls visit(row in packet, bit, value) for every stored position of a packet with so many
  /// rows; where all values are the same, for all positions.
  template <class Visit>
  void for_each(std::uint32_t rows, Visit&& visit) const {
    if (map_) {
      const std::uint8_t* low = values_.data();
      if (high_bytes_ == 0) {
        map_->for_each([&](std::uint32_t row, unsigned bit) { visit(row, bit, *low++); });
      } else {
        const std::uint8_t* high = low + high_bytes_;
        map_->for_each([&](std::uint32_t row, unsigned bit) {
          visit(row, bit, StoredValue(*low++ | *high++ << 8));
        });
      }
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
    return map_->size();
  }

  /// The memory it takes.
  std::size_t size_bytes() const { return sizeof(Packet) + values_.capacity(); }

 private:
  Packet() = default;

  StoredValue value_at(std::size_t place) const {
    if (high_bytes_ == 0) return values_[place];
    return values_[place] | values_[high_bytes_ + place] << 8;
  }

  // A packet of one value alone has no map and no values.
  std::optional<PacketMap> map_;      // nothing if all values are the same
  std::vector<std::uint8_t> values_;  // low bytes, then high bytes if there are any
  std::size_t high_bytes_ = 0;        // where they begin
  StoredValue constant_ = 0;
};

/// The rows of a packet on their way into a file. 256 * 64 values are 32 KB, the sets 2 KB.
struct PacketRows {
  /// By row in the packet, then by the black king's square.
  std::array<std::array<StoredValue, 64>, TableGeometry::kPacketRows> values;
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
  std::vector<StoredValue> values_;
  std::vector<std::uint8_t> bytes_, room_;
};

}  // namespace lucena
