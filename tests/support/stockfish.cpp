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

/// Reads up to a line that starts with this.
std::string receive_until(Process& engine, std::string_view start,
                          std::vector<std::string>& before) {
  while (auto line = engine.receive()) {
    if (line->starts_with(start)) return *line;
    before.push_back(*std::move(line));
  }
  throw std::runtime_error("stockfish has ended without an answer");
}

}  // namespace

Stockfish::Stockfish() : engine_({installed_engine()}) {
  engine_.send("isready");
  std::vector<std::string> greeting;
  receive_until(engine_, "readyok", greeting);
}

Stockfish::Perft Stockfish::perft(const Position& position, unsigned depth) {
  engine_.send("position fen " + to_fen(position));
  const auto start = std::chrono::steady_clock::now();
  engine_.send(fmt::format("go perft {}", depth));
  constexpr std::string_view kTotal = "Nodes searched: ";
  std::vector<std::string> lines;
  const std::string total = receive_until(engine_, kTotal, lines);
  Perft result;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.nodes = std::stoull(total.substr(kTotal.size()));
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
