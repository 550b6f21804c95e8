// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/stream_statistics.h"

#include <gtest/gtest.h>

#include "solve/solver.h"
#include "support/given.h"
#include "support/streamed.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::material;

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
    const StreamedMetric mate = test::streamed(*scores, nullptr, file);
    const StreamedMetric zeroing = test::streamed(*scores, plies.get(), file);
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
