// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "census/stream_statistics.h"
#include "solve/word_sets.h"

namespace lucena::test {

/// Words by turn, side to move and block: offset in the block, and which positions.
using DecidedWords =
    std::map<std::tuple<unsigned, Color, std::uint32_t>, std::map<std::uint32_t, std::uint64_t>>;

inline DecidedWords decided_words(const EndingTable& scores, const EndingTable* plies,
                                  const Problem& problem, std::uint32_t skeleton) {
  DecidedWords words;
  for (const Color side : kColors) {
    for (std::uint32_t word = 0; word < problem.words(); ++word) {
      const std::uint8_t* row = scores.rows(side, skeleton, word);
      for (int bit = 0; bit < 64; ++bit) {
        const MateScore score(row[bit]);
        if (score == kDraw) continue;
        const unsigned level =
            plies != nullptr ? plies->rows(side, skeleton, word)[bit] : *level_of_score(score);
        const Turn turn(level, is_win(score));
        const std::uint32_t block = word >> problem.block_shift();
        words[{turn.number(), side, block}][word & (problem.block_words() - 1)] |= std::uint64_t{1}
                                                                                   << bit;
      }
    }
  }
  return words;
}

/// Tells a log what a table says, as if it were just being solved.
inline StreamedMetric streamed(const EndingTable& scores, const EndingTable* plies,
                               ScratchFile& file) {
  const Layout& layout = scores.layout();
  StreamedMetric metric;
  metric.tally = std::make_unique<LevelTally>(layout);
  BlockCollector positions;
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    const Problem problem(layout, skeleton, 1);
    positions.set_size(problem.block_words());
    metric.logs.push_back(std::make_unique<DecisionLog>(problem, file));
    CountedDecisions decisions(*metric.tally, problem, skeleton, metric.logs.back().get());
    for (std::uint32_t word = 0; word < problem.words(); ++word) {
      const ByColor<std::uint64_t> legal =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word)).legal;
      decisions.note_legal(word, {&legal, 1});
    }
    for (const auto& [place, words] : decided_words(scores, plies, problem, skeleton)) {
      const auto& [turn, side, block] = place;
      for (const auto& [offset, here] : words) positions.add(offset, here);
      decisions.decide(side, block, Turn::of_number(turn), positions);
      positions.clear();
    }
    EXPECT_FALSE(metric.logs.back()->finish());
  }
  return metric;
}

}  // namespace lucena::test
