// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"

namespace lucena {

enum class CastlingSide : std::uint8_t { King, Queen };
inline constexpr std::array kCastlingSides{CastlingSide::King, CastlingSide::Queen};

/// The geometry of one castling move. The king crosses the square that the rook goes to: e1-g1
/// passes f1.
struct CastlingPath {
  Square king_from, king_to, rook_from, rook_to;
};

/// White's on the king's side is e1-g1 with h1-f1, on the queen's side e1-c1 with a1-d1.
constexpr CastlingPath castling_path(Color color, CastlingSide side) {
  const int rank = color == Color::White ? 0 : 7;
  const bool king_side = side == CastlingSide::King;
  return {Square(4, rank), Square(king_side ? 6 : 2, rank), Square(king_side ? 7 : 0, rank),
          Square(king_side ? 5 : 3, rank)};
}

/// A set of castling rights, any of the sixteen. The bits are those of the letters KQkq in a FEN,
/// the K lowest: right to castle on side s for colour c is bit 2 c + s.
class CastlingRights {
 public:
  constexpr CastlingRights() = default;
  constexpr explicit CastlingRights(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {
    assert(bits < 16);
  }
  constexpr CastlingRights(Color color, CastlingSide side)
      : CastlingRights(1u << (2 * static_cast<unsigned>(color) + static_cast<unsigned>(side))) {}
  /// Both rights of a colour: 0011 for White, 1100 for Black.
  static constexpr CastlingRights of(Color color) {
    return CastlingRights(3u << (2 * static_cast<unsigned>(color)));
  }
  static constexpr CastlingRights all() { return CastlingRights(15); }

  constexpr unsigned bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  /// Whether all of the others are here; no rights at all are in every set.
  constexpr bool contains(CastlingRights other) const {
    return (bits_ & other.bits_) == other.bits_;
  }
  constexpr bool has(Color color, CastlingSide side) const { return contains({color, side}); }

  /// White's rights for Black and the other way round: both halves change places, so that KQk,
  /// which is 01'11, becomes Kkq, 11'01.
  constexpr CastlingRights with_colors_swapped() const {
    return CastlingRights((bits_ << 2 | bits_ >> 2) & 15u);
  }

  friend constexpr CastlingRights operator|(CastlingRights a, CastlingRights b) {
    return CastlingRights(unsigned{a.bits_} | b.bits_);
  }
  friend constexpr CastlingRights operator&(CastlingRights a, CastlingRights b) {
    return CastlingRights(unsigned{a.bits_} & b.bits_);
  }
  friend constexpr CastlingRights operator-(CastlingRights a, CastlingRights b) {
    return CastlingRights(a.bits_ & ~unsigned{b.bits_});
  }
  friend constexpr bool operator==(CastlingRights, CastlingRights) = default;

 private:
  std::uint8_t bits_ = 0;
};

/// KQ on e1, K on h1, Q on a1, the same for Black, and nothing anywhere else. So nobody has to ask
/// whether it is the king or a rook that moves, or a rook that is captured.
inline constexpr BySquare<CastlingRights> kRightsEndedAt = [] {
  BySquare<CastlingRights> ended;
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      const CastlingRights right(color, side);
      const CastlingPath path = castling_path(color, side);
      ended[path.king_from] = ended[path.king_from] | right;
      ended[path.rook_from] = ended[path.rook_from] | right;
    }
  }
  return ended;
}();

/// The rights that end as soon as a man leaves this square or is captured on it.
constexpr CastlingRights rights_ended_at(Square square) {
  return kRightsEndedAt[square];
}

}  // namespace lucena
