// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/packet.h"

#include <zstd.h>

#include <algorithm>
#include <new>

#include "base/simd.h"

namespace lucena {
namespace {

/// Level 9 takes twice the time for less than 1 %; docs/FORMAT.md has the figures.
constexpr int kLevel = 6;

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Setting one up takes longer than unpacking a packet, so every thread keeps its own.
ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  return context.get();
}

/// The stored values in their order. One that does not matter repeats the one before it, which
/// costs the compressor next to nothing; those at the beginning repeat the first that does matter.
///
///     values      .  .  5  .  .  7  .       the dots do not matter
///     written     5  5  5  5  5  7  7
void gather(const PacketMap& map, const PacketRows& rows, std::vector<StoredValue>& values) {
  values.clear();
  std::size_t first_that_matters = map.size();
  map.for_each([&](std::uint32_t row, unsigned bit) {
    if ((rows.matters[row] >> bit & 1) != 0) {
      first_that_matters = std::min(first_that_matters, values.size());
      values.push_back(rows.values[row][bit]);
    } else {
      values.push_back(values.empty() ? StoredValue{0} : values.back());
    }
  });
  if (first_that_matters == map.size()) return;
  std::fill_n(values.begin(), first_that_matters, values[first_that_matters]);
}

/// The low bytes of all values, then the high bytes if any of those is not 0.
void split(std::span<const StoredValue> values, std::vector<std::uint8_t>& bytes) {
  bytes.clear();
  StoredValue all = 0;
  for (const StoredValue value : values) {
    bytes.push_back(value & 255);
    all |= value;
  }
  if (all < 256) return;
  for (const StoredValue value : values) bytes.push_back(value >> 8);
}

}  // namespace

/// A frame of another size than the map asks for is no packet of this place, whatever is in it.
/// zstd never writes beyond the room it is given.
std::optional<Packet> Packet::decode(const TableGeometry& geometry, std::uint32_t packet,
                                     std::span<const std::uint8_t> bytes) {
  Packet result;
  const std::size_t most_bytes = geometry.has_two_byte_values() ? 2 : 1;
  if (bytes.size() <= most_bytes) {
    for (std::size_t i = bytes.size(); i-- > 0;)
      result.constant_ = result.constant_ << 8 | bytes[i];
    return result;
  }
  const PacketMap& map = result.map_.emplace(geometry, packet);
  result.values_.resize(most_bytes * map.size());
  const std::size_t size = ZSTD_decompressDCtx(decompressor(), result.values_.data(),
                                               result.values_.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0 || (size != map.size() && size != result.values_.size())) return {};
  if (size > map.size()) result.high_bytes_ = map.size();
  result.values_.resize(size);
  return result;
}

PacketEncoder::PacketEncoder() : context_(ZSTD_createCCtx()) {
  if (!context_) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  room_.resize(ZSTD_compressBound(2 * PacketMap::kPositions));
  values_.reserve(PacketMap::kPositions);
  bytes_.reserve(2 * PacketMap::kPositions);
}

void PacketEncoder::FreeContext::operator()(ZSTD_CCtx_s* context) const {
  ZSTD_freeCCtx(context);
}

PacketEncoder::Encoded PacketEncoder::encode(const TableGeometry& geometry, std::uint32_t packet,
                                             const PacketRows& rows) {
  const PacketMap map(geometry, packet);
  with_best_instructions([&] { gather(map, rows, values_); });
  const bool constant =
      std::adjacent_find(values_.begin(), values_.end(), std::not_equal_to<>()) == values_.end();
  if (constant) {
    const StoredValue value = values_.empty() ? StoredValue{0} : values_.front();
    split({&value, 1}, bytes_);
    return {bytes_, map.size()};
  }
  split(values_, bytes_);
  const std::size_t size =
      ZSTD_compress2(context_.get(), room_.data(), room_.size(), bytes_.data(), bytes_.size());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  return {{room_.begin(), room_.begin() + size}, map.size()};
}

}  // namespace lucena
