// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "solve/exits.h"

namespace lucena {

/// The events of one side to move, block by block in the order of turns. There are millions, so
/// they are kept tight. An event takes ten bytes here, eight for the positions and two for the
/// word's offset in its block, instead of the 16 of an ExitEvent; the turn is kept once for all its
/// events:
///
///     turns       (1, wins) ends at 2    (14, loses) ends at 3
///     positions   p0 p1 p2
///     offsets     o0 o1 o2
class ExitEvents {
 public:
  /// The events of one block at one turn, as two arrays.
  struct OfTurn {
    std::span<const std::uint64_t> positions;
    std::span<const std::uint16_t> offsets;  // of their words in the block
  };

  /// No events, for another problem.
  void reset(std::uint32_t blocks) { blocks_.assign(blocks, {}); }

  /// Keeps the events of a block, of at most 2^16 words from this one on, in the arena.
  void keep(std::uint32_t block, std::uint32_t first_word, std::span<const ExitEvent> events,
            Arena& arena);

  /// What the exits of a block decide at this turn; to be asked for turn by turn.
  OfTurn take(std::uint32_t block, Turn turn);

  /// The highest level with an event.
  unsigned last_level() const;

 private:
  struct TurnEnd {
    Turn turn;
    std::uint32_t end;  // of its events
  };
  struct Block {
    const std::uint64_t* positions = nullptr;
    const std::uint16_t* offsets = nullptr;
    std::span<const TurnEnd> turns;  // those with events, ascending
    std::uint32_t next_turn = 0;     // in turns
    std::uint32_t next = 0;          // event
  };

  std::vector<Block> blocks_;
};

}  // namespace lucena
