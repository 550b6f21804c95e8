// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "engine/search_limits.h"
#include "engine/value.h"

namespace lucena {

/// What a search knows after an iteration about one of its best moves. Depths in plies; the
/// selective depth is the deepest that any line went.
struct SearchReport {
  int depth = 0;
  int selective_depth = 0;
  unsigned place = 1;  // 1 for the best move, 2 for the second and so on
  Value value = 0;
  std::uint64_t nodes = 0;
  std::uint64_t table_hits = 0;
  unsigned permille_full = 0;
  Milliseconds time{0};
  std::vector<Move> line;  // the whole principal variation
};

/// Who wants to know how a search gets on. Called by the thread that searches.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  virtual void report(const SearchReport& report) = 0;
  /// Something went wrong that does not prevent an answer.
  virtual void warn(std::string_view /*message*/) {}
};

struct SearchResult {
  std::optional<Move> best;    // nothing if there is no legal move
  std::optional<Move> ponder;  // the answer that is expected
  Value value = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<Move> line;
};

}  // namespace lucena
