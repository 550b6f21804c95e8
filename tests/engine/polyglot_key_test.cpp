// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/polyglot_key.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

struct Published {
  const char* moves;  // from the initial position
  const char* fen;
  std::uint64_t key;
};

/// The test positions of the format's description.
constexpr Published kPublished[] = {
    {"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
    {"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
    {"e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
     0x0756b94461c50fb0},
    {"e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
     0x662fafb965db29d4},
    {"e2e4 d7d5 e4e5 f7f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
     0x22a48b5a8e47ff78},
    {"e2e4 d7d5 e4e5 f7f5 e1e2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
     0x652a607ca3f242c1},
    {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
     0x00fdd303c946bdd9},
    {"a2a4 b7b5 h2h4 b5b4 c2c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
     0x3c8123ea7b067637},
    {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
     "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
};

TEST(PolyglotKey, EqualsThePublishedKeys) {
  for (const Published& published : kPublished) {
    const auto position = parse_fen(published.fen);
    ASSERT_TRUE(position) << published.fen;
    EXPECT_EQ(polyglot_key(*position), published.key) << published.fen;
  }
}

TEST(PolyglotKey, IsTheSameForPositionsThatMovesLeadTo) {
  for (const Published& published : kPublished) {
    Position position = Position::initial();
    const std::string moves = published.moves;
    for (std::size_t begin = 0; begin < moves.size(); begin += 5) {
      const auto move = parse_uci(position, moves.substr(begin, 4));
      ASSERT_TRUE(move) << moves;
      position.make(*move);
    }
    EXPECT_EQ(polyglot_key(position), published.key) << published.moves;
  }
}

}  // namespace
}  // namespace lucena
