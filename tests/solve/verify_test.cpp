// SPDX-License-Identifier: GPL-3.0-or-later
// Every value of the endings with up to four men, recomputed by the ordinary move generator.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace lucena
