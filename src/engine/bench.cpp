// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/bench.h"

#include <array>
#include <chrono>
#include <optional>

#include "base/clock.h"
#include "base/thread.h"
#include "chess/fen.h"
#include "engine/engine.h"

namespace lucena {
namespace {

constexpr std::array<std::string_view, 24> kPositions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqk2r/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 4 5",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2PNP3/1PN1BP2/P3B1PP/R2Q1RK1 w - - 0 13",
    "2rq1rk1/pb2bppp/1p2pn2/n7/3P4/P1NB1N2/1P3PPP/R1BQR1K1 b - - 2 15",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 2 14",
    "3r1rk1/p1q2ppp/1pn1pn2/2p5/3P4/2PBPN2/PQ3PPP/3R1RK1 w - - 0 18",
    "4rrk1/1b3ppp/pqn1p3/1p1p4/3P1P2/P1NBP3/1P1Q2PP/2R2RK1 w - - 4 20",
    "r4rk1/5ppp/p2pbq2/1p2b3/4P3/2P1B3/PPB2PPP/R2Q1RK1 w - - 2 18",
    "5rk1/pp3p1p/3p2p1/2pPn3/P1P1Pq2/1P1Q1N2/6PP/4R1K1 w - - 0 27",
    "2r3k1/5pp1/p2qp2p/1p1p4/3P4/P2QP2P/1P3PP1/2R3K1 w - - 0 25",
    "8/5pk1/4p1p1/1p1pP2p/pP1P1P1P/P3K1P1/8/8 w - - 0 45",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
    "4k3/3r1ppp/8/1p6/1P1R4/6P1/5P1P/6K1 w - - 0 35",
    "8/8/1p1k4/p1p2n2/P1P1p3/1P2B1P1/4K3/8 w - - 0 50",
    "8/3k4/8/8/3K4/8/3P4/8 w - - 0 1",
    "8/8/8/8/5k2/8/1R6/4K3 w - - 0 1",
    "r1b1r1k1/1pp2pp1/p1n2q1p/8/3P4/P1PB1N2/5PPP/R2QR1K1 w - - 0 17",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
};

}  // namespace

std::span<const std::string_view> bench_positions() {
  return kPositions;
}

BenchResult run_bench(int depth, std::size_t hash_bytes, unsigned threads,
                      const std::atomic<bool>* cancelled) {
  const auto is_cancelled = [cancelled] { return cancelled != nullptr && *cancelled; };
  Engine engine({.hash_bytes = hash_bytes, .threads = threads});
  // Again and again, since a search that is about to start would not have heard it. Without a
  // thread for that, the flag is seen between two searches.
  std::optional<std::jthread> watcher;
  if (cancelled != nullptr) {
    watcher = start_thread([&](const std::stop_token& done) {
      while (!done.stop_requested()) {
        if (is_cancelled()) engine.stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    });
  }
  SearchLimits limits;
  limits.depth = depth;
  BenchResult result;
  result.threads = engine.threads();
  result.hash_bytes = engine.hash_bytes();
  for (const std::string_view fen : kPositions) {
    if (is_cancelled()) break;
    const Game game(parse_fen(fen).value());
    engine.forget_everything();
    const double start = wall_seconds();
    result.nodes += engine.search(game, limits, nullptr).nodes;
    result.seconds += wall_seconds() - start;
  }
  return result;
}

}  // namespace lucena
