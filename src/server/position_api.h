// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/api.h"

namespace lucena {

/// What `lucena probe --json` prints, with the sentences of its text, and the FEN behind each move.
/// Of a position that is not solved the legal moves alone, with "solved": false.
HttpResponse probe_api(const ApiParts& parts, const HttpRequest& request);

/// Best play to the end, as moves and as PGN.
HttpResponse line_api(const ApiParts& parts, const HttpRequest& request);

/// What the position would be worth with the man of ?square= on each of the squares.
HttpResponse heat_api(const ApiParts& parts, const HttpRequest& request);

/// What the console would say of ?move= in the position.
HttpResponse remark_api(const ApiParts& parts, const HttpRequest& request);

}  // namespace lucena
