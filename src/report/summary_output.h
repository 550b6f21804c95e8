// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "census/castling_summary.h"
#include "census/outcome_counts.h"
#include "report/json_output.h"

namespace lucena {

// What `lucena solve` and `lucena stats` say alike about a set of positions.

/// "7 won, 2 drawn, 0 lost".
std::string counts_text(const OutcomeCounts& counts);
/// "longest mate by White, in moves: 16 with White to move (FEN), 16 with Black to move (FEN)".
std::string longest_text(Color winner, const DeepestBySide& wins, const DeepestBySide& losses);
/// The positions with castling rights, in four lines; nothing if there are none.
std::string castling_text(const CastlingSummary& summary);

/// {"white": {"legal": ..., "win": ..., "draw": ..., "loss": ...}, "black": ...}
Json counts_json(const ByColor<OutcomeCounts>& counts);
/// {"white": {"mate_plies": ..., "mate_moves": ..., "fen": ...}, "black": null}
Json deepest_json(const DeepestBySide& deepest);
Json castling_json(const CastlingSummary& summary);

}  // namespace lucena
