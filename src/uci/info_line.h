// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/search_report.h"

namespace lucena {

/// "cp 31" or "mate -4"; mates are counted in moves. A sure win whose mate the 50-move rule may
/// delay is "cp 19991", 20000 less the plies to mate without the rule.
std::string score_text(Value value);

/// How often a game from here is won, drawn and lost, in thousandths.
struct WinDrawLoss {
  int win, draw, loss;
};
/// A rough guess for games between equals: two logistic curves over the value.
///
///     value (cp)    0    50   100   150   300
///     win         105   193   329   500   895
///     draw        790   753   644   486   103
///     loss        105    54    27    14     2
WinDrawLoss win_draw_loss(Value value);

/// "info depth 12 ... pv e2e4 e7e5".
std::string info_line(const SearchReport& report, bool with_wdl);

}  // namespace lucena
