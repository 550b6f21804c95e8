// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/by_enum.h"
#include "endgame/material.h"

namespace lucena {

/// How far away the end of a game is, in plies, counted
///
///     Mate        to mate, 50-move rule ignored
///     Zeroing     to the next capture or pawn move, or mate, under the 50-move rule
///     Conversion  to the next capture or promotion, or mate, 50-move rule ignored
///
/// Tables keep one byte a position: for mate a MateScore, for the others the plies alone (0 for
/// draws), since whether a position is won, drawn or lost is what its mate score says. The numbers
/// are those of docs/FORMAT.md.
enum class Metric : std::uint8_t { Mate = 0, Zeroing = 1, Conversion = 2 };

inline constexpr std::array<Metric, 3> kMetrics{Metric::Mate, Metric::Zeroing, Metric::Conversion};

/// One element for each metric.
template <class T>
using ByMetric = ByEnum<Metric, T, kMetrics.size()>;

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
