// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
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

/// What a position is worth that is decided at a turn.
constexpr Worth worth_of(Turn turn) {
  return turn.wins() ? Worth::win(turn.level()) : Worth::loss(turn.level());
}

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
  std::optional<FileFault> fault() const override;

  /// After the solve: writes what is still in memory. The first fault of all, if any.
  std::optional<FileFault> finish();

  std::uint32_t batches() const { return batches_; }
  /// The first word of a batch, and how many it has: all the same, but perhaps the last.
  std::uint32_t first_word(std::uint32_t batch) const {
    return batch * EventSpool::kBatchBlocks << block_shift_;
  }
  std::uint32_t words_of(std::uint32_t batch) const;
  std::uint32_t batch_of(std::uint32_t word) const {
    return (word >> block_shift_) / EventSpool::kBatchBlocks;
  }

  /// Calls visit(turn, word, positions) for all that was decided of a batch, the turns in order.
  /// Any number of threads may ask.
  template <class Visit>
  std::optional<FileFault> for_each(Color side, std::uint32_t batch, Visit&& visit) const {
    std::vector<std::uint8_t> bytes;
    for (const ScratchFile::Piece& piece : list_of(side, batch).pieces) {
      if (auto fault = file_.get(piece, bytes)) return fault;
      for (std::span<const std::uint8_t> rest = bytes; !rest.empty();) {
        const Run run = take_run(rest);
        const std::uint32_t first = first_word(batch) + (std::uint32_t{run.block} << block_shift_);
        for (std::size_t i = 0; i < run.words; ++i) {
          visit(run.turn, first + run.offset(i), run.positions(i));
        }
      }
    }
    return {};
  }

  /// What the positions of a batch are worth, 64 a word; drawn, what was never decided.
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

  /// What a block has of one turn, as it stands in a list: positions of all words, then offsets.
  struct Run {
    Turn turn;
    std::uint16_t block, words;
    const std::uint8_t* bytes;

    std::uint64_t positions(std::size_t i) const {
      return at<std::uint64_t>(i * sizeof(std::uint64_t));
    }
    std::uint16_t offset(std::size_t i) const {
      return at<std::uint16_t>(words * sizeof(std::uint64_t) + i * sizeof(std::uint16_t));
    }

   private:
    template <class T>
    T at(std::size_t place) const {
      T value;
      std::memcpy(&value, bytes + place, sizeof value);
      return value;
    }
  };
  /// Takes one off the front.
  static Run take_run(std::span<const std::uint8_t>& bytes);

  ScratchFile& file_;
  const int block_shift_;
  const std::uint32_t words_, batches_;
  std::unique_ptr<List[]> lists_[2];  // by side to move
  mutable std::mutex fault_mutex_;
  std::optional<FileFault> first_fault_;
};

}  // namespace lucena
