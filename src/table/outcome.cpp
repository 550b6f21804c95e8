// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/outcome.h"

namespace lucena {

std::string_view name(Outcome outcome) {
  constexpr ByOutcome<std::string_view> kNames{"loss", "blessed-loss", "draw", "cursed-win", "win"};
  return kNames[outcome];
}

}  // namespace lucena
