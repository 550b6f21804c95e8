// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.h"
#include "engine/weights.h"

namespace lucena {

/// A step in the direction of a side's pawns.
template <Color color>
constexpr Bitboard forward(Bitboard set) {
  return color == Color::White ? shift<Direction::North>(set) : shift<Direction::South>(set);
}

/// The squares that pawns attack.
template <Color color>
constexpr Bitboard pawn_attack_squares(Bitboard pawns) {
  if constexpr (color == Color::White) {
    return shift<Direction::NorthEast>(pawns) | shift<Direction::NorthWest>(pawns);
  } else {
    return shift<Direction::SouthEast>(pawns) | shift<Direction::SouthWest>(pawns);
  }
}

/// What depends on the pawns alone.
struct PawnStructure {
  ByColor<Bitboard> pawns;  // by colour: which structure this is
  ByColor<Bitboard> passed;
  ByColor<Bitboard> attack_spans;  // what the pawns attack or could after advancing
  Tapered value;                   // White's minus Black's, passed pawns not counted
};

PawnStructure analyse_pawns(Bitboard white, Bitboard black);

/// Structures that have been looked at: most positions of a search have the same few.
class PawnCache {
 public:
  PawnCache();
  const PawnStructure& find(const Position& position);

 private:
  std::vector<PawnStructure> entries_;
};

}  // namespace lucena
