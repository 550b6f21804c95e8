// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/device_room.h"

#include <algorithm>

#include "chess/square.h"
#include "endgame/layout.h"

namespace lucena {

/// Five sets a side and one besides; three lists a side and one besides.
std::size_t device_set_bytes(std::uint64_t words, const ListLimits& limits) {
  constexpr std::size_t kSets = 2 * 5 + 1, kLists = 2 * 3 + 1;
  return words * kSets * sizeof(std::uint64_t) +
         words / limits.list_share * kLists * sizeof(std::uint32_t);
}

std::size_t device_table_bytes(const Material& material) {
  if (material.men() > kMaxMenInMemory) return 0;
  return std::size_t{Layout(material).words()} * Square::kCount * kColors.size();
}

std::size_t device_plan_bytes(const std::vector<Material>& plan, std::size_t metrics,
                              const ListLimits& limits) {
  std::size_t tables = 0, work = 0;
  for (const Material& material : plan) {
    tables += metrics * device_table_bytes(material);
    const std::size_t words = Layout(material).words(), rows = words * Square::kCount;
    const std::size_t views = kMaxOthers * rows / Square::kCount;
    work = std::max(work, device_set_bytes(words, limits) + rows + views);
  }
  return tables + work;
}

}  // namespace lucena
