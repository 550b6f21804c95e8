// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "match/match.h"

namespace lucena {

/// "+72 +/- 31", or what else can be said.
std::string elo_text(const MatchTally& tally);

/// "SPRT (0, 5): LLR 1.23 between -2.94 and 2.94".
std::string sprt_text(const Sprt& sprt, const MatchTally& tally);

/// All there is to say at the end, in lines.
std::string match_report(const MatchOptions& options, const MatchSummary& summary);

}  // namespace lucena
