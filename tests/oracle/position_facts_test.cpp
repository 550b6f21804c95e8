// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/position_facts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "census/statistics.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "support/given.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

PositionFacts facts(const Position& position) {
  Oracle& oracle = test::small_oracle();
  const auto answer = oracle.answer(position);
  return find_facts(oracle, position, answer.value()).value();
}
PositionFacts facts(std::string_view fen) {
  return facts(test::position(fen));
}

TEST(PositionFacts, NameTheOnlyMoves) {
  // Black keeps the opposition, or the pawn gets through.
  const PositionFacts opposition = facts("8/8/3k4/8/3KP3/8/8/8 b - - 0 1");
  ASSERT_EQ(opposition.only_moves.size(), 1u);
  EXPECT_EQ(to_uci(opposition.only_moves[0]), "d6e6");
  // Every move wins, and every move draws.
  EXPECT_TRUE(facts("8/8/8/8/8/2k5/8/K6R w - - 0 1").only_moves.empty());
  EXPECT_TRUE(facts("8/8/8/8/8/2k5/8/K7 w - - 0 1").only_moves.empty());
  // Nobody can move.
  EXPECT_TRUE(facts("k7/2Q5/8/8/8/8/8/K7 b - - 0 1").only_moves.empty());
}

TEST(PositionFacts, TellTheOtherSideToMove) {
  const PositionFacts rook = facts("8/8/8/8/8/2k5/8/K6R w - - 7 5");
  ASSERT_TRUE(rook.other_side);
  EXPECT_EQ(to_fen(rook.other_side->position), "8/8/8/8/8/2k5/8/K6R b - - 7 5");
  EXPECT_EQ(rook.other_side->answer.mate, Worth::loss(30));
  EXPECT_FALSE(rook.zugzwang);
  // White is in check, so that Black cannot be to move.
  EXPECT_FALSE(facts("8/8/8/8/8/2k5/8/K6r w - - 0 1").other_side);
}

TEST(PositionFacts, TellZugzwangsFromEitherSide) {
  for (const std::string_view side : {"w", "b"}) {
    EXPECT_EQ(facts(fmt::format("2k5/8/2KP4/8/8/8/8/8 {} - - 0 1", side)).zugzwang,
              ZugzwangKind::WhiteWinsOrDraw);
    EXPECT_EQ(facts(fmt::format("8/8/8/8/8/2kp4/8/2K5 {} - - 0 1", side)).zugzwang,
              ZugzwangKind::BlackWinsOrDraw);
  }
  EXPECT_EQ(zugzwang_kind(Worth::loss(20), Worth::loss(30)), ZugzwangKind::MoverLoses);
  EXPECT_EQ(zugzwang_kind(Worth::win(21), Worth::loss(30)), std::nullopt);
  EXPECT_EQ(zugzwang_kind(Worth::draw(), Worth::draw()), std::nullopt);
}

TEST(PositionFacts, FindEveryZugzwangOfKPvK) {
  ThreadPool pool(1);
  const auto table = test::all_of_four_men().table(test::material("KPvK"));
  const EndingStatistics counted = gather_statistics(*table, nullptr, pool, test::kNever);
  const Layout& layout = table->layout();
  const auto& listed = counted.lists.zugzwangs[ZugzwangKind::WhiteWinsOrDraw];
  ASSERT_FALSE(listed.empty());
  for (const Index& index : listed) {
    const Position position =
        Position::create(layout.setup_at(index, Color::White).value()).value();
    ASSERT_EQ(facts(position).zugzwang, ZugzwangKind::WhiteWinsOrDraw) << to_fen(position);
  }
}

}  // namespace
}  // namespace lucena
