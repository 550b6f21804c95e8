// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oracle/oracle.h"
#include "report/json_output.h"
#include "server/http.h"

namespace lucena {

// The tablebase API of Lichess, as other programs speak it already. Signs, names and order of the
// fields are theirs: every value is for the side to move, and those of a move describe the position
// behind it, where the opponent is to move. What is not solved is "unknown"; positions with
// castling rights are known here.
//
//     category       dtz (plies)      what it is
//     win            1 to 100         wins within the 50-move rule, with the clock as it is
//     cursed-win     from 1 on        wins, but too late for the rule
//     draw           0
//     blessed-loss   up to -1         loses too late
//     loss           -1 to -100       loses; -1 is also a checkmate on the board

/// GET /standard?fen=...
HttpResponse lichess_standard(Oracle& oracle, const HttpRequest& request);

/// GET /standard/mainline?fen=...: best play by zeroing distance.
HttpResponse lichess_mainline(Oracle& oracle, const HttpRequest& request);

/// The position that a FEN means to Lichess: castling rights that the men do not allow, and an
/// impossible en passant square, are passed over.
Result<Position, ChessFault> parse_lenient_fen(std::string_view text);

}  // namespace lucena
