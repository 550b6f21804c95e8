// SPDX-License-Identifier: GPL-3.0-or-later
// Every value of the endings with up to four men, recomputed by the ordinary move generator.
#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "solve/summary.h"
#include "solve/verifier.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::all_of_four_men;

void expect_no_contradiction(const VerifyReport& report) {
  const auto& found = report.first_contradiction;
  EXPECT_FALSE(found) << to_fen(found->position) << ": stored " << int{found->stored}
                      << ", computed " << int{found->computed};
}

TEST(Verify, EveryPositionFollowsFromItsSuccessors) {
  const EndingStore& store = all_of_four_men();
  ThreadPool pool(hardware_threads());
  const std::atomic<bool> never{false};
  for (const Material& material : all_materials(4)) {
    SCOPED_TRACE(material.name());
    const auto table = store.table(material);
    const VerifyReport report = verify_all(*table, store, pool, never);
    expect_no_contradiction(report);
    const Summary summary = summarize(*table, pool);
    EXPECT_EQ(report.positions, summary.unique[0].legal() + summary.unique[1].legal());
  }
}

TEST(Verify, EveryPositionWithCastlingRightsFollowsFromItsSuccessors) {
  const std::atomic<bool> never{false};
  for (const Material& material : all_materials(4)) {
    SCOPED_TRACE(material.name());
    expect_no_contradiction(verify_castling(material, all_of_four_men(), never));
  }
}

TEST(Verify, ACopyOfAPositionThatDiffersIsFound) {
  const EndingStore& store = all_of_four_men();
  const auto right = store.table(test::material("KNNvK"));
  const Layout& layout = right->layout();
  EndingTable damaged(layout.material());
  for (const Color side : kColors) {
    std::copy_n(right->rows(side, 0), std::size_t{layout.words()} * 64, damaged.rows(side, 0));
  }
  // The knights on d3 and c6 in the order that is not the canonical one; nobody reads it.
  const Position position = parse_fen("7k/8/2N5/8/8/3N4/8/1K6 w - - 0 1").value();
  const Squares squares{static_cast<std::uint8_t>("c6"_sq.index()),
                        static_cast<std::uint8_t>("d3"_sq.index())};
  const Row row = layout.locate("b1"_sq, squares);
  ASSERT_EQ(layout.canonical_bits(row.skeleton, row.word), 0u);
  ASSERT_EQ(damaged.rows(Color::White, row.skeleton, row.word)["h8"_sq.index()], kDraw);
  damaged.rows(Color::White, row.skeleton, row.word)["h8"_sq.index()] = 0;

  ThreadPool pool(hardware_threads());
  const std::atomic<bool> never{false};
  const VerifyReport report = verify_all(damaged, store, pool, never);
  ASSERT_TRUE(report.first_contradiction);
  EXPECT_EQ(report.first_contradiction->position, position);
}

}  // namespace
}  // namespace lucena
