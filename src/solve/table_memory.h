// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "solve/ending_table.h"

namespace lucena {

/// Makes tables, and keeps the memory of large ones that nobody uses any more for the next: fresh
/// memory costs as much as solving a small ending.
class TableMemory : public std::enable_shared_from_this<TableMemory> {
 public:
  /// The values may be anything. The deleter holds on to this object, so that a table may outlive
  /// whoever asked for it.
  std::shared_ptr<EndingTable> new_table(const Material& material) {
    auto table =
        std::make_unique<EndingTable>(material, take(EndingTable::size_bytes(Layout(material))));
    return {table.release(), [memory = shared_from_this()](EndingTable* unused) {
              memory->give(unused->take_bytes());
              delete unused;
            }};
  }

  /// Gives back what nobody uses: for work that needs the memory otherwise.
  void give_back() {
    const std::lock_guard lock(mutex_);
    spares_.clear();
  }

 private:
  /// As many as are in use at a time: two metrics of an ending that is solved and of one that is
  /// written.
  static constexpr std::size_t kMostSpares = 4;
  /// Between the tables with four men, 12.6 MB at most (one pawn and a piece), and those with five,
  /// 70.8 MB at least (KPPPvK): so it is the latter that are kept.
  static constexpr std::size_t kLargeBytes = std::size_t{1} << 26;

  static std::size_t size_of(const EndingTable::Bytes& bytes) {
    return bytes[Color::White].size() + bytes[Color::Black].size();
  }

  /// Some that is large enough but not much too large; none if there is no such.
  EndingTable::Bytes take(std::size_t size_bytes) {
    const std::lock_guard lock(mutex_);
    const auto fits = [&](const EndingTable::Bytes& bytes) {
      return size_of(bytes) >= size_bytes && size_of(bytes) <= size_bytes + size_bytes / 4;
    };
    const auto found = std::find_if(spares_.begin(), spares_.end(), fits);
    if (found == spares_.end()) return {};
    EndingTable::Bytes taken = std::move(*found);
    spares_.erase(found);
    return taken;
  }

  void give(EndingTable::Bytes bytes) {
    if (size_of(bytes) < kLargeBytes) return;
    const std::lock_guard lock(mutex_);
    // Endings of one size follow each other, so what has been here longest goes first.
    if (spares_.size() == kMostSpares) spares_.erase(spares_.begin());
    spares_.push_back(std::move(bytes));
  }

  std::mutex mutex_;
  std::vector<EndingTable::Bytes> spares_;
};

}  // namespace lucena
