// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/scratch_file.h"
#include "solve/decisions.h"
#include "solve/event_spool.h"
#include "solve/problem.h"
#include "table/worth.h"

namespace lucena {

/// Decisions that go to disk, for problems whose values do not fit in memory: of each batch of
/// blocks (EventSpool::kBatchBlocks) and side to move a list in the order of turns, in pieces. Once
/// all is decided, the values of a batch are put together from its lists.
///
///     a list     (1, wins) block 3: 17 words | (3, wins) block 3: 5 words | (3, wins) block 8: ...
///
/// A word takes ten bytes of a list before compression, eight for the positions and two for its
/// offset in the block. Lists are kept open in memory up to kPieceBytes each.
class DecisionLog final : public Decisions {
 public:
  DecisionLog(const Problem& problem, ScratchFile& file);

  unsigned max_level() const override { return Worth::kMaxPlies; }
  void begin(std::uint32_t) override {}
  void decide(Color side, std::uint32_t block, Turn turn, const BlockCollector& positions) override;

  /// After the solve: writes what is still in memory. The first fault of all, if any.
  std::optional<FileFault> finish();

  std::uint32_t batches() const { return batches_; }
  /// The first word of a batch, and how many it has: all the same, but perhaps the last.
  std::uint32_t first_word(std::uint32_t batch) const {
    return batch * EventSpool::kBatchBlocks << block_shift_;
  }
  std::uint32_t words_of(std::uint32_t batch) const;

  /// What the positions of a batch are worth, 64 a word; drawn, what was never decided. Any number
  /// of threads may ask.
  std::optional<FileFault> read(Color side, std::uint32_t batch, std::span<Worth> values) const;

 private:
  /// When a list goes to disk; with six men there are 1,280 of them.
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 18;

  struct List {
    std::mutex mutex;
    std::vector<std::uint8_t> open;
    std::vector<ScratchFile::Piece> pieces;
  };

  List& list_of(Color side, std::uint32_t batch) {
    return lists_[side == Color::White ? 0 : 1][batch];
  }
  const List& list_of(Color side, std::uint32_t batch) const {
    return lists_[side == Color::White ? 0 : 1][batch];
  }
  void write_out(List& list);
  void apply(std::span<const std::uint8_t> bytes, std::span<Worth> values) const;

  ScratchFile& file_;
  const int block_shift_;
  const std::uint32_t words_, batches_;
  std::unique_ptr<List[]> lists_[2];  // by side to move
  std::mutex fault_mutex_;
  std::optional<FileFault> first_fault_;
};

}  // namespace lucena
