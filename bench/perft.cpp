// SPDX-License-Identifier: GPL-3.0-or-later
// How fast perft is beside Stockfish's `go perft`: one thread each, no hash tables, the last ply
// counted and not played by both. The exit status is 1 if the two do not agree on a count.
// LUCENA_SIMD=none restricts us to the instructions that Debian's Stockfish is built for.
#include "chess/perft.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>

#include "base/text.h"
#include "chess/fen.h"
#include "support/stockfish.h"

namespace lucena {
namespace {

struct Case {
  std::string_view name;
  std::string_view fen;
  unsigned depth;
};

// Depths that keep the faster of the two busy for about half a second.
constexpr Case kCases[] = {
    {"initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6},
    {"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
    {"rooks and pawns", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7},
    {"queens", "8/8/k7/3q4/8/4Q3/6QK/8 w - - 0 1", 6},
    {"pawn ending", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 11},
};

constexpr int kRounds = 3;

struct Measurement {
  std::uint64_t nodes = 0;
  double seconds = std::numeric_limits<double>::infinity();

  void improve(std::uint64_t new_nodes, double new_seconds) {
    nodes = new_nodes;
    seconds = std::min(seconds, new_seconds);
  }
  double million_nodes_a_second() const { return static_cast<double>(nodes) / seconds / 1e6; }
};

Measurement measure_ours(const Position& position, unsigned depth) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t nodes = perft(position, depth);
  return {nodes, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

/// Returns whether the counts agree.
bool compare(const Case& example, test::Stockfish& stockfish) {
  const Position position = parse_fen(example.fen).value();
  Measurement ours, theirs;
  // In turns, so that a busy moment of the machine does not fall on one side only.
  for (int round = 0; round < kRounds; ++round) {
    const Measurement mine = measure_ours(position, example.depth);
    ours.improve(mine.nodes, mine.seconds);
    const test::Stockfish::Perft answer = stockfish.perft(position, example.depth);
    theirs.improve(answer.nodes, answer.seconds);
  }
  const bool agree = ours.nodes == theirs.nodes;
  fmt::print("{:<18} {:>5} {:>15} {:>10.1f} {:>10.1f} {:>6.2f}{}\n", example.name, example.depth,
             with_thousands(ours.nodes), ours.million_nodes_a_second(),
             theirs.million_nodes_a_second(),
             ours.million_nodes_a_second() / theirs.million_nodes_a_second(),
             agree ? "" : fmt::format("  Stockfish counts {}", with_thousands(theirs.nodes)));
  return agree;
}

int run() {
  test::Stockfish stockfish;
  fmt::print("million nodes a second, one thread, best of {}\n", kRounds);
  fmt::print("{:<18} {:>5} {:>15} {:>10} {:>10} {:>6}\n", "position", "depth", "nodes", "Lucena",
             "Stockfish", "ratio");
  bool all_agree = true;
  for (const Case& example : kCases) all_agree &= compare(example, stockfish);
  return all_agree ? 0 : 1;
}

}  // namespace
}  // namespace lucena

int main() {
  try {
    return lucena::run();
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_perft: {}\n", fault.what());
    return 1;
  }
}
