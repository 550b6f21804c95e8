// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/worth.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "table/stored_value.h"

namespace lucena {
namespace {

TEST(Worth, IsGreaterIfBetter) {
  EXPECT_GT(Worth::win(1), Worth::win(2));
  EXPECT_GT(Worth::win(255), Worth::draw());
  EXPECT_GT(Worth::draw(), Worth::loss(255));
  EXPECT_GT(Worth::loss(3), Worth::loss(2));
  EXPECT_GT(Worth::loss(0), Worth());
  EXPECT_FALSE(Worth().exists());
}

TEST(Worth, SaysWhatTheScoreSays) {
  for (unsigned level = 0; level <= kMaxLevel; ++level) {
    const Worth worth = Worth::of(score_of_level(level));
    EXPECT_EQ(worth.plies(), level);
    EXPECT_EQ(worth.is_win(), level % 2 == 1);
    EXPECT_EQ(worth.is_loss(), level % 2 == 0);
  }
  EXPECT_EQ(Worth::of(kDraw), Worth::draw());
  EXPECT_EQ(Worth::of(kDraw, 7), Worth::draw());
  EXPECT_EQ(Worth::of(score_of_level(9), 4), Worth::win(4));
  EXPECT_EQ(Worth::of(score_of_level(8), 3), Worth::loss(3));
}

TEST(WorthBefore, IsOnePlyMoreForTheOtherSideByQuietMoves) {
  for (const Metric metric : kMetrics) {
    EXPECT_EQ(worth_before(Worth::loss(0), metric, MoveEffect::Quiet), Worth::win(1));
    EXPECT_EQ(worth_before(Worth::win(100), metric, MoveEffect::Quiet), Worth::loss(101));
    EXPECT_EQ(worth_before(Worth::draw(), metric, MoveEffect::Quiet), Worth::draw());
  }
}

TEST(WorthBefore, StartsAgainWhereTheMetricDoes) {
  const Worth far = Worth::loss(60);
  EXPECT_EQ(worth_before(far, Metric::Mate, MoveEffect::Conversion), Worth::win(61));
  EXPECT_EQ(worth_before(far, Metric::Zeroing, MoveEffect::PawnMove), Worth::win(1));
  EXPECT_EQ(worth_before(far, Metric::Zeroing, MoveEffect::Conversion), Worth::win(1));
  EXPECT_EQ(worth_before(far, Metric::Conversion, MoveEffect::PawnMove), Worth::win(61));
  EXPECT_EQ(worth_before(far, Metric::Conversion, MoveEffect::Conversion), Worth::win(1));
}

TEST(WorthBefore, KeepsACurse) {
  EXPECT_EQ(worth_before(Worth::loss(100), Metric::Zeroing, MoveEffect::PawnMove), Worth::win(1));
  EXPECT_EQ(worth_before(Worth::loss(101), Metric::Zeroing, MoveEffect::PawnMove), Worth::win(101));
  EXPECT_EQ(worth_before(Worth::win(130), Metric::Zeroing, MoveEffect::Conversion),
            Worth::loss(101));
}

TEST(Outcome, FollowsFromTheMateScoreAndTheClock) {
  const MateScore win = score_of_level(5), loss = score_of_level(6);
  EXPECT_EQ(outcome_of(win, ZeroingPlies(100)), Outcome::Win);
  EXPECT_EQ(outcome_of(win, ZeroingPlies(101)), Outcome::CursedWin);
  EXPECT_EQ(outcome_of(kDraw, ZeroingPlies(0)), Outcome::Draw);
  EXPECT_EQ(outcome_of(loss, ZeroingPlies(101)), Outcome::BlessedLoss);
  EXPECT_EQ(outcome_of(loss, ZeroingPlies(100)), Outcome::Loss);
  EXPECT_EQ(opposite(Outcome::CursedWin), Outcome::BlessedLoss);
  EXPECT_EQ(name(Outcome::BlessedLoss), "blessed-loss");
}

TEST(MoveEffect, TellsCapturesAndPawnMovesApart) {
  const Position position = parse_fen("r3k3/1P6/8/3pP3/8/8/8/R3K3 w Qq d6 0 1").value();
  const auto effect = [&](Square from, Square to) {
    for (const Move move : legal_moves(position)) {
      if (move.from() == from && move.to() == to) return effect_of(position, move);
    }
    ADD_FAILURE() << "no such move";
    return MoveEffect::Quiet;
  };
  EXPECT_EQ(effect("e1"_sq, "c1"_sq), MoveEffect::Quiet);
  EXPECT_EQ(effect("a1"_sq, "a8"_sq), MoveEffect::Conversion);
  EXPECT_EQ(effect("e5"_sq, "e6"_sq), MoveEffect::PawnMove);
  EXPECT_EQ(effect("e5"_sq, "d6"_sq), MoveEffect::Conversion);
  EXPECT_EQ(effect("b7"_sq, "b8"_sq), MoveEffect::Conversion);
}

TEST(StoredValue, TellsEveryLevel) {
  for (unsigned level = 0; level < 600; ++level) {
    const Worth worth = level % 2 != 0 ? Worth::win(level) : Worth::loss(level);
    EXPECT_EQ(worth_of_stored(stored_level(level)), worth);
    EXPECT_EQ(stored_worth(worth), stored_level(level));
    EXPECT_EQ(stored_level(level) < 256, level <= kMaxLevel);
  }
  EXPECT_EQ(worth_of_stored(kDraw.byte()), Worth::draw());
  EXPECT_EQ(stored_worth(Worth::draw()), kDraw.byte());
  EXPECT_EQ(stored_level(255), 256);
}

}  // namespace
}  // namespace lucena
