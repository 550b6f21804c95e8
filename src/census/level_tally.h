// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "census/outcome_counts.h"
#include "census/word_tally.h"
#include "solve/decisions.h"

namespace lucena {

/// Counts positions by level as they are decided, for an ending whose values nobody keeps: one
/// without pawns, which is a single problem.
class LevelTally final : public Decisions {
 public:
  explicit LevelTally(const Layout& layout);

  /// More than any six men need: the longest mate is 523 plies away.
  unsigned max_level() const override { return kLevels - 1; }
  void begin(std::uint32_t) override {}
  void note_legal(std::uint32_t first_word, std::span<const ByColor<std::uint64_t>> legal) override;
  void decide(Color side, std::uint32_t block, Turn turn, const BlockCollector& positions) override;

  /// What has been decided by mate, with the 50-move rule ignored, as Census counts it.
  ByColor<OutcomeCounts> unique() const;
  ByColor<OutcomeCounts> with_twins_apart() const;
  ByColor<OutcomeCounts> placements() const;
  /// The longest win or loss of a side to move in plies; nothing if there is none.
  std::optional<unsigned> deepest(Color side, bool wins) const;

 private:
  static constexpr unsigned kLevels = 1024;
  using Counts = ByPositionKind<std::atomic<std::uint64_t>>;

  /// Whether all positions of these words are canonical and of the ordinary kind.
  bool are_plain(std::uint32_t word) const;
  /// Adds the canonical ones of some positions of a word.
  void count(std::uint32_t word, std::uint64_t positions,
             ByPositionKind<std::uint64_t>& sums) const;
  static void add(const ByPositionKind<std::uint64_t>& sums, Counts& counts);
  ByColor<OutcomeCounts> weighted(const ByPositionKind<std::uint64_t>& weights) const;

  const Layout& layout_;
  const bool has_twins_;
  const int block_shift_;
  ByColor<Counts> legal_{};
  ByColor<std::vector<Counts>> decided_;  // by level
};

}  // namespace lucena
