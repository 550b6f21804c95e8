// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/file_error.h"
#include "chess/piece.h"
#include "solve/position_set.h"
#include "solve/turn.h"

namespace lucena {

/// Who hears which positions of a problem are decided when. What is never heard of is drawn, or no
/// legal position.
///
/// Several threads speak at once, but only one of a block; of each block the turns come in order.
///
///     begin(block)                           once
///     decide(White, block, (1, wins), ...)   then (3, wins) and so on; each position once at most
class Decisions {
 public:
  virtual ~Decisions() = default;

  /// The highest level that can be kept. A solver that needs a higher one gives up.
  virtual unsigned max_level() const = 0;
  /// A block begins: nothing of it is decided, for either side to move. Once for each block.
  virtual void begin(std::uint32_t block) = 0;
  /// The legal positions of words from this one on; once for each word, after its block has begun
  /// and before anything is decided.
  virtual void note_legal(std::uint32_t, std::span<const ByColor<std::uint64_t>>) {}
  /// The positions that the collector holds of this block are decided at this turn.
  virtual void decide(Color side, std::uint32_t block, Turn turn,
                      const BlockCollector& positions) = 0;
  /// Why what was decided is lost, if so. A solver may ask between turns, and need not go on then.
  virtual std::optional<FileFault> fault() const { return {}; }
};

}  // namespace lucena
