// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ending_table.h"

namespace lucena {

EndingTable::EndingTable(const Material& material, Scores recycled)
    : layout_(material), scores_(std::move(recycled)) {
  for (auto& scores : scores_) {
    const std::size_t size = side_bytes(layout_);
    const bool fits = scores.size() >= size && scores.size() <= size + size / 4;
    if (!fits) scores = Buffer<Score>(size);
  }
}

}  // namespace lucena
