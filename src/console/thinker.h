// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "engine/engine.h"
#include "engine/table_probe.h"
#include "oracle/oracle.h"

namespace lucena {

/// The engine for whoever talks with a person: it thinks until a limit is reached, or until the
/// person interrupts the program. Tables that are there are asked; none is waited for.
class Thinker {
 public:
  /// Without tables it knows nothing but its search. All moves: a report on each of them.
  struct Options {
    bool tables = true;
    bool all_moves = false;
  };

  explicit Thinker(Oracle& oracle) : Thinker(oracle, Options()) {}
  Thinker(Oracle& oracle, Options options);

  /// Nothing if it was interrupted. The game must not have ended, and there must be a limit.
  std::optional<SearchResult> think(const Game& game, const SearchLimits& limits,
                                    SearchObserver* observer = nullptr);

 private:
  Oracle& oracle_;
  std::optional<TableProbe> tables_;
  Engine engine_;
};

}  // namespace lucena
