// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/on_device.h"
#include "cuda/problem_geometry.h"

/// Single positions on a device and their moves, for what is not done 64 positions at a time.
namespace lucena::on_device {

/// In place of a man's number: a king, and nobody.
inline constexpr int kKing = -1, kNobody = -1;

/// Where all men of a position stand. A man who was captured is still listed, as gone. Squares are
/// the bytes of numbers and not arrays, so that a device has them in registers.
struct MenOnBoard {
  std::uint64_t occupied;
  std::uint32_t kings;    // a byte for each colour
  std::uint32_t squares;  // a byte for each man
  std::uint32_t gone;     // a bit for each man
  static_assert(kMaxOthers <= 4);

  LUCENA_DEVICE int king(Color color) const { return kings >> shift_of(color) & 255; }
  LUCENA_DEVICE int square(int man) const { return squares >> (8 * man) & 255; }
  LUCENA_DEVICE bool is_gone(int man) const { return (gone >> man & 1) != 0; }
  LUCENA_DEVICE void put_king(Color color, int square) {
    kings = (kings & ~(255u << shift_of(color))) | std::uint32_t(square) << shift_of(color);
  }
  LUCENA_DEVICE void put(int man, int square) {
    squares = (squares & ~(255u << (8 * man))) | std::uint32_t(square) << (8 * man);
  }

 private:
  LUCENA_DEVICE static constexpr int shift_of(Color color) { return color == Color::White ? 0 : 8; }
};

LUCENA_DEVICE constexpr std::uint64_t bit_at(int square) {
  return std::uint64_t{1} << square;
}
/// As forward(), start_rank() and last_rank().
LUCENA_DEVICE constexpr int step_forward(Color color) {
  return color == Color::White ? 8 : -8;
}
LUCENA_DEVICE constexpr bool is_on_start_rank(Color color, int square) {
  return square >> 3 == (color == Color::White ? 1 : 6);
}
LUCENA_DEVICE constexpr bool is_on_last_rank(Color color, int square) {
  return square >> 3 == (color == Color::White ? 7 : 0);
}

/// What is needed to say how the men of a problem move.
struct MenRules {
  const ProblemGeometry& problem;
  const BoardTables& board;

  LUCENA_DEVICE MenOnBoard men_at(std::uint32_t word, int black_king) const {
    MenOnBoard men{};
    men.put_king(Color::White, problem.king_squares[problem.slot_of(word)]);
    men.put_king(Color::Black, black_king);
    for (int man = 0; man < problem.men_count; ++man) men.put(man, problem.square(word, man));
    men.occupied = problem.occupied(word) | bit_at(black_king);
    return men;
  }
  /// No two of them on one square; nobody is gone.
  LUCENA_DEVICE bool are_apart(const MenOnBoard& men) const {
    return count_ones(men.occupied) == problem.men_count + 2;
  }
  LUCENA_DEVICE bool is_there(const MenOnBoard& men, int man, Color color) const {
    return problem.men[man].color == color && !men.is_gone(man);
  }
  LUCENA_DEVICE bool is_pawn(int man) const { return problem.men[man].type == PieceType::Pawn; }

  LUCENA_DEVICE std::uint64_t attacked_by(const MenOnBoard& men, int man) const {
    return attacks(board, problem.men[man], men.square(man), men.occupied);
  }
  LUCENA_DEVICE bool is_in_check(const MenOnBoard& men, Color us) const {
    const int king = men.king(us);
    const Color them = opposite(us);
    if ((board.king[men.king(them)] >> king & 1) != 0) return true;
    for (int man = 0; man < problem.men_count; ++man) {
      if (is_there(men, man, them) && (attacked_by(men, man) >> king & 1) != 0) return true;
    }
    return false;
  }

  /// A man of ours goes to a square, and perhaps somebody is gone, from there or from elsewhere.
  LUCENA_DEVICE MenOnBoard after(const MenOnBoard& men, Color us, int mover, int to,
                                 int victim) const {
    MenOnBoard next = men;
    next.occupied &= ~bit_at(mover == kKing ? men.king(us) : men.square(mover));
    if (victim != kNobody) {
      next.occupied &= ~bit_at(men.square(victim));
      next.gone |= 1u << victim;
    }
    next.occupied |= bit_at(to);
    if (mover == kKing) {
      next.put_king(us, to);
    } else {
      next.put(mover, to);
    }
    return next;
  }

  /// Whether there is any legal move but captures in passing.
  LUCENA_DEVICE bool has_move(const MenOnBoard& men, Color us) const {
    if (has_move_to(men, us, kKing, board.king[men.king(us)])) return true;
    for (int man = 0; man < problem.men_count; ++man) {
      if (!is_there(men, man, us)) continue;
      const std::uint64_t targets =
          is_pawn(man) ? pawn_targets(men, us, man) : attacked_by(men, man);
      if (has_move_to(men, us, man, targets)) return true;
    }
    return false;
  }

 private:
  LUCENA_DEVICE bool has_move_to(const MenOnBoard& men, Color us, int mover,
                                 std::uint64_t targets) const {
    for (targets &= ~squares_of(men, us); targets != 0; targets &= targets - 1) {
      const int to = lowest_one(targets);
      if (!is_in_check(after(men, us, mover, to, man_on(men, to)), us)) return true;
    }
    return false;
  }
  LUCENA_DEVICE std::uint64_t pawn_targets(const MenOnBoard& men, Color us, int pawn) const {
    const int from = men.square(pawn), one_step = from + step_forward(us);
    std::uint64_t targets = attacked_by(men, pawn) & squares_of(men, opposite(us));
    if ((men.occupied >> one_step & 1) != 0) return targets;
    targets |= bit_at(one_step);
    const int two_steps = one_step + step_forward(us);
    if (is_on_start_rank(us, from)) targets |= bit_at(two_steps) & ~men.occupied;
    return targets;
  }
  LUCENA_DEVICE std::uint64_t squares_of(const MenOnBoard& men, Color us) const {
    std::uint64_t squares = bit_at(men.king(us));
    for (int man = 0; man < problem.men_count; ++man) {
      if (is_there(men, man, us)) squares |= bit_at(men.square(man));
    }
    return squares;
  }
  /// Who stands there besides a king.
  LUCENA_DEVICE int man_on(const MenOnBoard& men, int square) const {
    for (int man = 0; man < problem.men_count; ++man) {
      if (men.square(man) == square && !men.is_gone(man)) return man;
    }
    return kNobody;
  }
};

}  // namespace lucena::on_device
