// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chess/position.h"
#include "support/process.h"

namespace lucena::test {

/// The engine Stockfish, an independent opinion on the rules of chess. It must be installed: the
/// constructor throws std::runtime_error otherwise.
class Stockfish {
 public:
  Stockfish();

  struct Perft {
    std::uint64_t nodes = 0;
    std::vector<std::string> moves;  // the legal moves in UCI notation, sorted
    double seconds = 0;              // from the question to the answer
  };
  /// Throws std::runtime_error if the engine ends instead of answering.
  Perft perft(const Position& position, unsigned depth);

 private:
  Process engine_;
};

}  // namespace lucena::test
