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
void gather(const PacketMap& map, const PacketRows& rows, std::vector<std::uint8_t>& values) {
  values.clear();
  std::size_t first_that_matters = map.size();
  map.for_each([&](std::uint32_t row, unsigned bit) {
    if ((rows.matters[row] >> bit & 1) != 0) {
      first_that_matters = std::min(first_that_matters, values.size());
      values.push_back(rows.values[row][bit]);
    } else {
      values.push_back(values.empty() ? std::uint8_t{0} : values.back());
    }
  });
  if (first_that_matters == map.size()) return;
  std::fill_n(values.begin(), first_that_matters, values[first_that_matters]);
}

}  // namespace

/// A frame of another size than the map asks for is no packet of this place, whatever is in it.
/// zstd never writes beyond the room it is given.
std::optional<Packet> Packet::decode(const TableGeometry& geometry, std::uint32_t packet,
                                     std::span<const std::uint8_t> bytes) {
  Packet result;
  if (bytes.size() == 1) {
    result.constant_ = bytes.front();
    return result;
  }
  const PacketMap& map = result.map_.emplace(geometry, packet);
  result.values_.resize(map.size());
  const std::size_t size = ZSTD_decompressDCtx(decompressor(), result.values_.data(), map.size(),
                                               bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0 || size != map.size()) return {};
  return result;
}

PacketEncoder::PacketEncoder() : context_(ZSTD_createCCtx()) {
  if (!context_) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  room_.resize(ZSTD_compressBound(PacketMap::kPositions));
  values_.reserve(PacketMap::kPositions);
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
    return {{values_.empty() ? std::uint8_t{0} : values_.front()}, map.size()};
  }
  const std::size_t size =
      ZSTD_compress2(context_.get(), room_.data(), room_.size(), values_.data(), values_.size());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  return {{room_.begin(), room_.begin() + size}, map.size()};
}

}  // namespace lucena
