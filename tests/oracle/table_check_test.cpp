// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/table_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/castling_section.h"
#include "solve/verifier.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/table_folder.h"
#include "support/table_surgery.h"

namespace lucena {
namespace {

using test::Bytes;
using test::material;

TEST(CastlingSection, IsAsLargeAsTheMaterialSays) {
  for (const Material& ending : all_materials(4)) {
    const auto section = castling_section(ending, Metric::Mate, test::all_of_four_men());
    EXPECT_EQ(castling_section_bytes(ending), section ? section->size() : 0) << ending.name();
  }
}

/// As with six men: a byte a value, or two if any value needs them.
TEST(CastlingSection, OfOneSetOfRightsGivesTheTableBack) {
  for (const CastlingEnding& ending : castling_endings(material("KRvKR"))) {
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      CastlingTable table(*test::all_of_four_men().castling_table(ending, metric));
      for (const bool wide : {false, true}) {
        if (wide) table.widen();
        if (wide) table.high_values(Color::Black)[60] = 2;
        Bytes bytes = castling_section_of(table);
        EXPECT_EQ(bytes.size(), (wide ? 4 : 2) * table.values(Color::White).size());
        const auto back = read_castling_section(ending, metric, bytes);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->is_wide(), wide);
        for (const Color side : kColors) {
          EXPECT_TRUE(std::ranges::equal(back->values(side), table.values(side)));
          EXPECT_TRUE(std::ranges::equal(back->high_values(side), table.high_values(side)));
        }
        bytes.push_back(0);
        EXPECT_FALSE(read_castling_section(ending, metric, bytes)) << "too long";
        bytes.pop_back();
        if (!wide) continue;
        bytes.back() = 4;
        EXPECT_FALSE(read_castling_section(ending, metric, bytes)) << "1024 plies and more";
      }
    }
  }
}

/// What is found in a file of the folder.
std::optional<TableFault> findings(const std::filesystem::path& folder, const Material& ending,
                                   Metric metric) {
  const OpenTables tables(folder, 1 << 20);
  const Prober prober(tables);
  const auto table = tables.table(*tables.ending_of(ending), metric);
  if (!table) return table.error();
  ThreadPool pool(1);
  if (auto fault = check_table(**table, pool, test::kNever)) return fault;
  return spot_check_table(**table, tables, prober, 100, test::kNever);
}

TEST(TableCheck, FindsNothingInGoodTables) {
  const auto sample = test::materials({"KRvK", "KPvK", "KQvKR", "KRvKP", "KPPvK"});
  for (const Material& ending : test::by_effort(sample, all_materials(4))) {
    for (const Metric metric : kMetrics) {
      const auto fault = findings(test::small_tables(), ending, metric);
      EXPECT_FALSE(fault) << fault->message;
    }
  }
}

TEST(TableCheck, PassesOverWhatDependsOnTablesThatAreNotThere) {
  const test::TemporaryFolder folder;
  for (const Metric metric : kMetrics) {
    const std::string name = table_file_name(material("KRvKP"), metric);
    std::filesystem::copy(test::small_tables() / name, folder.path() / name);
  }
  for (const Metric metric : kMetrics) {
    const auto fault = findings(folder.path(), material("KRvKP"), metric);
    EXPECT_FALSE(fault) << fault->message;
  }
}

/// Whoever verifies an ending wants to know what could not be recomputed.
TEST(VerifySample, OfCastlingRightsSaysWhatIsMissing) {
  const test::TemporaryFolder alone;
  for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
    const std::string name = table_file_name(material("KRvKR"), metric);
    std::filesystem::copy(test::small_tables() / name, alone.path() / name);
  }
  ThreadPool pool(2);
  for (const bool complete : {true, false}) {
    const OpenTables tables(complete ? test::small_tables() : alone.path(), 1 << 20);
    const Prober prober(tables);
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      const auto castling = tables.castling_tables(*tables.ending_of(material("KRvKR")), metric);
      ASSERT_TRUE(castling) << castling.error().message;
      ASSERT_FALSE(castling->empty());
      bool misses_something = false;
      for (const auto& table : *castling) {
        const VerifyReport found =
            verify_sample(*table, metric, prober, 100, 1, pool, test::kNever);
        EXPECT_EQ(found.positions, 100u);
        EXPECT_FALSE(found.first_contradiction);
        misses_something |= found.fault.has_value();
      }
      EXPECT_EQ(misses_something, !complete);
    }
  }
}

/// Every packet holds one value for all its positions.
TEST(TableCheck, FindsValuesThatAreNobodysSolution) {
  for (const std::string_view name : {"KRvK", "KPvK", "KQvKR"}) {
    for (const Metric metric : kMetrics) {
      const test::TemporaryFolder folder;
      std::filesystem::copy(test::small_tables(), folder.path(),
                            std::filesystem::copy_options::recursive);
      const std::filesystem::path path = folder.path() / table_file_name(material(name), metric);
      test::TableParts parts(test::read_bytes(path));
      for (Bytes& packet : parts.packets) packet = {7};
      test::write_bytes(path, parts.file());
      const auto fault = findings(folder.path(), material(name), metric);
      ASSERT_TRUE(fault) << path;
      EXPECT_TRUE(fault->message.starts_with(path.string() + " is wrong: ")) << fault->message;
    }
  }
}

}  // namespace
}  // namespace lucena
