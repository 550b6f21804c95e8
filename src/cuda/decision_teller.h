// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "base/team.h"
#include "cuda/device_loop.h"
#include "solve/decisions.h"

namespace lucena {

/// Brings what a turn has decided from the machine to whoever hears decisions, block by block. Each
/// thread of the team speaks of other blocks.
template <class Machine>
class DecisionTeller {
 public:
  using LevelWords = typename DeviceLoop<Machine>::LevelWords;

  DecisionTeller(Machine& machine, const Team& team)
      : machine_(machine), team_(team), compact_(machine) {
    for (unsigned thread = 0; thread < team.size(); ++thread) {
      collectors_.push_back(std::make_unique<BlockCollector>());
    }
  }

  void tell(const Problem& problem, Color side, Turn turn, const LevelWords& found,
            Decisions& decisions) {
    for (const auto& collector : collectors_) collector->set_size(problem.block_words());
    if (found.is_listed) {
      tell_listed(problem, side, turn, found, decisions);
    } else {
      tell_all(problem, side, turn, found, decisions);
    }
  }

 private:
  /// Only what is listed comes over. The words are in any order; sorted by counting, those of a
  /// block follow each other.
  void tell_listed(const Problem& problem, Color side, Turn turn, const LevelWords& found,
                   Decisions& decisions) {
    compact_.make_room(found.count);
    machine_.launch(found.count, on_device::CompactWords{found.words.data(), found.list.data(),
                                                         compact_.data()});
    list_.resize(found.count);
    words_.resize(found.count);
    found.list.get(list_);
    compact_.get(words_);
    if (machine_.fault()) return;
    const int shift = problem.block_shift();
    begin_.assign(problem.blocks() + 1, 0);
    for (const std::uint32_t word : list_) ++begin_[(word >> shift) + 1];
    blocks_.clear();
    for (std::uint32_t block = 0; block < problem.blocks(); ++block) {
      if (begin_[block + 1] > 0) blocks_.push_back(block);
      begin_[block + 1] += begin_[block];
    }
    order_.resize(list_.size());
    next_ = begin_;
    for (std::uint32_t i = 0; i < list_.size(); ++i) order_[next_[list_[i] >> shift]++] = i;
    team_.for_each(blocks_.size(), [&](std::size_t i, unsigned thread) {
      BlockCollector& collector = *collectors_[thread];
      const std::uint32_t block = blocks_[i];
      for (std::uint32_t j = begin_[block]; j < begin_[block + 1]; ++j) {
        const std::uint32_t entry = order_[j];
        collector.add(list_[entry] & (problem.block_words() - 1), words_[entry]);
      }
      decisions.decide(side, block, turn, collector);
      collector.clear();
    });
  }

  void tell_all(const Problem& problem, Color side, Turn turn, const LevelWords& found,
                Decisions& decisions) {
    words_.resize(problem.words());
    found.words.get(words_);
    if (machine_.fault()) return;
    team_.for_each(problem.blocks(), [&](std::size_t i, unsigned thread) {
      BlockCollector& collector = *collectors_[thread];
      const std::uint64_t* words = words_.data() + (i << problem.block_shift());
      bool any = false;
      for (std::uint32_t offset = 0; offset < problem.block_words(); ++offset) {
        if (words[offset] == 0) continue;
        collector.add(offset, words[offset]);
        any = true;
      }
      if (any) decisions.decide(side, static_cast<std::uint32_t>(i), turn, collector);
      collector.clear();
    });
  }

  Machine& machine_;
  const Team team_;
  DeviceArray<std::uint64_t, Machine> compact_;
  std::vector<std::uint32_t> list_, begin_, next_, order_, blocks_;
  std::vector<std::uint64_t> words_;
  std::vector<std::unique_ptr<BlockCollector>> collectors_;  // by thread
};

}  // namespace lucena
