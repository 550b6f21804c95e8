// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/stream_writer.h"

#include <gtest/gtest.h>

#include "oracle/ending_writer.h"
#include "oracle/kept_statistics.h"
#include "oracle/streamed_ending.h"
#include "solve/solver.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/solved.h"
#include "support/streamed.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::contents;
using test::material;

TEST(StreamWriter, WritesTheSameFilesAsFromTables) {
  for (const std::string_view name : {"KQvKR", "KBBvK", "KNNvK", "KPvK"}) {
    SCOPED_TRACE(name);
    const Material ending = material(name);
    Solver solver({.zeroing = true}, closure({ending}));
    while (!solver.finished()) ASSERT_FALSE(solver.solve_next());
    const EndingStore& store = solver.store();
    const auto plies = store.table(ending, Metric::Zeroing);
    const test::TemporaryFolder folder, streams;
    ThreadPool pool(2);
    const std::array metrics{Metric::Mate, Metric::Zeroing};
    ASSERT_TRUE(write_ending(folder.path(), ending, store, metrics, {}, pool, test::kNever));
    ScratchFile file = std::move(ScratchFile::create(streams.path())).value();
    const StreamedMetric mate = test::streamed(*store.table(ending), nullptr, file);
    const StreamedMetric zeroing = test::streamed(*store.table(ending), plies.get(), file);
    const TableGeometry geometry(ending);
    for (const std::size_t memory_bytes : {std::size_t{0}, std::size_t{1} << 22}) {
      for (const Metric metric : metrics) {
        const bool never_cursed = metric == Metric::Zeroing;
        const StreamedTable table{geometry, metric, metric == Metric::Mate ? mate : zeroing,
                                  never_cursed, memory_bytes};
        auto writer = TableWriter::create(streams.path(), geometry, metric, pool, test::kNever);
        ASSERT_TRUE(writer);
        ASSERT_FALSE(write_packets(table, *writer, pool, test::kNever));
        ASSERT_TRUE(writer->finish({}, never_cursed));
        const std::string file_name = table_file_name(ending, metric);
        EXPECT_EQ(contents(streams.path() / file_name), contents(folder.path() / file_name));
      }
    }
  }
}

/// Solved, counted and written without values in memory, as six men are, and with tables.
void expect_the_same_files(std::string_view name) {
  const Material ending = material(name);
  const std::vector<Material> plan = closure({ending});
  const auto in_memory = test::solved(plan, {.castling = true, .zeroing = true});
  const test::TemporaryFolder tables, streams;
  ScratchFile events = std::move(ScratchFile::create(streams.path())).value(),
              decisions = std::move(ScratchFile::create(streams.path())).value();
  Solver solver({.threads = 2, .castling = true, .zeroing = true}, plan);
  solver.keep_promotions_in(streams.path());
  std::unique_ptr<StreamedEnding> streamed;
  while (!solver.finished()) {
    if (solver.next().men() < ending.men()) {
      ASSERT_FALSE(solver.solve_next());
      continue;
    }
    streamed = std::make_unique<StreamedEnding>(solver.next(), &decisions);
    ASSERT_FALSE(solver.solve_next_into(*streamed, events));
  }
  const EndingStore& store = in_memory->store();
  const auto statistics = streamed->statistics(solver.pool(), test::kNever);
  ASSERT_TRUE(statistics);
  const auto expected =
      gather_statistics(*store.table(ending), store.table(ending, Metric::Zeroing).get(),
                        solver.pool(), test::kNever);
  EXPECT_EQ(statistics->statistics, expected.statistics);
  const std::array metrics{Metric::Mate, Metric::Zeroing};
  ASSERT_TRUE(write_ending(tables.path(), ending, store, metrics,
                           statistics_sections(expected, streamed->layout()), solver.pool(),
                           test::kNever));
  ASSERT_TRUE(streamed->write(streams.path(), statistics_sections(*statistics, streamed->layout()),
                              solver.pool(), test::kNever));
  for (const Metric metric : metrics) {
    const std::string file_name = table_file_name(ending, metric);
    EXPECT_EQ(contents(streams.path() / file_name), contents(tables.path() / file_name));
  }
}

TEST(StreamWriter, WritesTheSameFilesOfEndingsWithPawns) {
  using Names = std::vector<std::string_view>;
  for (const std::string_view name : test::by_effort<Names>({"KRvKP"}, {"KRvKP", "KPPvK"})) {
    SCOPED_TRACE(name);
    expect_the_same_files(name);
  }
}

}  // namespace
}  // namespace lucena
