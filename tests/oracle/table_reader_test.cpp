// SPDX-License-Identifier: GPL-3.0-or-later
// Endings that are read from their files are what they were when they were solved, both sides to
// move.
#include "solve/table_reader.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "solve/filed_values.h"
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

/// A store that says that the 50-move rule changes a result of this ending. Its files have all
/// zeroing distances then.
EndingStore as_if_cursed(EndingStore store, const Material& ending) {
  const auto zeroing = store.remove(ending, Metric::Zeroing);
  zeroing->set_has_cursed(true);
  store.add(zeroing, Metric::Zeroing);
  return store;
}

/// Both sides to move, of words whose first man stands where symmetries take a square.
template <Metric metric>
void expect_filed_values(const EndingStore& store, const Material& ending,
                         const WhiteFiles& files) {
  const Layout layout(ending);
  ThreadPool pool(2);
  ExitViews views(store, pool);
  const KeptPromotions none;
  FiledValues<metric> values(files, views, store, none);
  std::vector<Bitboard> squares(static_cast<std::size_t>(layout.free_count()), kAllSquares);
  for (const Square square : {"b1"_sq, "c3"_sq}) {
    squares[0] = {};
    for (int code = 0; code < Symmetry::kCount; ++code) {
      squares[0] |= Bitboard(Symmetry::from_code(code)(square));
    }
    for (const Color side : kColors) {
      const auto part = values.part(0, squares, side, Team(pool), test::kNever);
      ASSERT_TRUE(part) << part.error().message;
      const std::uint32_t step = layout.words() / test::by_effort(8'000, 40'000) | 1;
      for (std::uint32_t word = 0; word < layout.words(); word += step) {
        if (!squares[0].contains(Square(layout.free_squares(word)[0]))) continue;
        PromotedPart::Row room;
        const Worth* row = (*part)->row(word, room);
        for (std::uint8_t bit = 0; bit < 64; ++bit) {
          const auto setup = layout.setup_at({0, word, bit}, side);
          const auto position = setup ? Position::create(*setup) : ChessFault{};
          if (!position) continue;
          ASSERT_EQ(row[bit], *store.worth(*position, metric)) << to_fen(*position);
        }
      }
    }
  }
}

/// Twins, who are kept in one order, of either side; equal sides; kings on the diagonal.
TEST(FiledValues, AreWhatWasSolvedForBothSidesToMove) {
  using Names = std::vector<std::string_view>;
  for (const std::string_view name : test::by_effort<Names>(
           {"KQvKR", "KRRvK", "KNvKN"}, {"KQvKR", "KRRvK", "KNvKN", "KBNvK", "KRvKNN", "KBBvKN"})) {
    SCOPED_TRACE(name);
    const Material ending = test::material(name);
    const auto solver =
        test::solved(closure({ending}), {.threads = hardware_threads(), .zeroing = true});
    const EndingStore store = as_if_cursed(solver->store(), ending);
    const test::TemporaryFolder folder;
    const std::array metrics{Metric::Mate, Metric::Zeroing};
    ASSERT_TRUE(
        write_ending(folder.path(), ending, store, metrics, {}, solver->pool(), test::kNever));
    const OpenTables tables(folder.path(), 0);
    const TableFile* const mate = *tables.table(*tables.ending_of(ending), Metric::Mate);
    const TableFile* const zeroing = *tables.table(*tables.ending_of(ending), Metric::Zeroing);
    expect_filed_values<Metric::Mate>(store, ending, {*mate});
    expect_filed_values<Metric::Zeroing>(store, ending, {*mate, zeroing});
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lucena
