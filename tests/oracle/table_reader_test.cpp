// SPDX-License-Identifier: GPL-3.0-or-later
// Endings that are read from their files are what they were when they were solved, both sides to
// move.
#include "solve/table_reader.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "support/effort.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::all_of_four_men;

/// Names the first position whose value differs; illegal ones count, too.
void expect_same_table(const Material& material, Metric metric, const EndingStore& found) {
  const auto expected = all_of_four_men().table(material, metric);
  const auto table = found.table(material, metric);
  ASSERT_TRUE(table);
  const Layout& layout = table->layout();
  EXPECT_EQ(table->has_cursed(), expected->has_cursed());
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    for (std::uint32_t word = 0; word < layout.words(); word += test::by_effort(7, 1)) {
      for (const Color side : kColors) {
        for (std::uint8_t bit = 0; bit < 64; ++bit) {
          const Index index{skeleton, word, bit};
          if (table->at(side, index) == expected->at(side, index)) continue;
          const auto setup = layout.setup_at(index, side);
          const auto position = setup ? Position::create(*setup) : ChessFault{};
          FAIL() << material.name() << '.' << name(metric) << ' ' << name(side) << ' '
                 << (position ? to_fen(*position) : "illegal") << ' ' << int{table->at(side, index)}
                 << " instead of " << int{expected->at(side, index)};
        }
      }
    }
  }
}

TEST(TableReader, GivesBackWhatWasSolvedForBothSidesToMove) {
  const OpenTables tables(test::small_tables(), 0);
  const std::vector<Material> plan =
      test::by_effort(closure(test::materials({"KRvKP", "KBNvK"})), all_materials(4));
  Solver solver({.threads = hardware_threads(), .zeroing = true, .conversion = plan}, plan);
  for (const Material& material : plan) {
    Solver::Files files;
    for (const Metric metric : kMetrics) {
      files.tables[metric] = *tables.table(*tables.ending_of(material), metric);
    }
    const auto fault = solver.load_next(files);
    ASSERT_FALSE(fault) << fault->message;
    for (const Metric metric : kMetrics) {
      expect_same_table(material, metric, solver.store());
      if (HasFatalFailure()) return;
    }
  }
}

/// Promotions lead into endings with as many men, of which nothing is kept but what they need.
TEST(TableReader, IsAsGoodAStartForOtherEndingsAsSolving) {
  const OpenTables tables(test::small_tables(), 0);
  const std::vector<Material> plan = closure(test::materials({"KRvKP"}));
  Solver solver({.threads = hardware_threads(), .zeroing = true}, plan);
  while (solver.next() != test::material("KRvKP")) {
    Solver::Files files;
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      files.tables[metric] = *tables.table(*tables.ending_of(solver.next()), metric);
    }
    ASSERT_FALSE(solver.load_next(files));
  }
  ASSERT_FALSE(solver.solve_next());
  expect_same_table(test::material("KRvKP"), Metric::Mate, solver.store());
  expect_same_table(test::material("KRvKP"), Metric::Zeroing, solver.store());
}

}  // namespace
}  // namespace lucena
