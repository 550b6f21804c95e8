// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/kept_castling.h"

#include <algorithm>
#include <vector>

namespace lucena {

std::optional<FileFault> KeptCastling::keep(const CastlingTable& table, Metric metric) {
  if (file_ == nullptr) return FileFault{FileError::Failed, "castling tables have no scratch file"};
  Kept kept{.is_wide = table.is_wide()};
  for (const Color side : kColors) {
    const auto values = file_->put(table.values(side));
    if (!values) return values.error();
    kept.values[side] = *values;
    if (!table.is_wide()) continue;
    const auto high = file_->put(table.high_values(side));
    if (!high) return high.error();
    kept.high_values[side] = *high;
  }
  kept_[{table.ending().key(), metric}] = kept;
  return {};
}

Result<std::shared_ptr<const CastlingTable>, FileFault> KeptCastling::bring(
    const CastlingEnding& ending, Metric metric) const {
  const auto found = kept_.find({ending.key(), metric});
  if (found == kept_.end()) return std::shared_ptr<const CastlingTable>();
  const Kept& kept = found->second;
  const auto table = std::make_shared<CastlingTable>(ending);
  if (kept.is_wide) table->widen();
  std::vector<std::uint8_t> bytes;
  for (const Color side : kColors) {
    if (auto fault = file_->get(kept.values[side], bytes)) return *fault;
    std::copy(bytes.begin(), bytes.end(), table->values(side).begin());
    if (!kept.is_wide) continue;
    if (auto fault = file_->get(kept.high_values[side], bytes)) return *fault;
    std::copy(bytes.begin(), bytes.end(), table->high_values(side).begin());
  }
  return std::shared_ptr<const CastlingTable>(table);
}

}  // namespace lucena
