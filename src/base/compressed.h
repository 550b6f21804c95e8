// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"

namespace lucena {

/// Bytes that wait in memory for later use, compressed by zstd in pieces.
class CompressedBytes {
 public:
  CompressedBytes() = default;
  CompressedBytes(std::span<const std::uint8_t> bytes, ThreadPool& pool);

  bool empty() const { return pieces_.empty(); }
  std::size_t size_bytes() const;

  /// Fills a span of the original size.
  void restore(std::span<std::uint8_t> bytes, ThreadPool& pool) const;

 private:
  std::vector<std::vector<std::uint8_t>> pieces_;
};

}  // namespace lucena
