// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "endgame/material.h"

namespace lucena {

/// What a table tells of a position; the numbers are those of docs/FORMAT.md.
enum class Metric : std::uint8_t { Mate = 0, Zeroing = 1, Conversion = 2 };

inline constexpr std::array<Metric, 3> kMetrics{Metric::Mate, Metric::Zeroing, Metric::Conversion};

/// "mate", "zeroing", "conversion".
constexpr std::string_view name(Metric metric) {
  switch (metric) {
    case Metric::Mate:
      return "mate";
    case Metric::Zeroing:
      return "zeroing";
    case Metric::Conversion:
      break;
  }
  return "conversion";
}

/// "KRPvKR.mate".
inline std::string table_file_name(const Material& canonical_material, Metric metric) {
  return canonical_material.name() + '.' + std::string(name(metric));
}

}  // namespace lucena
