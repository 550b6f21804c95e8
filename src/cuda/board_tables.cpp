// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/board_tables.h"

#include <algorithm>

namespace lucena {

BoardTables BoardTables::make() {
  BoardTables tables{};
  for (int file = 0; file < 8; ++file) {
    std::copy_n(attack_tables::kRank[file].begin(), 64, tables.rank[file]);
  }
  for (const Square from : kAllSquares) {
    const int here = from.index();
    tables.knight[here] = knight_attacks(from).bits();
    tables.king[here] = king_attacks(from).bits();
    for (const Color color : kColors) {
      tables.pawn[static_cast<int>(color)][here] = pawn_attacks(color, from).bits();
    }
    const Symmetry symmetry = lucena::into_triangle(from);
    tables.into_triangle[here] = static_cast<std::uint8_t>(symmetry.code());
    tables.triangle_slot[here] = static_cast<std::uint8_t>(lucena::triangle_slot(symmetry(from)));
    tables.lines[here] = attack_tables::kLines[from];
    for (const Square to : kAllSquares) {
      tables.between[here][to.index()] = squares_between(from, to).bits();
    }
    for (const PieceType type :
         {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
      for (const Square to : piece_attacks(type, from, Bitboard())) {
        tables.reach[here][to.index()] |= on_device::bit_of(type);
      }
    }
  }
  return tables;
}

}  // namespace lucena
