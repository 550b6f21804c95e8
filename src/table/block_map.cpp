// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/block_map.h"

#include "chess/attacks.h"

namespace lucena {
namespace {

/// Bit k of word i becomes bit i of word k. Swaps the off-diagonal quarters, then the quarters of
/// quarters, down to single bits.
void transpose(std::array<std::uint64_t, 64>& words) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (std::size_t width = 32; width != 0; width /= 2, mask ^= mask << width) {
    for (std::size_t i = 0; i < 64; i = ((i | width) + 1) & ~width) {
      const std::uint64_t swapped = (words[i] >> width ^ words[i | width]) & mask;
      words[i] ^= swapped << width;
      words[i | width] ^= swapped;
    }
  }
}

}  // namespace

std::uint64_t stored_squares(Square white_king, std::span<const Piece> men,
                             const Squares& squares) {
  Bitboard occupied(white_king);
  for (std::size_t i = 0; i < men.size(); ++i) {
    const Square here(squares[i]);
    if (occupied.contains(here)) return 0;
    occupied |= Bitboard(here);
  }
  Bitboard forbidden = occupied | king_attacks(white_king);
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (men[i].color != Color::White) continue;
    const Square from(squares[i]);
    forbidden |= men[i].type == PieceType::Pawn ? pawn_attacks(Color::White, from)
                                                : piece_attacks(men[i].type, from, occupied);
  }
  return ~forbidden.bits();
}

BlockMap::BlockMap(const TableGeometry& geometry, std::uint32_t block)
    : lines_are_rows_(geometry.has_black_piece()) {
  const Layout& layout = geometry.layout();
  const std::uint32_t rows = geometry.rows_of_block(block);
  for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
    std::array<std::uint64_t, 64> words{};
    for (std::uint32_t i = 0; i < 64 && 64 * layer + i < rows; ++i) {
      const RowMen men = geometry.men_of_row(block * TableGeometry::kBlockRows + 64 * layer + i);
      words[i] = stored_squares(layout.king_square(men.king_slot), layout.men(), men.squares);
    }
    if (!lines_are_rows_) transpose(words);
    for (std::size_t line = 0; line < 64; ++line) words_[line * kLayers + layer] = words[line];
  }
  for (std::size_t line = 0; line < 64; ++line) {
    line_starts_[line] = static_cast<std::uint16_t>(size_);
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      size_ += static_cast<std::size_t>(std::popcount(words_[line * kLayers + layer]));
    }
  }
}

}  // namespace lucena
