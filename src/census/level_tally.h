// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "census/word_tally.h"
#include "solve/decisions.h"
#include "solve/problem.h"
#include "table/worth.h"

namespace lucena {

/// How the positions of a word are counted.
enum class WordKind : std::uint8_t {
  NotCounted,    // none is canonical
  Whole,         // all are, and ordinary
  WholeOfOther,  // the same, and its bishops are of the other class
  Special,       // some are
};

/// For each word of a problem. Turns come to a word again and again, so that it is found out once.
/// Any number of threads may note words.
class WordKinds {
 public:
  explicit WordKinds(std::uint32_t words) : fours_((words + 3) / 4) {}

  /// Once for each word; the others are not counted.
  void note(std::uint32_t word, WordKind kind) {
    const int bits = static_cast<int>(kind) << shift(word);
    fours_[word / 4].fetch_or(static_cast<std::uint8_t>(bits), std::memory_order_relaxed);
  }
  WordKind operator[](std::uint32_t word) const {
    return WordKind(fours_[word / 4].load(std::memory_order_relaxed) >> shift(word) & 3);
  }

 private:
  static int shift(std::uint32_t word) { return static_cast<int>(word % 4) * 2; }

  std::vector<std::atomic<std::uint8_t>> fours_;  // two bits a word
};

/// Counts the canonical positions of an ending by turn as they are decided, for an ending whose
/// values are not in memory. Any number of threads may add at once.
class LevelTally {
 public:
  explicit LevelTally(const Layout& layout);

  /// Notes the kinds of the words, too, before anything that is decided there is added.
  void add_legal(std::uint32_t skeleton, std::uint32_t first_word,
                 std::span<const ByColor<std::uint64_t>> legal, WordKinds& kinds);
  /// Positions of words from this one on.
  void add_decided(std::uint32_t skeleton, std::uint32_t first_word, Color side, Turn turn,
                   const BlockCollector& positions, const WordKinds& kinds);

  const Layout& layout() const { return layout_; }
  /// By class of bishops, kind and side to move; once all is counted.
  std::uint64_t legal(std::size_t bishops, PositionKind kind, Color side) const {
    return legal_[side][bishops][kind];
  }
  std::uint64_t decided(std::size_t bishops, PositionKind kind, Color side, Turn turn) const {
    return decided_[side][turn.number()][bishops][kind];
  }
  /// The highest level up to this one that has a win or a loss of a side to move; nothing if there
  /// is none.
  std::optional<unsigned> deepest(Color side, bool wins, unsigned most = Worth::kMaxPlies) const;
  /// The smallest index of a canonical position at the deepest level of all.
  std::optional<Index> first_deepest(Color side, bool wins) const;

 private:
  using Counts = std::array<ByPositionKind<std::atomic<std::uint64_t>>, kBishopClasses>;
  using Sums = std::array<ByPositionKind<std::uint64_t>, kBishopClasses>;

  /// Whether all positions of a block are canonical, ordinary and of one class.
  bool is_plain(std::uint32_t skeleton, std::uint32_t first_word) const;
  WordKind kind_of(std::uint32_t skeleton, std::uint32_t word) const;
  std::size_t bishops_of(std::uint32_t word) const;
  /// Adds the canonical ones of some positions of a word.
  void count(std::uint32_t skeleton, std::uint32_t word, WordKind kind, std::uint64_t positions,
             Sums& sums) const;
  static void add(const Sums& sums, Counts& counts);

  /// A level and an index there in one number, the greater the deeper and, at a level, the smaller
  /// the index. Nothing is 0.
  std::uint64_t record_of(unsigned level, const Index& index) const;
  void note_record(std::uint32_t skeleton, std::uint32_t first_word, Color side, Turn turn,
                   const BlockCollector& positions);

  const Layout& layout_;
  const BishopClassifier bishops_;
  const bool has_twins_;
  ByColor<Counts> legal_{};
  ByColor<std::vector<Counts>> decided_;                          // by turn
  ByColor<std::array<std::atomic<std::uint64_t>, 2>> records_{};  // losses before wins
};

/// Counts what is decided in one problem, and passes it on to another who hears it, if there is
/// one.
class CountedDecisions final : public Decisions {
 public:
  CountedDecisions(LevelTally& tally, const Problem& problem, std::uint32_t skeleton,
                   Decisions* next = nullptr)
      : tally_(tally),
        block_shift_(problem.block_shift()),
        skeleton_(skeleton),
        kinds_(problem.words()),
        next_(next) {}

  unsigned max_level() const override { return next_ ? next_->max_level() : Worth::kMaxPlies; }
  void begin(std::uint32_t block) override {
    if (next_ != nullptr) next_->begin(block);
  }
  void note_legal(std::uint32_t first_word,
                  std::span<const ByColor<std::uint64_t>> legal) override {
    tally_.add_legal(skeleton_, first_word, legal, kinds_);
    if (next_ != nullptr) next_->note_legal(first_word, legal);
  }
  void decide(Color side, std::uint32_t block, Turn turn,
              const BlockCollector& positions) override {
    tally_.add_decided(skeleton_, block << block_shift_, side, turn, positions, kinds_);
    if (next_ != nullptr) next_->decide(side, block, turn, positions);
  }
  std::optional<FileFault> fault() const override {
    return next_ != nullptr ? next_->fault() : std::nullopt;
  }

 private:
  LevelTally& tally_;
  const int block_shift_;
  const std::uint32_t skeleton_;
  WordKinds kinds_;
  Decisions* const next_;
};

}  // namespace lucena
