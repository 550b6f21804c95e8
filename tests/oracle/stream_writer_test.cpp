// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/stream_writer.h"

#include <gtest/gtest.h>

#include "oracle/ending_writer.h"
#include "solve/solver.h"
#include "support/given.h"
#include "support/streamed.h"
#include "support/temporary_folder.h"
#include "table/format.h"

namespace lucena {
namespace {

using test::material;

/// The bytes of a file, without the time of its writing.
std::vector<std::uint8_t> contents(const std::filesystem::path& path) {
  std::vector<std::uint8_t> bytes = test::read_bytes(path);
  bytes.erase(bytes.begin() + offsetof(TableHeader, header_checksum),
              bytes.begin() + sizeof(TableHeader));
  bytes.erase(bytes.begin() + offsetof(TableHeader, created_seconds),
              bytes.begin() + offsetof(TableHeader, rows));
  return bytes;
}

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
        const StreamedTable table{geometry,     metric,
                                  mate,         metric == Metric::Mate ? mate : zeroing,
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

}  // namespace
}  // namespace lucena
