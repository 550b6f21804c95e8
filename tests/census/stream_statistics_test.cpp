// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/stream_statistics.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "solve/solver.h"
#include "support/given.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::material;

/// Words by turn, side to move and block: offset in the block, and which positions.
using DecidedWords =
    std::map<std::tuple<unsigned, Color, std::uint32_t>, std::map<std::uint32_t, std::uint64_t>>;

DecidedWords decided_words(const EndingTable& scores, const EndingTable* plies,
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
StreamedMetric streamed(const EndingTable& scores, const EndingTable* plies, ScratchFile& file) {
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

TEST(StreamStatistics, AreThoseOfTables) {
  // Twins that a reflection exchanges, bishops of two classes, equal sides, pawns.
  for (const std::string_view name :
       {"KRvK", "KQvKR", "KBBvK", "KBvKB", "KRvKR", "KNNvK", "KPvK"}) {
    SCOPED_TRACE(name);
    const Material ending = material(name);
    Solver solver({.zeroing = true}, closure({ending}));
    while (!solver.finished()) ASSERT_FALSE(solver.solve_next());
    const auto scores = solver.store().table(ending);
    const auto plies = solver.store().table(ending, Metric::Zeroing);
    const test::TemporaryFolder folder;
    ScratchFile file = std::move(ScratchFile::create(folder.path())).value();
    const StreamedMetric mate = streamed(*scores, nullptr, file);
    const StreamedMetric zeroing = streamed(*scores, plies.get(), file);
    ThreadPool pool(2);
    const EndingStatistics expected = gather_statistics(*scores, plies.get(), pool, test::kNever);
    const auto found =
        gather_stream_statistics(scores->layout(), mate, &zeroing, pool, test::kNever);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->statistics, expected.statistics);
    for (const Color side : kColors) {
      EXPECT_EQ(found->lists.longest_wins[side], expected.lists.longest_wins[side]);
      EXPECT_EQ(found->lists.longest_losses[side], expected.lists.longest_losses[side]);
    }
    for (const ZugzwangKind kind : kZugzwangKinds) {
      EXPECT_EQ(found->lists.zugzwangs[kind], expected.lists.zugzwangs[kind]);
    }
  }
}

}  // namespace
}  // namespace lucena
