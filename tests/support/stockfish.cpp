// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/stockfish.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "chess/fen.h"

namespace lucena::test {
namespace {

std::string installed_engine() {
  if (auto path = find_program("stockfish")) return *path;
  throw std::runtime_error("stockfish is not installed");
}

}  // namespace

Stockfish::Stockfish() : engine_({installed_engine()}) {
  engine_.send("isready");
  engine_.receive_until("readyok");
}

Stockfish::Perft Stockfish::perft(const Position& position, unsigned depth) {
  engine_.send("position fen " + to_fen(position));
  const auto start = std::chrono::steady_clock::now();
  engine_.send(fmt::format("go perft {}", depth));
  constexpr std::string_view kTotal = "Nodes searched: ";
  const std::vector<std::string> lines = engine_.receive_until(kTotal);
  Perft result;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.nodes = std::stoull(lines.back().substr(kTotal.size()));
  for (const std::string& line : lines) {
    // "e2e4: 20", among empty lines and remarks that start with "info".
    const std::size_t colon = line.find(':');
    const bool is_move = colon == 4 || colon == 5;
    if (is_move) result.moves.push_back(line.substr(0, colon));
  }
  std::sort(result.moves.begin(), result.moves.end());
  return result;
}

}  // namespace lucena::test
