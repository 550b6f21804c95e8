// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/forecast.h"

#include <gtest/gtest.h>

#include "support/given.h"

namespace lucena {
namespace {

using test::material;

TEST(Forecast, SaysWhatSixMenTake) {
  const Forecast kept = forecast_of({test::materials({"KRBvKRN"})}, 2);
  EXPECT_EQ(kept.large, test::materials({"KRBvKRN"}));
  EXPECT_GT(kept.seconds, 300);
  EXPECT_LT(kept.seconds, 3'600);
  const Forecast counted = forecast_of({test::materials({"KRBvKRN"})}, 2, {.kept = false});
  EXPECT_LT(counted.seconds, kept.seconds);
  EXPECT_LT(counted.scratch_bytes, kept.scratch_bytes);
  EXPECT_EQ(counted.table_bytes, 0u);
  const Forecast by_gpu =
      forecast_of({test::materials({"KRBvKRN"})}, 2, {.accelerated = {material("KRBvKRN")}});
  EXPECT_LT(by_gpu.seconds, kept.seconds);
  EXPECT_EQ(by_gpu.table_bytes, kept.table_bytes);
  const Forecast small = forecast_of({test::materials({"KRBvKR"})}, 2);
  EXPECT_TRUE(small.large.empty());
  EXPECT_EQ(small.scratch_bytes, 0u);
}

/// For each kind of man: four squares to promote on, 64 * 64 * 64 * 64 words for the white king and
/// the three others, and a byte a position.
TEST(Forecast, CountsPromotionsThatWait) {
  constexpr std::uint64_t kOneKind = std::uint64_t{4} * 64 * 64 * 64 * 64 * 64;
  EndingOrder order{test::materials({"KRQvKRB", "KRRvKRB", "KRBvKRB", "KRBvKRN", "KRBvKRP"})};
  EXPECT_EQ(waiting_promotions_bytes(order, nullptr), 4 * kOneKind);
  order.read.assign(order.endings.size(), true);
  EXPECT_EQ(waiting_promotions_bytes(order, nullptr), 4 * kOneKind)
      << "to read KRBvKRP takes what Black's pawn becomes";
  order.endings = test::materials({"KQRBvKR", "KRRBvKR", "KRBBvKR", "KRBNvKR", "KRBPvKR"});
  EXPECT_EQ(waiting_promotions_bytes(order, nullptr), 0u) << "White's moves are in the files";
}

TEST(Forecast, IsASentence) {
  Forecast forecast;
  forecast.seconds = 400;
  forecast.memory_bytes = std::uint64_t{13} << 30;
  forecast.scratch_bytes = (std::uint64_t{4} << 30) + 1;
  EXPECT_EQ(text_of(forecast), "about 7 minutes, 13 GB of memory and 5 GB of scratch space");
  forecast.table_bytes = 1;
  forecast.seconds = 7'200;
  EXPECT_EQ(text_of(forecast),
            "about 2 hours, 13 GB of memory, 5 GB of scratch space and 1 GB of tables");
}

}  // namespace
}  // namespace lucena
