// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/scratch_file.h"
#include "solve/exit_events.h"
#include "solve/exits.h"

namespace lucena {

/// The events of one turn in a batch of blocks, as they come back from a spool.
class BatchEvents {
 public:
  /// Those of a block, by its place in the batch.
  ExitEvents::OfTurn of_block(std::uint32_t place) const {
    if (ends_.empty()) return {};
    const std::uint32_t begin = place == 0 ? 0 : ends_[place - 1];
    return {positions_.subspan(begin, ends_[place] - begin),
            offsets_.subspan(begin, ends_[place] - begin)};
  }

 private:
  friend class EventSpool;

  std::vector<std::uint8_t> bytes_;  // what the others point into
  std::span<const std::uint64_t> positions_;
  std::span<const std::uint16_t> offsets_;
  std::vector<std::uint32_t> ends_;  // by block; none if there are no events at all
};

/// The events of one side to move that wait on disk, for problems that have too many for the
/// memory. Blocks are taken in batches, which one thread works on from front to back: so what is
/// found of a batch is put in turn by turn, and each piece comes back once, when its turn comes.
///
///     batch 0     turn (1, wins)    turn (3, wins)    turn (14, loses)
///     batch 1     turn (1, wins)    ...                                   a piece each
///
/// A piece has the positions of all its events, then how many there are in each block, then their
/// offsets in the blocks: ten bytes an event before compression.
class EventSpool {
 public:
  /// The blocks of a batch: pieces are large enough to be worth a read, and what a thread finds
  /// before it writes them is a few megabytes.
  static constexpr std::uint32_t kBatchBlocks = 64;

  /// No events, for another problem.
  void reset(std::uint32_t batches, int block_shift);

  /// Puts the events of a batch in; they are in the order of its words, of which this is the first.
  std::optional<FileFault> put(ScratchFile& file, std::uint32_t batch, std::uint32_t first_word,
                               std::span<const ExitEvent> events);

  /// What the exits of a batch decide at this turn.
  std::optional<FileFault> get(const ScratchFile& file, std::uint32_t batch, Turn turn,
                               BatchEvents& events) const;

  /// The highest level with an event.
  unsigned last_level() const;

 private:
  struct TurnPiece {
    Turn turn;
    ScratchFile::Piece piece;
  };

  std::vector<std::vector<TurnPiece>> batches_;  // turns ascending
  int block_shift_ = 0;
};

}  // namespace lucena
