// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/perft.h"

#include "base/simd.h"
#include "chess/legal_moves.h"
#include "chess/move_generator.h"

namespace lucena {
namespace {

using Counter = std::uint64_t(const Position& position, unsigned depth);

/// One ply of the count; `count_rest` counts what is behind each move. The last ply makes no move:
/// how many legal ones there are is all that is asked, and most nodes are there.
template <Counter& count_rest>
[[gnu::always_inline]] inline std::uint64_t count_from(const Position& position, unsigned depth) {
  if (depth == 1) {
    CountingSink sink;
    generate_legal_moves(position, sink);
    return sink.count();
  }
  MoveList moves;
  ListingSink sink(moves);
  generate_legal_moves(position, sink);
  std::uint64_t nodes = 0;
  for (const Move move : moves) nodes += count_rest(position.after(move), depth - 1);
  return nodes;
}

// The same twice, the second time for processors that count bits in one instruction. Everything is
// inlined, so that the choice reaches the innermost loop.
LUCENA_FLATTEN std::uint64_t count_plainly(const Position& position, unsigned depth) {
  return count_from<count_plainly>(position, depth);
}
LUCENA_FLATTEN [[gnu::target("arch=x86-64-v3")]] std::uint64_t count_with_avx2(
    const Position& position, unsigned depth) {
  return count_from<count_with_avx2>(position, depth);
}

}  // namespace

std::uint64_t perft(const Position& position, unsigned depth) {
  if (depth == 0) return 1;
  return simd_level() >= Simd::Avx2 ? count_with_avx2(position, depth)
                                    : count_plainly(position, depth);
}

/// The shares do not depend on the number of threads: every task writes its own count, and they are
/// added up afterwards.
std::vector<PerftShare> perft_divide(const Position& position, unsigned depth, ThreadPool& pool) {
  std::vector<PerftShare> shares;
  struct Task {
    std::size_t share;
    Position position;
    unsigned depth;
    std::uint64_t nodes;
  };
  // Pairs of moves are small enough to keep all threads busy to the end.
  std::vector<Task> tasks;
  for (const Move move : legal_moves(position)) {
    const Position next = position.after(move);
    if (depth < 3) {
      tasks.push_back({shares.size(), next, depth - 1, 0});
    } else {
      for (const Move reply : legal_moves(next)) {
        tasks.push_back({shares.size(), next.after(reply), depth - 2, 0});
      }
    }
    shares.push_back({move, 0});
  }
  pool.for_each(tasks.size(), [&](std::size_t i, unsigned) {
    tasks[i].nodes = perft(tasks[i].position, tasks[i].depth);
  });
  for (const Task& task : tasks) shares[task.share].nodes += task.nodes;
  return shares;
}

}  // namespace lucena
