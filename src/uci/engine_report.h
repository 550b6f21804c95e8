// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lucena {

/// A score as engines tell it, for the side to move: centipawns, or moves to mate, negative if the
/// side to move is mated.
struct EngineScore {
  enum class Kind : std::uint8_t { Centipawns, Mate };
  Kind kind;
  int value;

  friend bool operator==(const EngineScore&, const EngineScore&) = default;
};

/// What an engine said about a search. Of the last "info" lines before "bestmove", since each
/// replaces what the one before has said.
struct EngineReport {
  std::string best_move;  // as it is written, legal or not
  std::optional<EngineScore> score;
  unsigned depth = 0;
  std::uint64_t nodes = 0;
  std::vector<std::string> line;  // the principal variation
  double seconds = 0;             // from the question to the answer
};

/// Takes over what an "info" line says about the best line. A mere bound is no score.
void read_info(std::string_view line, EngineReport& report);

}  // namespace lucena
