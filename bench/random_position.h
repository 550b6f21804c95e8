// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <vector>

#include "endgame/layout.h"

namespace lucena {

/// A legal position of one of these endings, with either side to move: indices are tried until one
/// is legal, so that within an ending each index has the same chance.
inline Position random_position(const std::vector<Layout>& layouts, std::mt19937_64& random) {
  for (;;) {
    const Layout& layout = layouts[random() % layouts.size()];
    const Index index{static_cast<std::uint32_t>(random() % layout.skeleton_count()),
                      static_cast<std::uint32_t>(random() % layout.words()),
                      static_cast<std::uint8_t>(random() % Square::kCount)};
    const auto setup = layout.setup_at(index, kColors[random() % 2]);
    if (!setup) continue;
    const auto position = Position::create(*setup);
    if (position) return *position;
  }
}

}  // namespace lucena
