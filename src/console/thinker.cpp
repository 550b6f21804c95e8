// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/thinker.h"

#include <chrono>
#include <future>

namespace lucena {
namespace {

/// More than any position has moves.
constexpr std::size_t kAllMoves = 256;

}  // namespace

Thinker::Thinker(Oracle& oracle, Options options)
    : oracle_(oracle), engine_({.lines = options.all_moves ? kAllMoves : 1}) {
  if (!options.tables) return;
  tables_.emplace(oracle.tables(), oracle.prober());
  engine_.set_tables(&*tables_);
}

/// The search has a thread of its own, so that somebody is left to notice the interruption.
std::optional<SearchResult> Thinker::think(const Game& game, const SearchLimits& limits,
                                           SearchObserver* observer) {
  constexpr std::chrono::milliseconds kLook{10};
  if (oracle_.is_cancelled()) return {};
  if (tables_) tables_->look_again();
  engine_.prepare(limits);
  auto search = std::async(std::launch::async, [&] { return engine_.run(game, limits, observer); });
  while (search.wait_for(kLook) != std::future_status::ready) {
    if (oracle_.is_cancelled()) engine_.stop();
  }
  SearchResult result = search.get();
  if (oracle_.is_cancelled()) return {};
  return result;
}

}  // namespace lucena
