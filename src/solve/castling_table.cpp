// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_table.h"

#include <algorithm>
#include <bit>

#include "endgame/placement.h"
#include "table/outcome.h"

namespace lucena {
namespace {

/// A bit for each wing.
unsigned rights_of(Color color, CastlingRights rights) {
  if (color == Color::Black) rights = rights.with_colors_swapped();
  return (rights & CastlingRights::of(Color::White)).bits();
}

/// Each right needs a rook of its own.
bool men_allow(const Material& material, CastlingRights rights) {
  for (const Color color : kColors) {
    const int rooks = std::popcount(rights_of(color, rights));
    if (rooks > material.count(color, PieceType::Rook)) return false;
  }
  return true;
}

}  // namespace

bool CastlingEnding::needs_swap(const Material& material, CastlingRights rights) {
  const unsigned white = rights_of(Color::White, rights), black = rights_of(Color::Black, rights);
  if (white == 0) return true;
  if (black == 0) return false;
  const bool equal_sides = material == material.with_colors_swapped();
  return equal_sides ? white < black : !material.is_canonical();
}

CastlingEnding CastlingEnding::of(const Material& material, CastlingRights rights) {
  if (!needs_swap(material, rights)) return {material, rights};
  return {material.with_colors_swapped(), rights.with_colors_swapped()};
}

bool CastlingEnding::is_own_image(const CastlingEnding& ending) {
  return ending.material == ending.material.with_colors_swapped() &&
         ending.rights == ending.rights.with_colors_swapped();
}

/// KRvKR has five: K, Q, Kk, Qk, which stands for Kq too, and Qq.
std::vector<CastlingEnding> castling_endings(const Material& material) {
  std::vector<CastlingEnding> endings;
  for (unsigned bits = 1; bits < 16; ++bits) {
    const CastlingRights rights(bits);
    if (!men_allow(material, rights)) continue;
    const CastlingEnding ending = CastlingEnding::of(material, rights);
    const bool seen = std::any_of(endings.begin(), endings.end(), [&](const CastlingEnding& other) {
      return other.key() == ending.key();
    });
    if (!seen) endings.push_back(ending);
  }
  std::stable_sort(endings.begin(), endings.end(),
                   [](const CastlingEnding& a, const CastlingEnding& b) {
                     return std::popcount(a.rights.bits()) < std::popcount(b.rights.bits());
                   });
  return endings;
}

/// Men are ordered as Problem wants them, free ones first. Numbers with a pawn on the first or last
/// rank, or two on one square, are no skeletons; their values are there all the same, so that a
/// number is a place.
CastlingTable::CastlingTable(const CastlingEnding& ending) : ending_(ending) {
  Material rest = ending.material;
  std::vector<Piece> rooks;
  std::vector<Square> homes;
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      if (!ending.rights.has(color, side)) continue;
      rooks.push_back({color, PieceType::Rook});
      homes.push_back(castling_path(color, side).rook_from);
      rest = rest.without(rooks.back());
    }
  }
  men_ = ordered_men(rest);
  free_count_ = men_.size() - rest.count(PieceType::Pawn);
  men_.insert(men_.begin() + free_count_, rooks.begin(), rooks.end());
  first_pawn_ = free_count_ + rooks.size();
  for (std::size_t i = 0; i < homes.size(); ++i) homes_[free_count_ + i] = homes[i].byte();
  const std::uint32_t placements = 1u << (6 * (men_.size() - first_pawn_));
  for (std::uint32_t skeleton = 0; skeleton < placements; ++skeleton) {
    const Squares squares = squares_of(skeleton);
    bool possible = true;
    for (std::size_t i = first_pawn_; i < men_.size(); ++i) {
      possible &= squares[i] >= 8 && squares[i] < 56;
      for (std::size_t j = first_pawn_; j < i; ++j) possible &= squares[i] != squares[j];
    }
    if (possible) skeletons_.push_back(skeleton);
  }
  std::stable_sort(skeletons_.begin(), skeletons_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return advancement(a) > advancement(b);
  });
  for (auto& values : values_) values.assign(offset(placements, 0), 0);
}

/// The last pawn is the lowest six bits of the number.
Squares CastlingTable::squares_of(std::uint32_t skeleton) const {
  Squares squares = homes_;
  for (std::size_t i = men_.size(); i-- > first_pawn_; skeleton >>= 6) {
    squares[i] = skeleton & 63;
  }
  return squares;
}

int CastlingTable::advancement(std::uint32_t skeleton) const {
  const Squares squares = squares_of(skeleton);
  int steps = 0;
  for (std::size_t i = first_pawn_; i < men_.size(); ++i) {
    steps += pawn_steps(men_[i].color, Square(squares[i]));
  }
  return steps;
}

/// The black king stands still if Black has a right too, and then a word holds one position, bit
/// 60.
Problem CastlingTable::problem(std::uint32_t skeleton) const {
  const bool black_too = rights_of(Color::Black, ending_.rights) != 0;
  return Problem(men_, free_count_, squares_of(skeleton), KingRange::home(), black_too);
}

/// A rook with a right and a free one are no twins: they cannot be exchanged.
bool CastlingTable::twins_are_sorted(const Squares& squares) const {
  for (std::size_t i = 0; i < men_.size(); ++i) {
    if (is_rook_with_right(i)) continue;
    for (std::size_t j = i + 1; j < men_.size(); ++j) {
      if (!is_rook_with_right(j) && men_[i] == men_[j] && squares[i] > squares[j]) return false;
    }
  }
  return true;
}

void CastlingTable::widen() {
  for (const Color side : kColors) high_values_[side].resize(values_[side].size());
}

void CastlingTable::narrow() {
  const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
  for (const auto& values : high_values_) {
    if (!std::all_of(values.begin(), values.end(), is_zero)) return;
  }
  for (auto& values : high_values_) values = {};
}

/// More plies than a byte holds are too many, too.
bool CastlingTable::has_cursed() const {
  const auto any_of = [](const auto& by_side, auto&& test) {
    return std::any_of(by_side.begin(), by_side.end(), [&](const std::vector<std::uint8_t>& side) {
      return std::any_of(side.begin(), side.end(), test);
    });
  };
  return any_of(values_, [](std::uint8_t plies) { return !ZeroingPlies(plies).in_time(); }) ||
         any_of(high_values_, [](std::uint8_t plies) { return plies != 0; });
}

/// Each man takes the lowest square that is left, so twins are in ascending order. The rooks with a
/// right are taken first: of two rooks, the one at home is never mistaken for the free one.
StoredValue CastlingTable::value(const Position& position) const {
  const bool swap = CastlingEnding::needs_swap(Material::of(position), position.castling());
  // The rooks with a right are not to be looked for.
  Placement placement = placement_of(position, swap);
  Squares squares = homes_;
  std::uint64_t taken = 0;
  for (std::size_t i = free_count_; i < first_pawn_; ++i) taken |= std::uint64_t{1} << homes_[i];
  for (std::size_t i = 0; i < std::min(men_.size(), squares.size()); ++i) {
    if (is_rook_with_right(i)) continue;
    const Square here = (placement.men_of(men_[i]) - Bitboard(taken)).first();
    squares[i] = here.byte();
    taken |= Bitboard(here).bits();
  }
  std::uint32_t word = 0, skeleton = 0;
  for (std::size_t i = 0; i < free_count_; ++i) word = word << 6 | squares[i];
  for (std::size_t i = first_pawn_; i < men_.size(); ++i) skeleton = skeleton << 6 | squares[i];
  const Color side = swap ? opposite(position.side_to_move()) : position.side_to_move();
  return value_at(side, skeleton, word, placement.black_king);
}

Result<Position, ChessFault> CastlingTable::position_at(std::uint32_t skeleton, std::uint32_t word,
                                                        Square black_king, Color side) const {
  Setup setup;
  setup.side_to_move = side;
  setup.castling = ending_.rights;
  const ChessFault two_on_one_square{ChessError::BoardText, "two men on one square"};
  setup["e1"_sq] = Piece{Color::White, PieceType::King};
  if (setup[black_king]) return two_on_one_square;
  setup[black_king] = Piece{Color::Black, PieceType::King};
  const Squares squares = problem(skeleton).squares(word);
  for (std::size_t i = 0; i < men_.size(); ++i) {
    std::optional<Piece>& here = setup[Square(squares[i])];
    if (here) return two_on_one_square;
    here = men_[i];
  }
  return Position::create(setup);
}

}  // namespace lucena
