// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "endgame/layout.h"
#include "table/stored_value.h"

namespace lucena {

/// Where a position is in a table file: the row of its word, and the black king's square in it.
struct TablePlace {
  std::uint32_t row;
  std::uint8_t bit;
  friend auto operator<=>(const TablePlace&, const TablePlace&) = default;
};

/// Where the men of a row stand.
struct RowMen {
  std::uint32_t skeleton;
  int king_slot;
  Squares squares;  // of all men besides the kings, in the order of Layout::men()
};

/// The numbering of the rows of a table file, section 2 of docs/FORMAT.md. It leaves out what the
/// numbering of a Layout holds several times: twins in another order, and reflections in the
/// diagonal that the white king stands on.
///
/// Laws: place_of(index_at(row), bit) is {row, bit}; index_at(place_of(i)) is i or an image of it.
///
/// KRvKR with Kc2 (slot 5), Rh7 (55), rd5 (35): leads of the slots 0 to 4 are 36 + 64 + 64 + 64 +
/// 36 = 264, so the lead is 264 + 55 = 319, and the row 319 * 64 + 35 = 20451, in packet 79 as its
/// row 227.
class TableGeometry {
 public:
  static constexpr std::uint32_t kPacketRows = 256;

  explicit TableGeometry(const Material& canonical_material);
  /// Of a table that has some skeletons of a material with pawns alone, given in ascending order.
  TableGeometry(const Material& canonical_material, std::vector<std::uint32_t> some);

  const Layout& layout() const { return layout_; }
  const Material& material() const { return layout_.material(); }

  std::uint32_t rows() const { return rows_; }
  std::uint32_t packets() const { return (rows_ + kPacketRows - 1) / kPacketRows; }
  static std::uint32_t packet_of(std::uint32_t row) { return row / kPacketRows; }
  /// How many rows a packet has: all of them kPacketRows, but perhaps the last one.
  std::uint32_t rows_of_packet(std::uint32_t packet) const;

  /// How many skeletons the table has, and which; one comes behind the other.
  std::uint32_t skeletons() const { return static_cast<std::uint32_t>(skeletons_.size()); }
  std::uint32_t skeleton_at(std::uint32_t place) const { return skeletons_[place]; }
  /// The place of a skeleton that the table has.
  std::uint32_t place_of_skeleton(std::uint32_t skeleton) const;

  /// Any index of a position whose skeleton it has, canonical or not. No two men stand on one
  /// square.
  TablePlace place_of(const Index& index) const;

  RowMen men_of_row(std::uint32_t row) const;
  /// The skeleton and the word of a row, with bit 0.
  Index index_at(std::uint32_t row) const;

  /// Whether some value may not fit in a byte.
  bool has_two_byte_values() const { return material().men() > kMostMenOfAByte; }

  /// Whether Black has a man who is no pawn; he is the last free man then.
  bool has_black_piece() const { return has_black_piece_; }
  /// What varies fastest: if it is a single man or the white king, 64 rows that start at a multiple
  /// of 64 differ in its square only, which is the row's number modulo 64.
  enum class Fastest { WhiteKing, LastFreeMan, Mixed };
  Fastest fastest() const;

 private:
  /// Identical men, who share a digit.
  struct Group {
    std::size_t first, size;
    std::uint32_t base;
  };
  /// One digit of a row's number: a group, or the white king.
  struct Digit {
    bool is_king;
    Group group;
    std::uint32_t base;
    bool by_quarters;  // a square, in the order of quarters of the board
  };

  void choose_digits();
  void number_leads();
  std::uint32_t digit_of(const Group& group, const Squares& squares) const;
  void put(const Group& group, std::uint32_t digit, Squares& squares) const;
  std::uint32_t lead_key(std::uint32_t slot, const Squares& squares) const;

  Layout layout_;
  std::vector<std::uint32_t> skeletons_;
  bool has_black_piece_;
  std::uint32_t rows_ = 0;
  /// After the skeleton or the lead, the most significant first.
  std::vector<Digit> digits_;
  /// Without pawns, the white king and one group are the most significant digit together.
  Group lead_{};
  std::vector<std::uint32_t> lead_keys_;     // by number
  std::vector<std::uint32_t> lead_numbers_;  // by key; kReflected if the reflection is kept
};

}  // namespace lucena
