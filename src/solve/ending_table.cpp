// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/ending_table.h"

namespace lucena {

/// Memory that is up to a quarter too large is taken as it is; more would be missing elsewhere.
EndingTable::EndingTable(const Material& material, Bytes recycled)
    : layout_(material), bytes_(std::move(recycled)) {
  for (auto& bytes : bytes_) {
    const std::size_t size = side_bytes(layout_);
    const bool fits = bytes.size() >= size && bytes.size() <= size + size / 4;
    if (!fits) bytes = Buffer<std::uint8_t>(size);
  }
}

}  // namespace lucena
