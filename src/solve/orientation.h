// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "endgame/layout.h"

namespace lucena {

/// Values by squares of the white and of the black king.
template <class Value>
using KingsMatrix = std::array<std::array<Value, Square::kCount>, Square::kCount>;

/// No two men on one square, no pawn on the first or last rank.
inline bool is_possible(const std::vector<Piece>& men, const Squares& squares) {
  for (std::size_t i = 0; i < men.size(); ++i) {
    const int rank = squares[i] >> 3;
    if (men[i].type == PieceType::Pawn && (rank == 0 || rank == 7)) return false;
    for (std::size_t j = i + 1; j < men.size(); ++j) {
      if (squares[i] == squares[j]) return false;
    }
  }
  return true;
}

/// Where each man of a list is in another, which has the same men in any order.
inline std::vector<std::size_t> places_in(const std::vector<Piece>& other,
                                          const std::vector<Piece>& men) {
  std::vector<std::size_t> places;
  std::vector<bool> taken(other.size(), false);
  for (const Piece man : men) {
    std::size_t place = 0;
    while (taken[place] || other[place] != man) ++place;
    taken[place] = true;
    places.push_back(place);
  }
  return places;
}

inline std::vector<Square> whole_board() {
  std::vector<Square> squares;
  for (const Square square : kAllSquares) squares.push_back(square);
  return squares;
}

/// How a material with its colours as they are on the board finds itself in an ending that keeps it
/// one way round.
///
/// A material such as KvKR comes up when White's last man is captured; what is kept is KRvK, so men
/// change colours and ranks are flipped on the way.
class Orientation {
 public:
  /// Matches the men here with those of the ending one by one, in any order among twins.
  Orientation(const Material& material, const Layout& stored)
      : Orientation(ordered_men(material), !material.is_canonical(), &stored) {
    assert(stored.material() == material.canonical());
    std::vector<Piece> men;
    for (const Piece man : men_) men.push_back(as_stored(man));
    stored_place_ = places_in(stored.men(), men);
  }
  /// Bare kings, of whom nothing is kept.
  Orientation() : Orientation({}, false, nullptr) {}

  const std::vector<Piece>& men() const { return men_; }
  bool is_swapped() const { return swapped_; }
  bool is_stored() const { return stored_ != nullptr; }
  /// Where a man of men() is among those of the ending.
  std::size_t stored_place(std::size_t man) const { return stored_place_[man]; }
  Color as_stored(Color side) const { return swapped_ ? opposite(side) : side; }
  Piece as_stored(Piece piece) const { return {as_stored(piece.color), piece.type}; }
  Square as_stored(Square square) const { return swapped_ ? square.flip_ranks() : square; }

  /// The values of all positions with these men, in the order of men(), and these white kings; rows
  /// of others hold anything. rows(place) are the 64 values of a word that is kept.
  template <class Value, class Rows>
  void read(const Squares& squares, std::span<const Square> white_kings, Rows&& rows,
            KingsMatrix<Value>& matrix) const {
    Squares stored{};
    for (std::size_t i = 0; i < men_.size(); ++i) {
      stored[stored_place_[i]] = as_stored(Square(squares[i])).byte();
    }
    if (swapped_) {
      read_swapped(stored, white_kings, rows, matrix);
    } else {
      read_straight(stored, white_kings, rows, matrix);
    }
  }

 private:
  Orientation(std::vector<Piece> men, bool swapped, const Layout* stored)
      : men_(std::move(men)), swapped_(swapped), stored_(stored) {}

  /// The place has a symmetry of its own, in which the black king's squares are numbered.
  template <class Value, class Rows>
  void read_straight(const Squares& stored, std::span<const Square> white_kings, Rows&& rows,
                     KingsMatrix<Value>& matrix) const {
    for (const Square king : white_kings) {
      const WordPlace place = stored_->locate(king, stored);
      const Value* values = rows(place);
      auto& out = matrix[king.byte()];
      if (place.symmetry.is_identity()) {
        std::copy_n(values, out.size(), out.begin());
        continue;
      }
      for (int b = 0; b < Square::kCount; ++b) out[b] = values[place.symmetry(Square(b)).index()];
    }
  }

  /// With colours swapped and ranks flipped, the black king plays the white one's part: each row
  /// that is kept is spread over the rows of all his squares here.
  template <class Value, class Rows>
  void read_swapped(const Squares& stored, std::span<const Square> white_kings, Rows&& rows,
                    KingsMatrix<Value>& matrix) const {
    for (int b = 0; b < Square::kCount; ++b) {
      const WordPlace place = stored_->locate(Square(b).flip_ranks(), stored);
      const Value* values = rows(place);
      for (const Square king : white_kings) {
        matrix[king.byte()][b] = values[place.symmetry(king.flip_ranks()).index()];
      }
    }
  }

  std::vector<Piece> men_;
  bool swapped_;
  const Layout* stored_;
  std::vector<std::size_t> stored_place_;  // of each man in the ending's order
};

}  // namespace lucena
