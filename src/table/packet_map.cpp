// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/packet_map.h"

#include <algorithm>
#include <optional>

#include "chess/attacks.h"

namespace lucena {
namespace {

/// Bit k of number i becomes bit i of number k. Swaps the off-diagonal quarters, then the quarters
/// of quarters, down to single bits:
///
///     A B      A C
///     C D      B D
///
/// The next i is the next number without the bit of the width: adding 1 to i with that bit set
/// carries over it. The masks are the lower halves: 00000000ffffffff, 0000ffff0000ffff and so on.
void transpose(std::array<std::uint64_t, 64>& numbers) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (std::size_t width = 32; width != 0; width /= 2, mask ^= mask << width) {
    for (std::size_t i = 0; i < 64; i = ((i | width) + 1) & ~width) {
      const std::uint64_t swapped = (numbers[i] >> width ^ numbers[i | width]) & mask;
      numbers[i] ^= swapped << width;
      numbers[i | width] ^= swapped;
    }
  }
}

constexpr Piece kWhiteKing{Color::White, PieceType::King};

/// A man on his square.
struct Stone {
  Piece man = kWhiteKing;
  Square square = Square(0);
};

/// At most all men but the black king.
struct Stones {
  std::array<Stone, kMaxOthers + 1> list{};
  std::size_t count = 0;

  std::span<const Stone> all() const { return {list.data(), count}; }
  void add(Piece man, Square square) { list[count++] = {man, square}; }
};

Bitboard attacked_by_white(const Stone& stone, Bitboard occupied) {
  if (stone.man.color != Color::White) return {};
  if (stone.man.type == PieceType::Pawn) return pawn_attacks(Color::White, stone.square);
  return piece_attacks(stone.man.type, stone.square, occupied);
}

Bitboard attacked_by_white(std::span<const Stone> stones, Bitboard occupied) {
  Bitboard attacked;
  for (const Stone& stone : stones) attacked |= attacked_by_white(stone, occupied);
  return attacked;
}

/// Nothing if two share a square.
std::optional<Bitboard> squares_of(std::span<const Stone> stones) {
  Bitboard occupied;
  for (const Stone& stone : stones) {
    if (occupied.contains(stone.square)) return {};
    occupied |= Bitboard(stone.square);
  }
  return occupied;
}

/// The stored squares of 64 rows that differ in the square of one man. Where he does not stand in
/// the way of the others, which is almost everywhere, their attacks are the same. On a square that
/// none of them attacks he changes nothing but his own square and his own attacks; on one that is
/// attacked he may shorten a line, and all attacks are computed again.
void fill_rows(const Stones& others, Piece moving, std::array<std::uint64_t, 64>& words) {
  const auto occupied = squares_of(others.all());
  if (!occupied) return;
  const Bitboard attacked = attacked_by_white(others.all(), *occupied);
  for (const Square square : kAllSquares - *occupied) {
    const Stone stone{moving, square};
    const Bitboard with_him = *occupied | Bitboard(stone.square);
    const bool in_the_way = attacked.contains(stone.square);
    const Bitboard forbidden = with_him | attacked_by_white(stone, with_him) |
                               (in_the_way ? attacked_by_white(others.all(), with_him) : attacked);
    words[square.byte()] = ~forbidden.bits();
  }
}

/// The stored squares of up to 64 rows, the first of which is a multiple of 64: as words. Where one
/// man or the white king varies fastest, the 64 rows differ in his square alone, row i having him
/// on square i, and fill_rows() shares what the others attack.
std::array<std::uint64_t, 64> words_of_rows(const TableGeometry& geometry, std::uint32_t first,
                                            std::uint32_t count) {
  std::array<std::uint64_t, 64> words{};
  const Layout& layout = geometry.layout();
  if (geometry.fastest() == TableGeometry::Fastest::Mixed || count < 64) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const RowMen men = geometry.men_of_row(first + i);
      words[i] = stored_squares(layout.king_square(men.king_slot), layout.men(), men.squares);
    }
    return words;
  }
  const RowMen men = geometry.men_of_row(first);
  const bool king_moves = geometry.fastest() == TableGeometry::Fastest::WhiteKing;
  const std::size_t last_free = layout.free_men().size() - 1;
  Stones others;
  if (!king_moves) others.add(kWhiteKing, layout.king_square(men.king_slot));
  for (std::size_t i = 0; i < layout.men().size(); ++i) {
    if (king_moves || i != last_free) others.add(layout.men()[i], Square(men.squares[i]));
  }
  fill_rows(others, king_moves ? kWhiteKing : layout.men()[last_free], words);
  return words;
}

}  // namespace

/// The white king's attacks are among White's, so squares next to him are left out like any
/// attacked one.
std::uint64_t stored_squares(Square white_king, std::span<const Piece> men,
                             const Squares& squares) {
  Stones stones;
  stones.add(kWhiteKing, white_king);
  for (std::size_t i = 0; i < men.size(); ++i) stones.add(men[i], Square(squares[i]));
  const auto occupied = squares_of(stones.all());
  if (!occupied) return 0;
  return ~(*occupied | attacked_by_white(stones.all(), *occupied)).bits();
}

/// What is stored of a row comes as a word, which is a line if lines are rows and must be turned
/// over if they are not. 16 bits hold every start: a packet has 256 * 64 = 16384 positions.
PacketMap::PacketMap(const TableGeometry& geometry, std::uint32_t packet)
    : lines_are_rows_(geometry.has_black_piece()) {
  const std::uint32_t rows = geometry.rows_of_packet(packet);
  for (std::uint32_t layer = 0; layer < kLayers && 64 * layer < rows; ++layer) {
    auto lines = words_of_rows(geometry, packet * TableGeometry::kPacketRows + 64 * layer,
                               std::min(64u, rows - 64 * layer));
    if (!lines_are_rows_) transpose(lines);
    for (std::size_t line = 0; line < 64; ++line) stored_[line * kLayers + layer] = lines[line];
  }
  for (std::size_t line = 0; line < 64; ++line) {
    line_starts_[line] = static_cast<std::uint16_t>(size_);
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      size_ += std::popcount(stored_[line * kLayers + layer]);
    }
  }
}

}  // namespace lucena
