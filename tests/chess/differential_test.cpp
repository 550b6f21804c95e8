// SPDX-License-Identifier: GPL-3.0-or-later
// The rules as Stockfish understands them, in positions that nobody chose.
#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "support/random_positions.h"
#include "support/stockfish.h"

namespace lucena {
namespace {

std::vector<std::string> sorted_moves(const Position& position) {
  std::vector<std::string> moves;
  for (const Move move : legal_moves(position)) moves.push_back(to_uci(move));
  std::sort(moves.begin(), moves.end());
  return moves;
}

void expect_the_same_moves(const std::vector<Position>& positions) {
  test::Stockfish stockfish;
  for (const Position& position : positions) {
    ASSERT_EQ(sorted_moves(position), stockfish.perft(position, 1).moves) << to_fen(position);
  }
}

/// How many positions of the kinds that go wrong are among them.
struct Coverage {
  int checks = 0, en_passant_captures = 0, castling_moves = 0, promotions = 0, finished = 0;

  explicit Coverage(const std::vector<Position>& positions) {
    for (const Position& position : positions) {
      const MoveList moves = legal_moves(position);
      const auto any = [&](MoveKind kind) {
        return std::any_of(moves.begin(), moves.end(),
                           [&](Move move) { return move.kind() == kind; });
      };
      checks += position.in_check();
      en_passant_captures += any(MoveKind::EnPassant);
      castling_moves += any(MoveKind::Castling);
      promotions += any(MoveKind::Promotion);
      finished += moves.empty();
    }
  }
};

constexpr std::string_view kStarts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
};

TEST(Stockfish, ListsTheSameMovesInRandomGames) {
  constexpr std::size_t kPositions = 30'000;
  test::Random random(9);
  std::vector<Position> positions;
  for (std::size_t game = 0; positions.size() < kPositions; ++game) {
    const Position start = parse_fen(kStarts[game % std::size(kStarts)]).value();
    const auto more = test::random_walk(start, 120, random);
    positions.insert(positions.end(), more.begin(), more.end());
  }
  const Coverage coverage(positions);
  EXPECT_GT(coverage.checks, 1000);
  EXPECT_GT(coverage.en_passant_captures, 80);
  EXPECT_GT(coverage.castling_moves, 700);
  EXPECT_GT(coverage.promotions, 1200);
  expect_the_same_moves(positions);
}

TEST(Stockfish, ListsTheSameMovesWithFewMen) {
  constexpr int kPositions = 30'000;
  test::Random random(10);
  std::vector<Position> positions;
  for (int i = 0; i < kPositions; ++i) {
    positions.push_back(test::random_placement(3 + i % 4, random));
  }
  const Coverage coverage(positions);
  EXPECT_GT(coverage.checks, 2500);
  EXPECT_GT(coverage.en_passant_captures, 4000);
  EXPECT_GT(coverage.castling_moves, 1800);
  EXPECT_GT(coverage.promotions, 900);
  EXPECT_GT(coverage.finished, 40);
  expect_the_same_moves(positions);
}

}  // namespace
}  // namespace lucena
