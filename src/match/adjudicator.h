// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "chess/game.h"
#include "oracle/prober.h"

namespace lucena {

/// Ends games whose outcome the tables know, the 50-move rule and the clock included. Tables that
/// are not there are not missed. Any number of threads may ask.
class Adjudicator {
 public:
  /// Without a prober nothing is ever ended.
  explicit Adjudicator(const Prober* prober = nullptr) : prober_(prober) {}

  /// The result of best play, if it is known.
  std::optional<GameResult> result(const Position& position) const;

 private:
  const Prober* prober_;
};

}  // namespace lucena
