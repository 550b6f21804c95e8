// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/stage.h"
#include "base/team.h"
#include "cuda/device_loop.h"
#include "solve/decisions.h"
#include "solve/event_spool.h"

namespace lucena {

/// Brings what turns have decided from the machine to whoever hears decisions, block by block. The
/// machine sorts it by blocks, by counting, so that only what is decided comes over, and in order.
/// While one turn is told, the machine finds the next.
///
/// A thread of the team speaks of one batch of blocks after the other, as LevelLoop with a spool
/// does: lists that are kept of a batch come out the same.
template <class Machine>
class DecisionTeller {
 public:
  using LevelWords = typename DeviceLoop<Machine>::LevelWords;

  DecisionTeller(Machine& machine, const Team& team)
      : machine_(machine),
        team_(team),
        counters_(machine),
        device_positions_(machine),
        device_offsets_(machine) {
    for (unsigned thread = 0; thread < team.size(); ++thread) {
      collectors_.push_back(std::make_unique<BlockCollector>());
    }
  }

  /// What is decided of a problem, or of several alike side by side, is for these ears from now on,
  /// who stay until the end or until stop(); the team is busy so long.
  void begin(const Problem& problem, std::vector<Decisions*> hearing) {
    blocks_each_ = problem.blocks();
    block_shift_ = problem.block_shift();
    hearing_ = std::move(hearing);
    for (const auto& collector : collectors_) collector->set_size(problem.block_words());
    stage_.emplace(true, Priority::Normal, [this](Told& told) {
      speak(told);
      const std::lock_guard lock(mutex_);
      spare_.push_back(std::move(told));
    });
  }

  void tell(Color side, Turn turn, const LevelWords& found) {
    Told told = spare();
    told.side = side;
    told.turn = turn;
    bring(found, told);
    if (!machine_.fault()) stage_->give(std::move(told));
  }

  /// Once everything is told.
  void end() {
    stage_->finish();
    stage_.reset();
  }
  /// The same if it was not ended in order.
  void stop() { stage_.reset(); }

 private:
  /// What a turn has decided, sorted by blocks.
  struct Told {
    Color side = Color::White;
    Turn turn{0, true};
    std::vector<std::uint32_t> begin;  // by block
    std::vector<std::uint64_t> positions;
    std::vector<std::uint16_t> offsets;
  };

  /// Memory that has been in use is cheaper than fresh memory.
  Told spare() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    Told told = std::move(spare_.back());
    spare_.pop_back();
    return told;
  }

  std::uint32_t blocks() const { return blocks_each_ * std::uint32_t(hearing_.size()); }

  /// Several problems have pawns, and then a problem has 64 blocks or a multiple of that: no batch
  /// belongs to two of them.
  void speak(const Told& told) {
    constexpr std::uint32_t kBatch = EventSpool::kBatchBlocks;
    const std::uint32_t batches = (blocks() + kBatch - 1) / kBatch;
    team_.for_each(batches, [&](std::size_t batch, unsigned thread) {
      BlockCollector& collector = *collectors_[thread];
      const std::uint32_t first = static_cast<std::uint32_t>(batch) * kBatch;
      Decisions& decisions = *hearing_[first / blocks_each_];
      for (std::uint32_t block = first; block < std::min(first + kBatch, blocks()); ++block) {
        if (told.begin[block] == told.begin[block + 1]) continue;
        for (std::uint32_t i = told.begin[block]; i < told.begin[block + 1]; ++i) {
          collector.put(told.offsets[i], told.positions[i]);
        }
        decisions.decide(told.side, block % blocks_each_, told.turn, collector);
        collector.clear();
      }
    });
  }

  void bring(const LevelWords& found, Told& told) {
    const std::uint32_t blocks = this->blocks();
    counters_.make_room(blocks);
    counters_.fill(0, blocks);
    device_positions_.make_room(found.count);
    device_offsets_.make_room(found.count);
    on_device::SortByBlock sort{found.range(blocks << block_shift_),
                                found.words.data(),
                                block_shift_,
                                counters_.data(),
                                nullptr,
                                nullptr};
    machine_.launch(sort.range.threads(), sort);
    // How many words a block has becomes where they begin.
    told.begin.assign(blocks + 1, 0);
    counters_.get(std::span(told.begin).first(blocks));
    std::uint32_t next = 0;
    for (std::uint32_t& count : told.begin) next += std::exchange(count, next);
    counters_.put(std::span(std::as_const(told.begin)).first(blocks));
    sort.positions = device_positions_.data();
    sort.offsets = device_offsets_.data();
    machine_.launch(sort.range.threads(), sort);
    told.positions.resize(found.count);
    told.offsets.resize(found.count);
    device_positions_.get(told.positions);
    device_offsets_.get(told.offsets);
  }

  Machine& machine_;
  const Team team_;
  DeviceArray<std::uint32_t, Machine> counters_;  // by block
  DeviceArray<std::uint64_t, Machine> device_positions_;
  DeviceArray<std::uint16_t, Machine> device_offsets_;
  std::uint32_t blocks_each_ = 0;
  int block_shift_ = 0;
  std::vector<Decisions*> hearing_;                          // by problem
  std::vector<std::unique_ptr<BlockCollector>> collectors_;  // by thread
  std::mutex mutex_;
  std::vector<Told> spare_;
  std::optional<Stage<Told>> stage_;  // last, since it uses the others
};

}  // namespace lucena
