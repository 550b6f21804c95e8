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
///
///     outer man        inner man on a1   on b1   ...   on h8
///        a1                 word    0  word    1 ... word   63
///        b1                 word   64  word   65 ... word  127
///        ...
///        h8                 word 4032  word 4033 ... word 4095      4096 words of 8 bytes: 32 KB
///
/// A move of the inner man leads to another word of the same line of this picture, a move of the
/// outer man to the same place in another line, and a move of the black king to another bit of the
/// same word.
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

/// All lanes but one, or all if there is no such lane. all_but(2) is ~0 ~0 0 ~0 ~0 ~0 ~0 ~0. A
/// number below 0 or above 7 is no lane: the man stands on none of these eight squares.
[[gnu::always_inline]] inline Octet all_but(int lane) {
  constexpr Octet kLanes{0, 1, 2, 3, 4, 5, 6, 7};
  return Octet(kLanes != static_cast<std::uint64_t>(lane));
}

enum class LineKind { Ranks, Files, RisingDiagonals, FallingDiagonals };

/// Square i of a line. A diagonal goes on at the other side of the board where it leaves it, so
/// that eight of eight squares each are all of them.
///
///     rising, line 1      b1 c2 d3 e4 f5 g6 h7 | a8
///     falling, line 1     b1 a2 | h3 g4 f5 e6 d7 c8
///
/// The bar is where it comes to the other side.
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
///
/// A rook on b1, with the inner man on e1, in the word of both:
///
///     square        a1 b1 c1 d1 e1 f1 g1 h1
///     in             .  1  .  .  .  .  .  .
///     going up       .  .  1  1  1  .  .  .
///     going down     1  .  .  .  .  .  .  .
///     out            1  .  1  1  1  .  .  .
///
/// On e1 two men would share a square. That is no legal position, and whoever asked masks it; what
/// matters is that nothing goes on from there.
template <LineKind lines>
[[gnu::always_inline]] inline void walk_line(const std::uint64_t* in, std::uint64_t* out,
                                             std::uint64_t fixed, int line, int inner) {
  constexpr bool kDiagonals =
      lines == LineKind::RisingDiagonals || lines == LineKind::FallingDiagonals;
  // Where a diagonal comes to the board's other side nothing is carried over. Rising line 1 comes
  // to a8 at i = 7, which is (8 - 1) & 7; falling line 1 to h3 at i = 2.
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
    // What came up to this square is remembered, so that a walk writes each word of `out` once.
    add(out + square * kSide + inner, reached[i] | carry);
    carry = (carry | here[i]) & empty[i];
    if constexpr (kDiagonals) carry &= over(i);
  }
}

/// All eight lines of a kind, for all 64 squares of the inner man: 8 * 8 walks of eight squares
/// each up and down, whatever the set holds.
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
///
/// For each position of `in`, every position that differs from it by one such move. A move can be
/// taken back, so these are also the positions from which a move leads into `in`. Nobody stands in
/// the way of a knight; it is enough to leave out the squares of the fixed men.
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
///
///     octets 0 and 1     00 01 02 03 04 05 06 07     the first digit is the octet, the second the
///                        10 11 12 13 14 15 16 17     place in it
///     singles 0          00 10 02 12 04 14 06 16
///     pairs 0            00 10 20 30 04 14 24 34
///     in the end, 0      00 10 20 30 40 50 60 70
///
/// Three times eight shuffles, all in registers.
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

/// out[inner][outer] (|)= in[outer][inner]. The 64 x 64 words are cut into 8 x 8 tiles of 8 x 8
/// words; each tile is transposed in registers and goes to the mirrored place.
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

/// Adds to `out` all moves of the inner man. His squares are neighbours within an octet, so that
/// his lines run from lane to lane. In the transposed block he is the outer man, and they run from
/// octet to octet.
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
///
/// A rook that comes from a1 to d1 has b1 and c1 between. Of its block, words with the outer or the
/// inner man on b1 or c1 bring nothing, and of all others the bits of b1 and c1 are left out.
struct Source {
  const std::uint64_t* words;
  std::uint64_t between;
};

/// Adds what up to kMaxSources blocks bring along. The sums of 64 words each stay in registers. A
/// queen has 27 moves at most and a king eight, so that one man besides the king needs 35.
inline constexpr std::size_t kMaxSources = 36;

[[gnu::always_inline]] inline void add_sources(const Source* sources, std::size_t count,
                                               std::uint64_t* out) {
  // By source and square of the inner man: the squares on which the black king is not in the way,
  // or none of them if the inner man himself is.
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
      // The outer man is in the way in all 64 words.
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

/// The images of the sets of squares in each of eight words; see Symmetry. Drawings of the steps
/// stand there; only the order of the bytes takes three of them here, halves of two bytes, of four,
/// of eight.
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
///
/// These eight octets are a board of their own, a rank each, on which the inner man moves: a flip
/// of the files reverses each octet, a flip of the ranks the order of the octets, and the
/// reflection in the diagonal transposes them.
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
