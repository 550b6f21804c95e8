// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "table/block_map.h"

struct ZSTD_CCtx_s;

namespace lucena {

/// The values of a block, unpacked.
class Block {
 public:
  /// From the bytes of a file; nothing if they are no such block.
  static std::optional<Block> decode(const TableGeometry& geometry, std::uint32_t block,
                                     std::span<const std::uint8_t> bytes);

  /// The value of a legal position; that of any other means nothing.
  std::uint8_t value(std::uint32_t row_in_block, unsigned bit) const {
    if (!map_) return constant_;
    return map_->contains(row_in_block, bit) ? values_[map_->rank(row_in_block, bit)] : 0;
  }

  /// Calls visit(row in block, bit, value) for every stored position of a block with so many rows;
  /// where all values are the same, for all positions.
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

  /// The memory it takes.
  std::size_t size_bytes() const { return sizeof(Block) + values_.capacity(); }

 private:
  Block() = default;

  // A block of one value alone has no map and no values.
  std::optional<BlockMap> map_;  // nothing if all values are the same
  std::vector<std::uint8_t> values_;
  std::uint8_t constant_ = 0;
};

/// The rows of a block on their way into a file.
struct BlockRows {
  /// By row in the block, then by the black king's square.
  std::array<std::array<std::uint8_t, 64>, TableGeometry::kBlockRows> values;
  /// By row in the block, the black king's squares whose value matters.
  std::array<std::uint64_t, TableGeometry::kBlockRows> matters;
};

/// Compresses blocks, one after the other; each thread has its own.
class BlockEncoder {
 public:
  BlockEncoder();

  struct Encoded {
    std::vector<std::uint8_t> bytes;
    std::size_t positions;  // stored in the block
  };
  Encoded encode(const TableGeometry& geometry, std::uint32_t block, const BlockRows& rows);

 private:
  struct FreeContext {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
  std::vector<std::uint8_t> values_, room_;
};

}  // namespace lucena
