// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "chess/attacks.h"
#include "endgame/symmetry.h"

namespace lucena {

/// Moves within a whole block of 64 x 64 words, as plain loops over 64 words each that the compiler
/// turns into vector instructions. The last but one free man is the outer man of a block, the last
/// one the inner man: word 64 o + i has them on the squares o and i, and its bits are the squares
/// of the black king.
namespace block_kernels {

inline constexpr int kSide = 64;
inline constexpr int kWords = kSide * kSide;

/// Eight words in one register, or in as many as the processor needs.
using Octet [[gnu::vector_size(64)]] = std::uint64_t;

[[gnu::always_inline]] inline Octet load(const std::uint64_t* from) {
  Octet value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
[[gnu::always_inline]] inline void store(std::uint64_t* to, Octet value) {
  std::memcpy(to, &value, sizeof value);
}
[[gnu::always_inline]] inline void add(std::uint64_t* to, Octet value) {
  store(to, load(to) | value);
}

/// All lanes but one, or all if there is no such lane.
[[gnu::always_inline]] inline Octet all_but(int lane) {
  constexpr Octet kLanes{0, 1, 2, 3, 4, 5, 6, 7};
  return Octet(kLanes != static_cast<std::uint64_t>(lane));
}

enum class LineKind { Ranks, Files, RisingDiagonals, FallingDiagonals };

/// Square i of a line. A diagonal goes on at the other side of the board where it leaves it, so
/// that eight of eight squares each are all of them.
template <LineKind lines>
constexpr int square_of_line(int line, int i) {
  if constexpr (lines == LineKind::Ranks) return 8 * line + i;
  if constexpr (lines == LineKind::Files) return 8 * i + line;
  if constexpr (lines == LineKind::RisingDiagonals) return 8 * i + ((line + i) & 7);
  if constexpr (lines == LineKind::FallingDiagonals) return 8 * i + ((line - i) & 7);
}

/// Walks the lines of the board from both ends: what stands on a square can go on to the next ones
/// until a man is in the way. `carry` is what has got this far.
///
///     out[square] |= carry;  carry = (carry | in[square]) where the square is empty
///
/// A square is not empty in any word if one of the fixed men stands there, in one of 64 if it is
/// the inner man, in one bit of each word if it is the black king. A line is walked for eight
/// squares of the inner man at a time, from the square `inner` on, so that it stays in registers.
template <LineKind lines>
[[gnu::always_inline]] inline void walk_line(const std::uint64_t* in, std::uint64_t* out,
                                             std::uint64_t fixed, int line, int inner) {
  constexpr bool kDiagonals =
      lines == LineKind::RisingDiagonals || lines == LineKind::FallingDiagonals;
  // Where a diagonal comes to the board's other side nothing is carried over.
  const int other_side = lines == LineKind::RisingDiagonals ? (8 - line) & 7 : (line + 1) & 7;
  const auto over = [&](int i) { return kDiagonals && i == other_side ? 0 : ~std::uint64_t{0}; };
  Octet here[8], empty[8], reached[8];
  Octet carry{};
  for (int i = 0; i < 8; ++i) {
    const int square = square_of_line<lines>(line, i);
    const std::uint64_t bit = std::uint64_t{1} << square;
    here[i] = load(in + square * kSide + inner);
    empty[i] = all_but(square - inner) & ((fixed & bit) != 0 ? 0 : ~bit);
    if constexpr (kDiagonals) carry &= over(i);
    reached[i] = carry;
    carry = (carry | here[i]) & empty[i];
  }
  carry = Octet{};
  for (int i = 8; i-- > 0;) {
    const int square = square_of_line<lines>(line, i);
    add(out + square * kSide + inner, reached[i] | carry);
    carry = (carry | here[i]) & empty[i];
    if constexpr (kDiagonals) carry &= over(i);
  }
}

template <LineKind lines>
[[gnu::always_inline]] inline void walk_lines(const std::uint64_t* in, std::uint64_t* out,
                                              std::uint64_t fixed) {
  for (int line = 0; line < 8; ++line) {
    for (int inner = 0; inner < kSide; inner += 8) {
      walk_line<lines>(in, out, fixed, line, inner);
    }
  }
}

/// Adds to `out` all moves of the outer man: in and out are sets of positions of one block.
template <PieceType type>
[[gnu::always_inline]] inline void move_outer_man(const std::uint64_t* in, std::uint64_t* out,
                                                  std::uint64_t fixed) {
  if constexpr (type == PieceType::Knight) {
    for (int to = 0; to < Square::kCount; ++to) {
      if ((fixed >> to & 1) != 0) continue;
      for (const Square from : knight_attacks(Square(to))) {
        for (int i = 0; i < kSide; i += 8) {
          add(out + to * kSide + i, load(in + from.index() * kSide + i));
        }
      }
    }
  }
  if constexpr (type == PieceType::Rook || type == PieceType::Queen) {
    walk_lines<LineKind::Ranks>(in, out, fixed);
    walk_lines<LineKind::Files>(in, out, fixed);
  }
  if constexpr (type == PieceType::Bishop || type == PieceType::Queen) {
    walk_lines<LineKind::RisingDiagonals>(in, out, fixed);
    walk_lines<LineKind::FallingDiagonals>(in, out, fixed);
  }
}

/// Word i of octet k becomes word k of octet i: swaps neighbours in pairs of octets, then pairs of
/// words in pairs of pairs, then halves.
[[gnu::always_inline]] inline void transpose_octets(Octet (&octets)[8]) {
  Octet singles[8], pairs[8];
  for (std::size_t i = 0; i < 8; i += 2) {
    singles[i] = __builtin_shufflevector(octets[i], octets[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    singles[i + 1] = __builtin_shufflevector(octets[i], octets[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (const std::size_t i : {0, 1, 4, 5}) {
    pairs[i] = __builtin_shufflevector(singles[i], singles[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    pairs[i + 2] = __builtin_shufflevector(singles[i], singles[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    octets[i] = __builtin_shufflevector(pairs[i], pairs[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    octets[i + 4] = __builtin_shufflevector(pairs[i], pairs[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// out[inner][outer] (|)= in[outer][inner].
template <bool adding>
[[gnu::always_inline]] inline void transpose(const std::uint64_t* in, std::uint64_t* out) {
  for (int outer = 0; outer < kSide; outer += 8) {
    for (int inner = 0; inner < kSide; inner += 8) {
      Octet octets[8];
      for (int i = 0; i < 8; ++i) octets[i] = load(in + (outer + i) * kSide + inner);
      transpose_octets(octets);
      for (int i = 0; i < 8; ++i) {
        std::uint64_t* to = out + (inner + i) * kSide + outer;
        if constexpr (adding) {
          add(to, octets[i]);
        } else {
          store(to, octets[i]);
        }
      }
    }
  }
}

/// Adds to `out` all moves of the inner man.
template <PieceType type>
[[gnu::always_inline]] inline void move_inner_man(const std::uint64_t* in, std::uint64_t* out,
                                                  std::uint64_t fixed) {
  alignas(64) std::array<std::uint64_t, kWords> turned, moved{};
  transpose<false>(in, turned.data());
  move_outer_man<type>(turned.data(), moved.data(), fixed);
  transpose<true>(moved.data(), out);
}

/// Another block from which a move of a man outside both leads here: the outer man, the inner man
/// and the black king must not stand on the squares between.
struct Source {
  const std::uint64_t* words;
  std::uint64_t between;
};

/// Adds what up to kMaxSources blocks bring along. The sums of 64 words each stay in registers.
inline constexpr std::size_t kMaxSources = 36;

[[gnu::always_inline]] inline void add_sources(const Source* sources, std::size_t count,
                                               std::uint64_t* out) {
  Octet passable[kMaxSources][8];
  for (std::size_t s = 0; s < count; ++s) {
    const std::uint64_t between = sources[s].between;
    for (int inner = 0; inner < kSide; ++inner) {
      passable[s][inner >> 3][inner & 7] = (between >> inner & 1) != 0 ? 0 : ~between;
    }
  }
  for (int outer = 0; outer < kSide; ++outer) {
    std::uint64_t* to = out + outer * kSide;
    Octet sum[8];
    for (std::size_t i = 0; i < 8; ++i) sum[i] = load(to + 8 * i);
    for (std::size_t s = 0; s < count; ++s) {
      if ((sources[s].between >> outer & 1) != 0) continue;
      const std::uint64_t* from = sources[s].words + outer * kSide;
      for (std::size_t i = 0; i < 8; ++i) sum[i] |= load(from + 8 * i) & passable[s][i];
    }
    for (std::size_t i = 0; i < 8; ++i) store(to + 8 * i, sum[i]);
  }
}

/// Squares next to those of the set, in each word; see king_moves.
[[gnu::always_inline]] inline void add_king_moves(const std::uint64_t* in, std::uint64_t* out) {
  constexpr std::uint64_t kNotA = 0xfefefefefefefefe, kNotH = 0x7f7f7f7f7f7f7f7f;
  for (int i = 0; i < kWords; i += 8) {
    const Octet from = load(in + i);
    const Octet sideways = ((from << 1) & kNotA) | ((from >> 1) & kNotH);
    const Octet wide = from | sideways;
    add(out + i, sideways | (wide << 8) | (wide >> 8));
  }
}

/// The images of the sets of squares in each of eight words; see Symmetry.
[[gnu::always_inline]] inline Octet image(Octet squares, Symmetry symmetry) {
  constexpr std::uint64_t k1 = 0x5555555555555555, k2 = 0x3333333333333333, k4 = 0x0f0f0f0f0f0f0f0f,
                          k8 = 0x00ff00ff00ff00ff, k16 = 0x0000ffff0000ffff;
  if (symmetry.flips_files()) {
    squares = ((squares >> 1) & k1) | ((squares & k1) << 1);
    squares = ((squares >> 2) & k2) | ((squares & k2) << 2);
    squares = ((squares >> 4) & k4) | ((squares & k4) << 4);
  }
  if (symmetry.flips_ranks()) {
    squares = ((squares >> 8) & k8) | ((squares & k8) << 8);
    squares = ((squares >> 16) & k16) | ((squares & k16) << 16);
    squares = (squares >> 32) | (squares << 32);
  }
  if (symmetry.transposes()) {
    Octet t = (squares ^ (squares << 28)) & 0x0f0f0f0f00000000;
    squares ^= t ^ (t >> 28);
    t = (squares ^ (squares << 14)) & 0x3333000033330000;
    squares ^= t ^ (t >> 14);
    t = (squares ^ (squares << 7)) & 0x5500550055005500;
    squares ^= t ^ (t >> 7);
  }
  return squares;
}

/// Adds the image of a whole block: the outer man, the inner man and the black king all move. The
/// words of one square of the outer man come as eight octets, one for each rank of the inner man.
[[gnu::always_inline]] inline void add_image(const std::uint64_t* in, std::uint64_t* out,
                                             Symmetry symmetry) {
  for (int outer = 0; outer < kSide; ++outer) {
    std::uint64_t* to = out + symmetry(Square(outer)).index() * kSide;
    Octet ranks[8];
    for (std::size_t rank = 0; rank < 8; ++rank) {
      Octet words = image(load(in + outer * kSide + 8 * rank), symmetry);
      if (symmetry.flips_files()) {
        words = __builtin_shufflevector(words, words, 7, 6, 5, 4, 3, 2, 1, 0);
      }
      ranks[symmetry.flips_ranks() ? 7 - rank : rank] = words;
    }
    if (symmetry.transposes()) transpose_octets(ranks);
    for (std::size_t rank = 0; rank < 8; ++rank) add(to + 8 * rank, ranks[rank]);
  }
}

}  // namespace block_kernels
}  // namespace lucena
