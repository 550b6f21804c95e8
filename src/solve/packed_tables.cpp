// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/packed_tables.h"

#include <algorithm>

namespace lucena {
namespace {

std::size_t side_bytes(const EndingTable& table) {
  return EndingTable::size_bytes(table.layout()) / 2;
}

}  // namespace

std::span<std::uint8_t> PackedTables::slice(EndingTable& table, Color side, std::size_t number) {
  const std::size_t begin = number * kSliceBytes;
  return {table.rows(side, 0) + begin, std::min(kSliceBytes, side_bytes(table) - begin)};
}

std::optional<FileFault> PackedTables::pack(const EndingTable& table, Metric metric,
                                            ThreadPool& pool) {
  if (file_ == nullptr) return FileFault{FileError::Failed, "tables have no scratch file"};
  Packed packed{.has_cursed = metric == Metric::Zeroing && table.has_cursed()};
  const std::size_t slices = (side_bytes(table) + kSliceBytes - 1) / kSliceBytes;
  std::optional<FileFault> first;
  for (const Color side : kColors) {
    packed.slices[side].resize(slices);
    pool.for_each(slices, [&](std::size_t i, unsigned) {
      const std::size_t begin = i * kSliceBytes;
      const auto piece = file_->put(
          {table.rows(side, 0) + begin, std::min(kSliceBytes, side_bytes(table) - begin)});
      if (piece) {
        packed.slices[side][i] = *piece;
        return;
      }
      const std::lock_guard lock(mutex_);
      if (!first) first = piece.error();
    });
  }
  const std::lock_guard lock(mutex_);
  tables_[{table.material(), metric}] = std::move(packed);
  return first;
}

void PackedTables::remove(const Material& material, Metric metric) {
  const std::lock_guard lock(mutex_);
  tables_.erase({material, metric});
}

/// Memory that is not written to takes no room, so that a table whose rows are mostly missing is as
/// small as those that are there.
std::shared_ptr<const EndingTable> PackedTables::bring(const Material& material, Metric metric,
                                                       Color side,
                                                       std::span<const std::uint32_t> skeletons) {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find({material, metric});
  if (found == tables_.end()) return nullptr;
  Packed& packed = found->second;
  if (!packed.brought) {
    packed.brought = std::make_shared<EndingTable>(material);
    packed.brought->set_has_cursed(packed.has_cursed);
    for (const Color color : kColors)
      packed.is_here[color].assign(packed.slices[color].size(), false);
  }
  EndingTable& table = *packed.brought;
  for (const std::uint32_t skeleton : skeletons) {
    const std::size_t begin = table.rows(side, skeleton) - table.rows(side, 0);
    const std::size_t last = begin + std::size_t{table.layout().words()} * Square::kCount - 1;
    for (std::size_t i = begin / kSliceBytes; i <= last / kSliceBytes; ++i) {
      bring_slice(packed, side, i);
    }
  }
  return packed.brought;
}

void PackedTables::bring_slice(Packed& packed, Color side, std::size_t number) {
  if (packed.is_here[side][number]) return;
  packed.is_here[side][number] = true;
  std::vector<std::uint8_t> bytes;
  if (auto fault = file_->get(packed.slices[side][number], bytes)) {
    if (!fault_) fault_ = std::move(fault);
    return;
  }
  std::copy(bytes.begin(), bytes.end(), slice(*packed.brought, side, number).begin());
}

void PackedTables::let_go() {
  const std::lock_guard lock(mutex_);
  for (auto& [key, packed] : tables_) packed.brought = nullptr;
}

bool PackedTables::has_cursed(const Material& material) const {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find({material, Metric::Zeroing});
  return found != tables_.end() && found->second.has_cursed;
}

std::optional<FileFault> PackedTables::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

}  // namespace lucena
