// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "query/position_search.h"

namespace lucena {

/// In which order positions are listed: as they come, or by distance to mate, draws last.
enum class SearchOrder : std::uint8_t { AsTheyCome, Shortest, Longest };

/// "index", "shortest" or "longest"; nothing otherwise.
std::optional<SearchOrder> parse_search_order(std::string_view text);

/// A search for a query that lists so many positions.
using PositionSearch =
    std::function<Result<FoundPositions, TableFault>(const Query& query, std::size_t most)>;

/// The same search with the first `most` positions by distance listed, equal ones as they come.
/// Scores of a hundred thousand positions are looked up; where there are more, searches for parts
/// of the distances find out from which distance on so many are left.
Result<FoundPositions, TableFault> search_in_order(const Query& query, std::size_t most,
                                                   SearchOrder order, const PositionSearch& search,
                                                   const PositionValues& values, ThreadPool& pool);

}  // namespace lucena
