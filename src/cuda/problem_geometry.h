// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuda/board_tables.h"
#include "cuda/on_device.h"
#include "solve/problem.h"

namespace lucena {

/// Where the pawns of a skeleton stand, in the places behind the free men.
struct FrozenPawns {
  std::uint8_t squares[kMaxOthers];
  bool is_own_mirror;
};

/// The skeletons of an ending, for kernels to read.
std::vector<FrozenPawns> frozen_pawns(const Layout& layout,
                                      std::span<const std::uint32_t> skeletons);

/// A Problem without pointers, so that it can be handed to a kernel: which men, where the frozen
/// ones stand, and the steps of the white king. Words and bits are those of Problem.
///
/// With pawns it can be several problems of an ending side by side, which are solved as one. Small
/// ones would leave most of a device idle. Their words follow each other:
///
///     KPvKP, skeletons e7 d2 and d7 e2    words 0 to 63 with e7 d2, 64 to 127 with d7 e2
struct ProblemGeometry {
  explicit ProblemGeometry(const Problem& problem);
  /// Several skeletons of an ending with pawns, whose placements lie where kernels can read them.
  ProblemGeometry(const Layout& layout, const FrozenPawns* placements, std::uint32_t count);

  struct Step {
    std::uint8_t slot;      // where the neighbour square is kept
    std::uint8_t symmetry;  // the code of the one that takes the board there
    std::uint8_t square;    // the neighbour itself
  };

  Piece men[kMaxOthers];
  std::uint8_t frozen[kMaxOthers];  // the squares of those behind the free men
  int men_count, free_count;
  std::uint32_t words;
  bool in_triangle;  // the white king
  bool black_king_is_frozen;
  const FrozenPawns* placements;  // of several skeletons; null if there is one problem only
  std::uint8_t king_squares[64];  // by slot
  std::uint8_t step_counts[64];
  Step steps[64][8];

  LUCENA_DEVICE int shift(int man) const { return 6 * (free_count - 1 - man); }
  LUCENA_DEVICE int slot_of(std::uint32_t word) const { return word >> (6 * free_count) & 63; }
  /// Which of several skeletons a word belongs to, and its number there.
  LUCENA_DEVICE std::uint32_t placement_of(std::uint32_t word) const {
    return word >> (6 * free_count + 6);
  }
  LUCENA_DEVICE std::uint32_t own_word(std::uint32_t word) const {
    return word & ((64u << (6 * free_count)) - 1);
  }
  LUCENA_DEVICE int square(std::uint32_t word, int man) const {
    if (man < free_count) return word >> shift(man) & 63;
    return placements == nullptr ? frozen[man] : placements[placement_of(word)].squares[man];
  }
  /// The squares of the white king and of all men besides the kings but one.
  LUCENA_DEVICE std::uint64_t occupied_without(std::uint32_t word, int left_out) const {
    std::uint64_t occupied = std::uint64_t{1} << king_squares[slot_of(word)];
    for (int man = 0; man < men_count; ++man) {
      if (man != left_out) occupied |= std::uint64_t{1} << square(word, man);
    }
    return occupied;
  }
  LUCENA_DEVICE std::uint64_t occupied(std::uint32_t word) const {
    return occupied_without(word, -1);
  }
  /// As Problem::image(), for all men at once. A square is two numbers of three bits, its rank
  /// before its file, and squares stand side by side in a word:
  ///
  ///     word         ... rrr fff rrr fff
  ///     kFiles       ... 000 111 000 111     flips files; eight times that flips ranks
  ///
  /// To transpose is to exchange the halves of each. The skeleton stays.
  LUCENA_DEVICE std::uint32_t image(std::uint32_t word, int slot, Symmetry symmetry) const {
    constexpr std::uint32_t kFiles = 07'07'07'07'07;
    const std::uint32_t all = (1u << (6 * free_count)) - 1;
    std::uint32_t squares = word & all;
    if (symmetry.flips_files()) squares ^= kFiles & all;
    if (symmetry.flips_ranks()) squares ^= kFiles << 3 & all;
    if (symmetry.transposes()) squares = (squares >> 3 & kFiles) | (squares & kFiles) << 3;
    return (word - own_word(word)) | static_cast<std::uint32_t>(slot) << (6 * free_count) | squares;
  }
  /// Whether the reflection in the diagonal leaves the white king where he is: then each position
  /// has two indices, which hold the same.
  LUCENA_DEVICE bool is_reflected(int slot) const {
    return in_triangle && (king_squares[slot] & 7) == king_squares[slot] >> 3;
  }
};

namespace on_device {

/// The reflection in the diagonal a1-h8.
LUCENA_DEVICE constexpr Symmetry diagonal() {
  return Symmetry(false, false, true);
}

/// Legal positions of a word, and those in which the side to move is in check, by side to move:
/// what word_sets() says.
struct LegalSets {
  std::uint64_t legal[2], in_check[2];
};

LUCENA_DEVICE inline LegalSets legal_sets(const BoardTables& board, const ProblemGeometry& problem,
                                          std::uint32_t word) {
  const int king = problem.king_squares[problem.slot_of(word)];
  const std::uint64_t occupied = problem.occupied(word);
  if (count_ones(occupied) != problem.men_count + 1) return {};
  std::uint64_t attacked_by_white = 0, white_in_check = 0;
  for (int man = 0; man < problem.men_count; ++man) {
    const int from = problem.square(word, man);
    const std::uint64_t attacked = attacks(board, problem.men[man], from, occupied);
    if (problem.men[man].color == Color::White) {
      attacked_by_white |= attacked;
    } else if ((attacked >> king & 1) != 0) {
      white_in_check |= ~board.between[from][king];
    }
  }
  const std::uint64_t black_king =
      problem.black_king_is_frozen ? std::uint64_t{1} << 60 : ~std::uint64_t{0};
  const std::uint64_t possible = black_king & ~(occupied | board.king[king]);
  const std::uint64_t white = possible & ~attacked_by_white, black = possible & ~white_in_check;
  return {{white, black}, {white & white_in_check, black & attacked_by_white}};
}

/// Of the positions of a word those that count, one for each class of indices that hold the same
/// position, twins told apart: as Layout::canonical_bits(), of an ending without pawns or of
/// several skeletons.
LUCENA_DEVICE inline std::uint64_t counted_bits(const ProblemGeometry& problem,
                                                std::uint32_t word) {
  const int slot = problem.slot_of(word);
  if (problem.placements != nullptr) {
    const bool is_own_mirror = problem.placements[problem.placement_of(word)].is_own_mirror;
    return is_own_mirror && (problem.king_squares[slot] & 7) > 3 ? 0 : ~std::uint64_t{0};
  }
  if (!problem.is_reflected(slot)) return ~std::uint64_t{0};
  const std::uint32_t reflected = problem.image(word, slot, diagonal());
  constexpr std::uint64_t kOnAndBelowDiagonal = 0x80c0e0f0f8fcfeff;
  if (word == reflected) return kOnAndBelowDiagonal;
  return word < reflected ? ~std::uint64_t{0} : 0;
}

}  // namespace on_device
}  // namespace lucena
