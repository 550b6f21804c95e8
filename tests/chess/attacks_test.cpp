// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/attacks.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/random_positions.h"

namespace lucena {
namespace {

struct Step {
  int files;
  int ranks;
};

const std::vector<Step> kRookSteps{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const std::vector<Step> kBishopSteps{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const std::vector<Step> kQueenSteps{{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                    {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const std::vector<Step> kKnightSteps{{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                     {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

std::optional<Square> neighbour(Square from, Step step) {
  const int file = from.file() + step.files, rank = from.rank() + step.ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return {};
  return Square(file, rank);
}

/// What every attack function must say: walk until something stands in the way.
Bitboard walk(Square from, const std::vector<Step>& steps, Bitboard occupied, int longest) {
  Bitboard reached;
  for (const Step step : steps) {
    auto square = neighbour(from, step);
    for (int length = 1; square && length <= longest; ++length) {
      reached |= Bitboard(*square);
      if (occupied.contains(*square)) break;
      square = neighbour(*square, step);
    }
  }
  return reached;
}

template <class Check>
void for_all_squares(Check check) {
  for (int i = 0; i < Square::kCount; ++i) check(Square(i));
}

/// From an empty to a full board, the slider's own square now occupied and now not.
std::vector<Bitboard> random_occupancies(std::size_t count) {
  test::Random random(20240501);
  std::vector<Bitboard> all{Bitboard(), ~Bitboard()};
  while (all.size() < count) {
    const std::uint64_t some = random(), other = random(), third = random();
    all.push_back(Bitboard(some));
    all.push_back(Bitboard(some & other));
    all.push_back(Bitboard(some & other & third));
    all.push_back(Bitboard(some | other));
  }
  return all;
}

TEST(Attacks, SlidersStopAtTheFirstManOnEveryLine) {
  for (const Bitboard occupied : random_occupancies(2000)) {
    for_all_squares([&](Square from) {
      ASSERT_EQ(rook_attacks(from, occupied), walk(from, kRookSteps, occupied, 7))
          << from.name() << ' ' << std::hex << occupied.bits();
      ASSERT_EQ(bishop_attacks(from, occupied), walk(from, kBishopSteps, occupied, 7))
          << from.name() << ' ' << std::hex << occupied.bits();
      ASSERT_EQ(queen_attacks(from, occupied), walk(from, kQueenSteps, occupied, 7))
          << from.name() << ' ' << std::hex << occupied.bits();
    });
  }
}

TEST(Attacks, ASliderSeesEveryArrangementOfItsRank) {
  for_all_squares([](Square from) {
    for (std::uint64_t rank = 0; rank < 256; ++rank) {
      const Bitboard occupied(rank << 8 * from.rank());
      ASSERT_EQ(rook_attacks(from, occupied), walk(from, kRookSteps, occupied, 7))
          << from.name() << ' ' << rank;
    }
  });
}

TEST(Attacks, KingsAndKnightsTakeOneStepAndStayOnTheBoard) {
  for_all_squares([](Square from) {
    EXPECT_EQ(king_attacks(from), walk(from, kQueenSteps, {}, 1)) << from.name();
    EXPECT_EQ(knight_attacks(from), walk(from, kKnightSteps, {}, 1)) << from.name();
  });
}

TEST(Attacks, PawnsCaptureDiagonallyForward) {
  for_all_squares([](Square from) {
    EXPECT_EQ(pawn_attacks(Color::White, from), walk(from, {{1, 1}, {-1, 1}}, {}, 1));
    EXPECT_EQ(pawn_attacks(Color::Black, from), walk(from, {{1, -1}, {-1, -1}}, {}, 1));
  });
}

TEST(Attacks, PieceAttacksChoosesByPieceType) {
  for (const Bitboard occupied : random_occupancies(50)) {
    for_all_squares([&](Square from) {
      EXPECT_EQ(piece_attacks(PieceType::Knight, from, occupied), knight_attacks(from));
      EXPECT_EQ(piece_attacks(PieceType::Bishop, from, occupied), bishop_attacks(from, occupied));
      EXPECT_EQ(piece_attacks(PieceType::Rook, from, occupied), rook_attacks(from, occupied));
      EXPECT_EQ(piece_attacks(PieceType::Queen, from, occupied), queen_attacks(from, occupied));
      EXPECT_EQ(piece_attacks(PieceType::King, from, occupied), king_attacks(from));
    });
  }
}

/// The step from one square towards another on the same line.
std::optional<Step> direction(Square a, Square b) {
  for (const Step step : kQueenSteps) {
    if (walk(a, {step}, {}, 7).contains(b)) return step;
  }
  return {};
}

TEST(Lines, SquaresBetweenAreThoseAWalkerPasses) {
  for_all_squares([](Square a) {
    for_all_squares([&](Square b) {
      const auto step = direction(a, b);
      const Bitboard expected = step ? walk(a, {*step}, Bitboard(b), 7) - Bitboard(b) : Bitboard();
      EXPECT_EQ(squares_between(a, b), expected) << a.name() << b.name();
    });
  });
}

TEST(Lines, TheLineThroughTwoSquaresRunsFromEdgeToEdge) {
  for_all_squares([](Square a) {
    for_all_squares([&](Square b) {
      const auto step = direction(a, b);
      Bitboard expected;
      if (step) {
        const Step back{-step->files, -step->ranks};
        expected = walk(a, {*step, back}, {}, 7) | Bitboard(a);
      }
      EXPECT_EQ(line_through(a, b), expected) << a.name() << b.name();
    });
  });
}

}  // namespace
}  // namespace lucena
