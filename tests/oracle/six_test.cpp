// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cstdlib>

#include "oracle/oracle.h"
#include "support/given.h"
#include "support/published.h"

namespace lucena {
namespace {

/// One ending of a folder with its tables, which the environment names: see tests/CMakeLists.txt.
TEST(SixMen, HaveThePublishedCountsAndExtremes) {
  const char* const folder = std::getenv("LUCENA_SIX_TABLES");
  const char* const ending = std::getenv("LUCENA_SIX_ENDING");
  ASSERT_TRUE(folder != nullptr && ending != nullptr);
  const Material material = test::material(ending);
  Oracle oracle({.folder = folder});
  ASSERT_TRUE(oracle.is_solved(material));
  const auto statistics = oracle.statistics(material);
  ASSERT_TRUE(statistics) << statistics.error().message;
  bool is_published = false;
  for (const auto& row : test::published_endings(LUCENA_TEST_DATA "/endings6.csv", 6, 6)) {
    if (row.material != material) continue;
    is_published = true;
    test::expect_published_extremes(row, *statistics, true,
                                    [&](const Position& position, Metric metric) {
                                      return oracle.worth(position, metric).value();
                                    });
  }
  EXPECT_TRUE(is_published) << ending;
}

}  // namespace
}  // namespace lucena
