// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/kept_castling.h"

#include <algorithm>
#include <vector>

namespace lucena {

std::optional<FileFault> KeptCastling::keep(const CastlingTable& table, Metric metric) {
  const Material material = table.ending().material.canonical();
  if (!endings_.contains(material)) {
    auto file = ScratchFile::create(folder_);
    if (!file) return file.error();
    endings_.emplace(material, Ending{std::move(*file)});
  }
  Ending& ending = endings_.at(material);
  Kept kept{.is_wide = table.is_wide()};
  for (const Color side : kColors) {
    const auto values = ending.file.put(table.values(side));
    if (!values) return values.error();
    kept.values[side] = *values;
    if (!table.is_wide()) continue;
    const auto high = ending.file.put(table.high_values(side));
    if (!high) return high.error();
    kept.high_values[side] = *high;
  }
  ending.tables[{table.ending().key(), metric}] = kept;
  return {};
}

Result<std::shared_ptr<const CastlingTable>, FileFault> KeptCastling::bring(
    const CastlingEnding& ending, Metric metric) const {
  const auto material = endings_.find(ending.material.canonical());
  if (material == endings_.end()) return std::shared_ptr<const CastlingTable>();
  const auto& [file, tables] = material->second;
  const auto found = tables.find({ending.key(), metric});
  if (found == tables.end()) return std::shared_ptr<const CastlingTable>();
  const Kept& kept = found->second;
  const auto table = std::make_shared<CastlingTable>(ending);
  if (kept.is_wide) table->widen();
  std::vector<std::uint8_t> bytes;
  for (const Color side : kColors) {
    if (auto fault = file.get(kept.values[side], bytes)) return *fault;
    std::copy(bytes.begin(), bytes.end(), table->values(side).begin());
    if (!kept.is_wide) continue;
    if (auto fault = file.get(kept.high_values[side], bytes)) return *fault;
    std::copy(bytes.begin(), bytes.end(), table->high_values(side).begin());
  }
  return std::shared_ptr<const CastlingTable>(table);
}

std::uint64_t KeptCastling::size_bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [material, ending] : endings_) sum += ending.file.size_bytes();
  return sum;
}

}  // namespace lucena
