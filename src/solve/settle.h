// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/simd.h"
#include "solve/position_set.h"

namespace lucena {

/// What happens to the positions that a collector holds for one block. The sets are given by the
/// block's first word in them. A level is: collect, intersect, perhaps subtract, take out, write.
/// Each goes through the lines that were touched, 64 words at a time.
struct Settling {
  /// Keeps only positions that are in both sets too; returns in how many words any are left.
  std::size_t (*intersect)(BlockCollector& collector, const std::uint64_t* first,
                           const std::uint64_t* second);

  /// Drops the positions that the other collector holds.
  void (*subtract)(BlockCollector& collector, const BlockCollector& other);

  /// Takes the positions out of a set that holds all of them; returns how many words hold any.
  std::size_t (*take_out)(const BlockCollector& collector, std::uint64_t* set);

  /// Writes a value for each position into the block's rows of 64 bytes.
  void (*write)(const BlockCollector& collector, std::uint8_t* rows, std::uint8_t value);
};

/// The same functions, compiled for different processors.
const Settling& settling_for(Simd simd);

}  // namespace lucena
