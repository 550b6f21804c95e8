// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/position_facts.h"
#include "report/json_output.h"

namespace lucena {

/// All that is to be told about a position.
struct Findings {
  Position position;
  Answer answer;
  PositionFacts facts;
  std::optional<Worth> conversion;
  std::optional<Game> line;  // best play
};

/// Whether the distance to conversion is told. To solve an ending by it takes as long as by mate,
/// so that nobody waits for it who has not asked.
enum class Conversion { No, IfAtHand, Solved };

struct FindingsWanted {
  Conversion conversion = Conversion::No;
  bool line = false;
};

/// What is not solved yet is solved first.
Result<Findings, OracleFault> find_out(Oracle& oracle, const Position& position,
                                       const FindingsWanted& wanted);

/// What it comes to, sentence by sentence, the verdict first:
///
///     White wins: mate in 14 moves.
///     DTZ 27: at most 27 plies until the next capture or pawn move, or mate; ...
///     With Black to move, White wins: mate in 15 moves.
///     Only Kd6 wins.
std::vector<std::string> sentences_on(const Findings& found);

/// Plies, or null for a draw.
Json plies_json(Worth worth);
/// As docs/JSON.md has it for `lucena probe`.
Json findings_json(const Findings& found);

/// Best play of both sides as a PGN game.
std::string best_play_pgn(const Game& line);

}  // namespace lucena
