// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ending_table.h"

namespace lucena {

EndingTable::EndingTable(const Material& material, Scores recycled)
    : layout_(material), scores_(std::move(recycled)) {
  for (auto& scores : scores_) {
    if (scores.size() < side_bytes(layout_)) scores = Buffer<Score>(side_bytes(layout_));
  }
}

}  // namespace lucena
