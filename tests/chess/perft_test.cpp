// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/perft.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "support/csv.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

struct Count {
  std::string fen;
  unsigned depth;
  std::uint64_t nodes;
};

/// Counts with more nodes than this are left to the test that runs on request. The sanitizers slow
/// the generator down thirtyfold and find nothing more in more of the same.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kLargestQuickCount = 100'000;
#else
constexpr std::uint64_t kLargestQuickCount = 3'000'000;
#endif

/// tests/data/perft.csv: the position, the counts for depths 1 to 6 as far as they are known, and
/// what the position is for.
std::vector<Count> known_counts() {
  std::vector<Count> counts;
  for (const auto& row : test::read_csv(std::string(LUCENA_TEST_DATA) + "/perft.csv")) {
    for (unsigned depth = 1; depth <= 6; ++depth) {
      if (!row[depth].empty()) counts.push_back({row[0], depth, std::stoull(row[depth])});
    }
  }
  return counts;
}

std::uint64_t sum(const std::vector<PerftShare>& shares) {
  std::uint64_t nodes = 0;
  for (const PerftShare& share : shares) nodes += share.nodes;
  return nodes;
}

TEST(Perft, MatchesTheKnownCounts) {
  const std::vector<Count> counts = known_counts();
  ASSERT_GT(counts.size(), 1000u);
  for (const Count& count : counts) {
    if (count.nodes > kLargestQuickCount) continue;
    const auto position = parse_fen(count.fen);
    ASSERT_TRUE(position) << count.fen << ": " << position.error().message;
    EXPECT_EQ(perft(*position, count.depth), count.nodes) << count.fen << " at " << count.depth;
  }
}

TEST(PerftFull, MatchesTheLargeKnownCountsToo) {
  ThreadPool pool(hardware_threads());
  for (const Count& count : known_counts()) {
    if (count.nodes <= kLargestQuickCount) continue;
    const auto position = parse_fen(count.fen);
    ASSERT_TRUE(position) << count.fen << ": " << position.error().message;
    EXPECT_EQ(sum(perft_divide(*position, count.depth, pool)), count.nodes)
        << count.fen << " at " << count.depth;
  }
}

TEST(Perft, OfDepthZeroIsOne) {
  EXPECT_EQ(perft(Position::initial(), 0), 1u);
}

TEST(Perft, OfAFinishedGameIsZero) {
  const Position mate = parse_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value();
  EXPECT_EQ(perft(mate, 1), 0u);
  EXPECT_EQ(perft(mate, 3), 0u);
  ThreadPool pool(2);
  EXPECT_TRUE(perft_divide(mate, 3, pool).empty());
}

TEST(Perft, CountsAsManyMovesAsAreListed) {
  test::Random random(7);
  std::vector<Position> positions;
  for (int game = 0; game < 60; ++game) {
    const auto more = test::random_walk(Position::initial(), 200, random);
    positions.insert(positions.end(), more.begin(), more.end());
  }
  for (int i = 0; i < 20000; ++i) positions.push_back(test::random_placement(3 + i % 4, random));
  for (const Position& position : positions) {
    const std::size_t listed = legal_moves(position).size();
    ASSERT_EQ(count_legal_moves(position), listed) << to_fen(position);
    ASSERT_EQ(perft(position, 1), listed) << to_fen(position);
    ASSERT_EQ(has_legal_move(position), listed > 0) << to_fen(position);
  }
}

/// Every move made, down to the last ply.
std::uint64_t play_all(const Position& position, unsigned depth) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) nodes += play_all(position.after(move), depth - 1);
  return nodes;
}

TEST(Perft, CountsWhatPlayingEveryMoveCounts) {
  test::Random random(8);
  for (int i = 0; i < 100; ++i) {
    const Position position = test::random_placement(3 + i % 4, random);
    ASSERT_EQ(perft(position, 3), play_all(position, 3)) << to_fen(position);
  }
}

TEST(PerftDivide, SumsToPerftForAnyNumberOfThreads) {
  const Position kiwipete =
      parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").value();
  for (const unsigned depth : {1u, 2u, 3u}) {
    for (const unsigned threads : {1u, 2u, 3u, 8u, 100u}) {
      ThreadPool pool(threads);
      EXPECT_EQ(sum(perft_divide(kiwipete, depth, pool)), perft(kiwipete, depth))
          << depth << " plies, " << threads << " threads";
    }
  }
}

TEST(PerftDivide, GivesEachMoveItsOwnShareInTheOrderOfTheMoves) {
  const Position start = Position::initial();
  const MoveList moves = legal_moves(start);
  ThreadPool pool(2);
  for (const unsigned depth : {1u, 2u, 4u}) {
    const std::vector<PerftShare> shares = perft_divide(start, depth, pool);
    ASSERT_EQ(shares.size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      EXPECT_EQ(shares[i].move, moves[i]);
      EXPECT_EQ(shares[i].nodes, perft(start.after(moves[i]), depth - 1));
    }
  }
}

}  // namespace
}  // namespace lucena
