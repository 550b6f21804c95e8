// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/device_tables.h"

namespace lucena {

std::vector<BoardMan> men_after(const std::vector<Piece>& men, std::optional<std::size_t> victim,
                                std::optional<BoardMan> promoted) {
  std::vector<BoardMan> left;
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (victim == i) continue;
    const BoardMan man{men[i], static_cast<int>(i)};
    left.push_back(promoted && promoted->number == man.number ? *promoted : man);
  }
  return left;
}

}  // namespace lucena
