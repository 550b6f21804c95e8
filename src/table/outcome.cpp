// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/outcome.h"

#include <array>

namespace lucena {

std::string_view name(Outcome outcome) {
  constexpr std::array<std::string_view, 5> kNames{"loss", "blessed-loss", "draw", "cursed-win",
                                                   "win"};
  return kNames[static_cast<std::size_t>(outcome)];
}

}  // namespace lucena
