// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

#include "base/buffer.h"
#include "endgame/layout.h"
#include "table/outcome.h"

namespace lucena {

/// The values of all positions of an ending without castling rights by one metric, for both sides
/// to move, a byte each. Illegal positions are drawn.
class EndingTable {
 public:
  using Bytes = ByColor<Buffer<std::uint8_t>>;

  /// Uses the given memory if it is large enough and not much too large. The values may be
  /// anything.
  explicit EndingTable(const Material& material, Bytes recycled = {});

  /// Gives the memory back for another table.
  Bytes take_bytes() { return std::move(bytes_); }

  const Layout& layout() const { return layout_; }
  const Material& material() const { return layout_.material(); }

  /// The values of the 64 positions of a word; words and skeletons follow each other.
  std::uint8_t* rows(Color side, std::uint32_t skeleton, std::uint32_t word = 0) {
    return bytes_[side].data() + offset(skeleton, word);
  }
  const std::uint8_t* rows(Color side, std::uint32_t skeleton, std::uint32_t word = 0) const {
    return bytes_[side].data() + offset(skeleton, word);
  }
  std::uint8_t at(Color side, const Index& index) const {
    return rows(side, index.skeleton, index.word)[index.bit];
  }

  /// Whether the 50-move rule changes the result of a position; of a table by zeroing distance.
  bool has_cursed() const { return has_cursed_; }
  void set_has_cursed(bool has_cursed) { has_cursed_ = has_cursed; }

  static std::size_t size_bytes(const Layout& layout) { return 2 * side_bytes(layout); }

 private:
  static std::size_t side_bytes(const Layout& layout) {
    return std::size_t{layout.skeleton_count()} * layout.words() * 64;
  }
  /// In KRPvKR a skeleton has 64 * 64 * 64 words of 64 bytes, 16 MB a side to move.
  std::size_t offset(std::uint32_t skeleton, std::uint32_t word) const {
    return (std::size_t{skeleton} * layout_.words() + word) * 64;
  }

  Layout layout_;
  Bytes bytes_;
  bool has_cursed_ = false;
};

}  // namespace lucena
