// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/perft.h"

#include <chrono>
#include <memory>

#include "app/commands.h"
#include "app/output.h"
#include "base/text.h"
#include "chess/move_text.h"
#include "endgame/position_text.h"

namespace lucena {
namespace {

constexpr std::string_view kPerftCommand = "lucena perft";

struct PerftOptions {
  unsigned depth = 0;
  std::optional<std::string> fen;
  bool divide = false;
  unsigned threads = 1;
};

/// Far beyond what a lifetime suffices for, except in positions with next to no moves.
constexpr unsigned kDeepest = 30;
constexpr unsigned kMostThreads = 1024;

std::uint64_t count_nodes(const Position& position, const PerftOptions& options) {
  const bool whole = options.depth == 0 || (!options.divide && options.threads == 1);
  if (whole) return perft(position, options.depth);
  ThreadPool pool(options.threads);
  tell_fewer_threads(kPerftCommand, pool.threads(), options.threads);
  std::uint64_t total = 0;
  for (const PerftShare& share : perft_divide(position, options.depth, pool)) {
    if (options.divide) print("{}: {}\n", to_uci(share.move), share.nodes);
    total += share.nodes;
  }
  return total;
}

int run_perft(const PerftOptions& options) {
  Position position = Position::initial();
  if (options.fen) {
    const auto parsed = parse_position(*options.fen);
    if (!parsed) return refuse(kPerftCommand, parsed.error().message, kUsage);
    position = *parsed;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t nodes = count_nodes(position, options);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  print("{}{}\n", options.divide ? "total: " : "", nodes);
  write_message(fmt::format("{} node{} in {:.2f} s, {:.0f} million a second\n",
                            with_thousands(nodes), nodes == 1 ? "" : "s", elapsed.count(),
                            nodes / elapsed.count() / 1e6));
  return kSuccess;
}

}  // namespace

Command perft_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<PerftOptions>();
    arguments.number("DEPTH", options->depth, {0, kDeepest}, "how many plies to play");
    arguments.rest("[FEN]", options->fen,
                   "where to start: a FEN or the men (default: the initial position)");
    arguments.flag("--divide", options->divide, "shows the count behind each first move");
    arguments.number("--threads N", options->threads, {1, kMostThreads},
                     "how many threads share the work");
    return [options] { return run_perft(*options); };
  };
  return {"perft",
          "Counts the sequences of legal moves of a given length",
          {{"lucena perft 6", "Lucena counts from the initial position"},
           {"lucena perft 5 --divide \"8/8/1p6/8/2P5/k7/8/K7 w - - 0 1\"",
            "Lucena counts by first move"},
           {"lucena perft 7 --threads 2 8/2r5/8/1k1p4/8/3P4/4R3/K7 b - -",
            "Lucena counts with two threads"}},
          declare};
}

}  // namespace lucena
