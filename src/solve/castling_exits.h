// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solve/castling_table.h"
#include "solve/ending_store.h"
#include "solve/exits.h"

namespace lucena {

/// The exits of a problem with castling rights: castling itself, every move that gives up a right,
/// captures and pawn moves. Such positions are few, so the ordinary move generator finds them.
class CastlingExits final : public Exits {
 public:
  /// The store holds all that the exits lead to, the table under way among them.
  CastlingExits(const CastlingTable& table, Metric metric, const EndingStore& store,
                std::uint32_t skeleton)
      : table_(table),
        metric_(metric),
        values_(store),
        skeleton_(skeleton),
        scores_(metric == Metric::Mate ? nullptr : store.castling_table(table.ending())) {}
  /// The same where somebody else knows what the exits lead to; `scores` are those of the table by
  /// mate, if the metric is another one.
  CastlingExits(const CastlingTable& table, Metric metric, const PositionValues& values,
                std::shared_ptr<const CastlingTable> scores, std::uint32_t skeleton)
      : table_(table),
        metric_(metric),
        values_(values),
        skeleton_(skeleton),
        scores_(std::move(scores)) {}

  void find(const Problem& problem, std::uint32_t first_word,
            std::span<const WordOfBothSides> legal, std::span<WordOfBothSides> without_exit,
            Events& events) const override;

 private:
  /// The legal positions of a word without any exit.
  std::uint64_t find_in_word(std::uint32_t word, Color side, std::uint64_t legal,
                             std::vector<ExitEvent>& events) const;
  bool is_known_draw(std::uint32_t word, Square black_king, Color side) const;
  Worth best_exit(const Position& position) const;

  const CastlingTable& table_;
  Metric metric_;
  const PositionValues& values_;
  std::uint32_t skeleton_;
  std::shared_ptr<const CastlingTable> scores_;  // by mate, if that is another metric
};

}  // namespace lucena
