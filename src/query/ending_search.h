// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oracle/oracle.h"
#include "query/position_search.h"
#include "query/sorted_search.h"

namespace lucena {

/// Which positions of an ending are looked at: those that tables list, or what they do not:
/// positions with castling rights, or with a capture in passing.
enum class SearchedPart : std::uint8_t { Ordinary, Castling, EnPassant };

/// A search as somebody asks for it, and what to do it with.
struct EndingSearch {
  Material material;  // canonical and solved
  Query query;
  SearchedPart part = SearchedPart::Ordinary;
  SearchOrder order = SearchOrder::AsTheyCome;
  std::size_t most = 20;  // positions to list
  unsigned threads = 1;
  std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
};

/// What was found, or why nothing was, in words.
Result<FoundPositions, std::string> search_ending(const EndingSearch& asked, Oracle& oracle,
                                                  SearchProgress& progress,
                                                  const std::atomic<bool>& cancelled);

}  // namespace lucena
