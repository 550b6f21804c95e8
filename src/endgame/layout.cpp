// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/layout.h"

#include <algorithm>
#include <tuple>

namespace lucena {
namespace {

constexpr int kPawnSquares = 48;
constexpr std::uint8_t kFirstPawnSquare = 8;

Square square(std::uint8_t index) {
  return Square(index);
}

/// The squares on and below the diagonal a1-h8.
constexpr std::uint64_t kBelowDiagonal = [] {
  std::uint64_t set = 0;
  for (const Square square : kAllSquares) {
    if (square.rank() <= square.file()) set |= Bitboard(square).bits();
  }
  return set;
}();

constexpr Symmetry kDiagonal(false, false, true);
constexpr Symmetry kMirror(true, false, false);

}  // namespace

std::vector<Piece> ordered_men(const Material& material) {
  std::vector<Piece> men = material.others();
  const auto order = [](Piece piece) {
    const bool pawn = piece.type == PieceType::Pawn;
    return std::tuple(pawn, piece.color, piece.type);
  };
  std::stable_sort(men.begin(), men.end(), [&](Piece a, Piece b) { return order(a) < order(b); });
  return men;
}

Squares squares_of(const Placement& placement, const std::vector<Piece>& men) {
  assert(men.size() <= kMaxOthers);
  Squares squares{};
  Bitboard alike;  // the men like this one who have no place yet
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (i == 0 || men[i] != men[i - 1]) alike = placement.men_of(men[i]);
    assert(!alike.empty());
    if (alike.empty()) break;
    squares[i] = alike.first().byte();
    alike -= Bitboard(alike.first());
  }
  return squares;
}

Layout::Layout(const Material& canonical_material) : material_(canonical_material) {
  assert(material_.is_canonical() && material_.men() <= kMaxMen);
  men_ = ordered_men(material_);
  const auto is_free = [](Piece man) { return man.type != PieceType::Pawn; };
  free_count_ = static_cast<std::size_t>(std::count_if(men_.begin(), men_.end(), is_free));
  enumerate_skeletons();
}

/// A digit to base 48 for each pawn: a2 is 0, h7 is 47. With pawns on b2 and a3 it is 1 * 48 + 8.
/// Pawns in another order have another key but the same skeleton.
std::size_t Layout::skeleton_key(const Squares& squares) const {
  std::size_t key = 0;
  for (std::size_t i = free_count_; i < men_.size(); ++i) {
    key = key * kPawnSquares + (squares[i] - kFirstPawnSquare);
  }
  return key;
}

/// Four men at most, so that nothing quicker than comparing all pairs is needed.
Squares Layout::with_sorted_twins(Squares squares, int begin, int end) const {
  for (int i = begin; i < end; ++i) {
    for (int j = i + 1; j < end; ++j) {
      if (men_[i] == men_[j] && squares[j] < squares[i]) std::swap(squares[i], squares[j]);
    }
  }
  return squares;
}

Squares Layout::with_sorted_pawns(const Squares& squares) const {
  return with_sorted_twins(squares, free_count(), free_count() + pawn_count());
}

Squares Layout::with_sorted_free_men(const Squares& squares) const {
  return with_sorted_twins(squares, 0, free_count());
}

/// The file is the lower three bits of a square, and turning them round takes it from 7: a2 (8)
/// becomes h2 (15).
Squares Layout::mirrored(const Squares& squares) const {
  Squares result = squares;
  for (std::size_t i = free_count_; i < men_.size(); ++i) result[i] ^= 7;
  return result;
}

Squares Layout::image(Squares squares, Symmetry symmetry) const {
  for (std::size_t i = 0; i < free_count_; ++i) {
    squares[i] = symmetry(square(squares[i])).byte();
  }
  return squares;
}

/// Of all keys with the same pawns up to order and reflection, the smallest is kept. Smaller keys
/// come first, so that whatever a key leads back to has been looked at before. Skeletons are
/// numbered in another order, the most advanced first, since that is the order in which they can be
/// solved.
void Layout::enumerate_skeletons() {
  std::size_t keys = 1;
  for (int i = 0; i < pawn_count(); ++i) keys *= kPawnSquares;
  places_.assign(keys, {0, false});
  const auto pawns_at = [&](std::size_t key) {
    Squares squares{};
    for (std::size_t i = men_.size(); i-- > free_count_;) {
      squares[i] = static_cast<std::uint8_t>(kFirstPawnSquare + key % kPawnSquares);
      key /= kPawnSquares;
    }
    return squares;
  };
  const auto are_distinct = [&](const Squares& squares) {
    bool distinct = true;
    for (std::size_t i = free_count_; i < men_.size(); ++i) {
      for (std::size_t j = i + 1; j < men_.size(); ++j) distinct &= squares[i] != squares[j];
    }
    return distinct;
  };
  std::vector<std::size_t> kept_key(keys);
  for (std::size_t key = 0; key < keys; ++key) {
    const Squares squares = pawns_at(key);
    const std::size_t sorted = skeleton_key(with_sorted_pawns(squares));
    if (sorted != key) {
      // The same pawns in another order, which came before.
      kept_key[key] = kept_key[sorted];
      places_[key].mirrored = places_[sorted].mirrored;
      continue;
    }
    const std::size_t turned = skeleton_key(with_sorted_pawns(mirrored(squares)));
    kept_key[key] = std::min(key, turned);
    places_[key].mirrored = turned < key;
    if (key <= turned && are_distinct(squares)) skeletons_.push_back(squares);
  }
  std::stable_sort(skeletons_.begin(), skeletons_.end(), [&](const Squares& a, const Squares& b) {
    return pawn_steps(a) > pawn_steps(b);
  });
  std::vector<std::uint32_t> number_of_key(keys, 0);
  for (std::uint32_t number = 0; number < skeletons_.size(); ++number) {
    number_of_key[skeleton_key(skeletons_[number])] = number;
  }
  for (std::size_t key = 0; key < keys; ++key) {
    places_[key].number = number_of_key[kept_key[key]];
  }
}

int Layout::pawn_steps(const Squares& squares) const {
  int steps = 0;
  for (std::size_t i = free_count_; i < men_.size(); ++i) {
    steps += lucena::pawn_steps(men_[i].color, square(squares[i]));
  }
  return steps;
}

/// The drawing in the header: slot 5, then 55, is 5 * 64 + 55 = 375.
std::uint32_t Layout::word_of(int slot, const Squares& squares) const {
  std::uint32_t word = slot;
  for (std::size_t i = 0; i < free_count_; ++i) word = word << 6 | squares[i];
  return word;
}

Squares Layout::free_squares(std::uint32_t word) const {
  Squares squares{};
  for (std::size_t i = free_count_; i-- > 0; word >>= 6) {
    squares[i] = static_cast<std::uint8_t>(word & 63);
  }
  return squares;
}

/// Without pawns the white king says which symmetry to take; with pawns the skeleton says whether
/// to look at its mirror image.
WordPlace Layout::locate(Square white_king, const Squares& squares) const {
  WordPlace place{};
  int slot = white_king.index();
  if (pawn_count() == 0) {
    place.symmetry = into_triangle(white_king);
    slot = triangle_slot(place.symmetry(white_king));
  } else {
    const SkeletonPlace skeleton = places_[skeleton_key(squares)];
    place.skeleton = skeleton.number;
    if (skeleton.mirrored) {
      place.symmetry = kMirror;
      slot ^= 7;
    }
  }
  std::uint32_t word = slot;
  for (std::size_t i = 0; i < free_count_; ++i) {
    word = word << 6 | place.symmetry(square(squares[i])).byte();
  }
  place.word = word;
  return place;
}

bool Layout::is_own_mirror(std::uint32_t skeleton) const {
  const Squares& pawns = skeletons_[skeleton];
  return pawn_count() > 0 && with_sorted_pawns(mirrored(pawns)) == pawns;
}

/// One bit for each class of indices that hold the same position: of KRvK's Kd4 words, those with
/// the rook above the diagonal have none, those with it below all 64, and those with it on the
/// diagonal the 36 squares on and below it.
std::uint64_t Layout::canonical_bits(std::uint32_t skeleton, std::uint32_t word,
                                     bool tell_twins_apart) const {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const Squares squares = free_squares(word);
  if (!tell_twins_apart && squares != with_sorted_free_men(squares)) return 0;
  const Square king = king_square(slot_of(word));
  if (pawn_count() > 0) {
    // A skeleton that is its own mirror image: the kings decide, since no king mirrors to himself.
    return is_own_mirror(skeleton) && king.file() > 3 ? 0 : kAll;
  }
  if (king.file() != king.rank()) return kAll;
  // The white king on the diagonal: of a position and its reflection in it, the one with the
  // smaller squares counts; where they are the same, the black king decides.
  Squares reflected = image(squares, kDiagonal);
  if (!tell_twins_apart) reflected = with_sorted_free_men(reflected);
  if (squares == reflected) return kBelowDiagonal;
  return squares < reflected ? kAll : 0;
}

/// Of all indices that the position has, the smallest: twins in ascending order, and where a
/// symmetry is left unused, the better of both ways to use it.
Index Layout::index_of(const Position& position) const {
  assert(Material::of(position) == material_);
  const Placement placement = placement_of(position, false);
  const WordPlace place = locate(placement.white_king, squares_of(placement, men_));
  Index best{place.skeleton, place.word, place.symmetry(placement.black_king).byte()};
  const int slot = slot_of(best.word);
  best.word = word_of(slot, with_sorted_free_men(free_squares(best.word)));
  // The symmetry that this white king or skeleton leaves unused, if any.
  const bool on_diagonal =
      pawn_count() == 0 && king_square(slot).file() == king_square(slot).rank();
  if (!on_diagonal && !is_own_mirror(best.skeleton)) return best;
  const Symmetry unused = on_diagonal ? kDiagonal : kMirror;
  const Squares turned = with_sorted_free_men(image(free_squares(best.word), unused));
  const int turned_slot = on_diagonal ? slot : slot ^ 7;
  const Index other{best.skeleton, word_of(turned_slot, turned), unused(square(best.bit)).byte()};
  if (on_diagonal) return std::min(best, other);
  return king_square(slot).file() < 4 ? best : other;
}

/// The side that is not to move may be in check: Position::create() tells.
std::optional<Setup> Layout::setup_at(const Index& index, Color side_to_move) const {
  Setup setup;
  setup.side_to_move = side_to_move;
  const auto put = [&](Square where, Piece piece) {
    if (setup[where]) return false;
    setup[where] = piece;
    return true;
  };
  bool possible = put(king_square(slot_of(index.word)), {Color::White, PieceType::King});
  possible &= put(Square(index.bit), {Color::Black, PieceType::King});
  const Squares free = free_squares(index.word);
  for (std::size_t i = 0; i < men_.size(); ++i) {
    const bool is_free = i < free_count_;
    possible &= put(square(is_free ? free[i] : skeletons_[index.skeleton][i]), men_[i]);
  }
  if (!possible) return {};
  return setup;
}

}  // namespace lucena
