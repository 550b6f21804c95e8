// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/compressed.h"

#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <new>

namespace lucena {
namespace {

// 1 MB of the original: pieces are compressed and restored independently, which is what lets
// threads share the work, and each is large enough for zstd to find what repeats.
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
/// The fastest level: the bytes do not wait long.
constexpr int kLevel = 1;

/// The i-th piece; the last one is as long as what is left, so that 2.5 MB are pieces of 1, 1 and
/// 0.5 MB.
template <class T>
std::span<T> piece(std::span<T> bytes, std::size_t i) {
  return bytes.subspan(i * kPieceBytes, std::min(kPieceBytes, bytes.size() - i * kPieceBytes));
}

}  // namespace

/// Each piece is copied out of the room for the worst case, which is larger than the original, so
/// that only what it came to stays in memory. No thread touches another one's piece.
CompressedBytes::CompressedBytes(std::span<const std::uint8_t> bytes, ThreadPool& pool)
    : pieces_((bytes.size() + kPieceBytes - 1) / kPieceBytes) {
  pool.for_each(pieces_.size(), [&](std::size_t i, unsigned) {
    const auto from = piece(bytes, i);
    std::vector<std::uint8_t> room(ZSTD_compressBound(from.size()));
    const std::size_t size =
        ZSTD_compress(room.data(), room.size(), from.data(), from.size(), kLevel);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    room.resize(size);
    pieces_[i].assign(room.begin(), room.end());
  });
}

std::size_t CompressedBytes::size_bytes() const {
  std::size_t sum = 0;
  for (const auto& compressed : pieces_) sum += compressed.size();
  return sum;
}

/// These bytes have never left the memory, so that there is no foreseeable way for them to be
/// damaged; if zstd fails, it is for want of memory.
void CompressedBytes::restore(std::span<std::uint8_t> bytes, ThreadPool& pool) const {
  pool.for_each(pieces_.size(), [&](std::size_t i, unsigned) {
    const auto to = piece(bytes, i);
    const std::size_t size =
        ZSTD_decompress(to.data(), to.size(), pieces_[i].data(), pieces_[i].size());
    if (size != to.size()) throw std::bad_alloc();
  });
}

}  // namespace lucena
