// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/team.h"
#include "cuda/device_loop.h"
#include "solve/decisions.h"
#include "solve/event_spool.h"

namespace lucena {

/// Brings what a turn has decided from the machine to whoever hears decisions, block by block. The
/// machine sorts it by blocks, by counting, so that only what is decided comes over, and in order.
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

  void tell(const Problem& problem, Color side, Turn turn, const LevelWords& found,
            Decisions& decisions) {
    bring(problem, found);
    if (machine_.fault()) return;
    for (const auto& collector : collectors_) collector->set_size(problem.block_words());
    constexpr std::uint32_t kBatch = EventSpool::kBatchBlocks;
    const std::uint32_t batches = (problem.blocks() + kBatch - 1) / kBatch;
    team_.for_each(batches, [&](std::size_t batch, unsigned thread) {
      BlockCollector& collector = *collectors_[thread];
      const std::uint32_t first = static_cast<std::uint32_t>(batch) * kBatch;
      for (std::uint32_t block = first; block < std::min(first + kBatch, problem.blocks());
           ++block) {
        if (begin_[block] == begin_[block + 1]) continue;
        for (std::uint32_t i = begin_[block]; i < begin_[block + 1]; ++i) {
          collector.add(offsets_[i], positions_[i]);
        }
        decisions.decide(side, block, turn, collector);
        collector.clear();
      }
    });
  }

 private:
  void bring(const Problem& problem, const LevelWords& found) {
    const std::uint32_t blocks = problem.blocks();
    counters_.make_room(blocks);
    counters_.fill(0, blocks);
    device_positions_.make_room(found.count);
    device_offsets_.make_room(found.count);
    on_device::SortByBlock sort{found.range(problem.words()),
                                found.words.data(),
                                problem.block_shift(),
                                counters_.data(),
                                nullptr,
                                nullptr};
    machine_.launch(sort.range.threads(), sort);
    // How many words a block has becomes where they begin.
    begin_.assign(blocks + 1, 0);
    counters_.get(std::span(begin_).first(blocks));
    std::uint32_t next = 0;
    for (std::uint32_t& count : begin_) next += std::exchange(count, next);
    counters_.put(std::span(std::as_const(begin_)).first(blocks));
    sort.positions = device_positions_.data();
    sort.offsets = device_offsets_.data();
    machine_.launch(sort.range.threads(), sort);
    positions_.resize(found.count);
    offsets_.resize(found.count);
    device_positions_.get(positions_);
    device_offsets_.get(offsets_);
  }

  Machine& machine_;
  const Team team_;
  DeviceArray<std::uint32_t, Machine> counters_;  // by block
  DeviceArray<std::uint64_t, Machine> device_positions_;
  DeviceArray<std::uint16_t, Machine> device_offsets_;
  std::vector<std::uint32_t> begin_;  // by block
  std::vector<std::uint64_t> positions_;
  std::vector<std::uint16_t> offsets_;
  std::vector<std::unique_ptr<BlockCollector>> collectors_;  // by thread
};

}  // namespace lucena
