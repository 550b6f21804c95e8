// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "table/geometry.h"

namespace lucena {

/// The squares of the black king on which a position with White to move is legal; none if two of
/// the other men share a square.
std::uint64_t stored_squares(Square white_king, std::span<const Piece> men, const Squares& squares);

/// Which positions of a packet are stored, and in which order: section 3 of docs/FORMAT.md.
///
/// A packet is a cube: row 64 g + i and black king k. Its values come line by line, in a line
/// column by column, and for a column one layer g after the other. With a black piece that moves
/// within 64 rows, lines are i and columns are k, otherwise the other way round. 64 bits hold what
/// is stored of a line and layer. With two layers of four columns instead of four of 64, a line
/// could be
///
///     column       0  1  2  3
///     layer 0      1  .  1  1        the values in their order: (0,0) (1,1) (2,0) (2,1) (3,0),
///     layer 1      .  1  1  .        by column and layer
///
/// so that neighbours in the order differ in as little as possible, and compress well.
class PacketMap {
 public:
  /// Four layers of 64 rows, 256 * 64 = 16384 positions.
  static constexpr std::size_t kLayers = TableGeometry::kPacketRows / 64;
  static constexpr std::size_t kPositions = std::size_t{TableGeometry::kPacketRows} * 64;

  PacketMap(const TableGeometry& geometry, std::uint32_t packet);

  /// How many positions are stored.
  std::size_t size() const { return size_; }

  bool contains(std::uint32_t row_in_packet, unsigned bit) const {
    const Cell cell = cell_of(row_in_packet, bit);
    return (stored_[cell.line * kLayers + cell.layer] >> cell.column & 1) != 0;
  }

  /// How many values come before that of a position which is stored: those of the lines before, in
  /// this line those of the columns before in every layer, and of its own column those of the
  /// layers before. Four sets and as many bit counts, whatever the position.
  ///
  /// In the drawing above, column 2 and layer 1: before column 2 layer 0 has one value and layer 1
  /// has one, and in column 2 layer 0 comes before it. That is 3, and (2,1) is the value with
  /// number 3, counted from 0.
  std::size_t place_of(std::uint32_t row_in_packet, unsigned bit) const {
    const Cell cell = cell_of(row_in_packet, bit);
    const std::uint64_t before = (std::uint64_t{1} << cell.column) - 1;
    std::size_t place = line_starts_[cell.line];
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      const std::uint64_t columns = stored_[cell.line * kLayers + layer];
      place += std::popcount(columns & before);
      if (layer < cell.layer) place += columns >> cell.column & 1;
    }
    return place;
  }

  /// Calls visit(row in packet, bit) for every stored position in the order of the values. The
  /// places of these calls are 0, 1, 2 and so on.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned line = 0; line < 64; ++line) {
      const std::uint64_t* layers = &stored_[line * kLayers];
      std::uint64_t columns = 0;
      for (std::size_t layer = 0; layer < kLayers; ++layer) columns |= layers[layer];
      for (; columns != 0; columns &= columns - 1) {
        const unsigned column = std::countr_zero(columns);
        for (unsigned layer = 0; layer < kLayers; ++layer) {
          if ((layers[layer] >> column & 1) == 0) continue;
          const unsigned i = lines_are_rows_ ? line : column, k = lines_are_rows_ ? column : line;
          visit(64 * layer + i, k);
        }
      }
    }
  }

 private:
  struct Cell {
    std::size_t line, layer;
    unsigned column;
  };
  Cell cell_of(std::uint32_t row, unsigned bit) const {
    if (lines_are_rows_) return {row % 64, row / 64, bit};
    return {bit, row / 64, row % 64};
  }

  bool lines_are_rows_;
  std::size_t size_ = 0;
  std::array<std::uint64_t, 64 * kLayers> stored_{};  // by line, then layer: columns
  std::array<std::uint16_t, 64> line_starts_{};       // how many values the lines before have
};

}  // namespace lucena
