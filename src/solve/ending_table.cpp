// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ending_table.h"

namespace lucena {

EndingTable::EndingTable(const Material& material) : layout_(material) {
  for (auto& scores : scores_) scores = Buffer<Score>(side_bytes(layout_));
}

}  // namespace lucena
