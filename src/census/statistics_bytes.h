// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "census/statistics.h"

namespace lucena {

enum class StatisticsError { Damaged, NewerVersion };
using StatisticsFault = Error<StatisticsError>;

/// The statistics as bytes, fit to be kept in a file. Numbers are written seven bits a byte, low
/// bits first, the top bit set in all bytes but the last of a number:
///
///     version (1), key of the material, whether there is zeroing (0, 1)
///     the census of all positions, then 0, or 1 and two more of the bishops; each ends with 0, or
///     with 1 and the counts of what the stronger side does not win
///     eight deepest positions: 0, or plies + 1 and the length and letters of the FEN
///     six zugzwang counts: unique, then placements
std::vector<std::uint8_t> to_bytes(const Statistics& statistics);

/// No statistics take more.
inline constexpr std::size_t kMostStatisticsBytes = std::size_t{1} << 16;

/// Damage is either found or leads to other figures, never to anything worse: figures that do not
/// agree with each other are damage.
Result<Statistics, StatisticsFault> statistics_from_bytes(std::span<const std::uint8_t> bytes);

/// A list of ascending indices: how many there are, then for each its number less the one before
/// it, written as above. Positions are numbered by skeleton, word and bit.
std::vector<std::uint8_t> to_bytes(const std::vector<Index>& list, const Layout& layout);
/// What a list of so many indices can take at most.
std::size_t most_list_bytes(std::size_t indices, const Layout& layout);
Result<std::vector<Index>, StatisticsFault> index_list_from_bytes(
    std::span<const std::uint8_t> bytes, const Layout& layout);

}  // namespace lucena
