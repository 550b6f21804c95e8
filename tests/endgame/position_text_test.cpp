// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/position_text.h"

#include <gtest/gtest.h>

#include "chess/fen.h"

namespace lucena {
namespace {

/// The position of a text as FEN, or what is wrong with it.
std::string read(std::string_view text) {
  const auto position = parse_position(text);
  return position ? to_fen(*position) : position.error().message;
}

TEST(PositionText, IsReadInEveryWayThatPeopleWriteIt) {
  for (const std::string_view text :
       {"8/8/8/8/8/2k5/8/K6R", "8/8/8/8/8/2k5/8/K6R w", "8/8/8/8/8/2k5/8/K6R w -",
        "8/8/8/8/8/2k5/8/K6R w - -", "8/8/8/8/8/2k5/8/K6R w - - 0", "8/8/8/8/8/2k5/8/K6R w - - 0 1",
        "\"8/8/8/8/8/2k5/8/K6R w - - 0 1\"", "'8/8/8/8/8/2k5/8/K6R w'",
        "8/8/8/8/8/2k5/8/K6R_w_-_-_0_1", "8/8/8/8/8/2k5/8/K6R w - - hmvc 0; fmvn 1;",
        "Ka1 Rh1 / Kc3", "Ka1 Rh1 / Kc3 w", "ka1,rh1/kc3 WHITE", "x.K(1,1) x.R(8,1) y.K(3,3)",
        "x.K(1,1), x.R(8,1), y.K(3,3), w", "\"Ka1 Rh1 / Kc3 w\"", "Ka1_Rh1_/_Kc3_w",
        "Ka1 Rh1 / Kc3 w castling=- ep=-"}) {
    EXPECT_EQ(read(text), "8/8/8/8/8/2k5/8/K6R w - - 0 1") << text;
  }
  EXPECT_EQ(read("Ke1 Ra1 / Ke8 black castling=Q"), "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
  EXPECT_EQ(read("Ke1 e5 / Ke8 d5 ep=d6"), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  EXPECT_EQ(read("8/8/8/8/8/2k5/8/K6R b - - 7"), "8/8/8/8/8/2k5/8/K6R b - - 7 1");
  EXPECT_EQ(read("StartPos"), to_fen(Position::initial()));
}

TEST(PositionText, ThatCannotBeReadGetsOnePlainSentence) {
  struct Case {
    std::string_view text, message;
  };
  for (
      const auto& [text, message] : std::initializer_list<Case>{
          {"", "'' is neither a FEN nor a list of men such as Ke1 Ra1 / Ke8"},
          {"nonsense", "'nonsense' is neither a FEN nor a list of men such as Ke1 Ra1 / Ke8"},
          {"KBN vs K",
           "'KBN vs K' is an ending, not a position: say where its men stand, as in Ke1 Ra1 / Ke8"},
          {"8/8/8/8/8/2k5/8/K6R w - - 0 1 2", "a FEN has one to six fields, this has 7"},
          {"8/8/8/8/8/2k5/8/K6R x", "the side to move is 'x', not w or b"},
          {"8/8/8/8/8/2k5/8/K6R w Q",
           "White cannot castle on the queen's side: the king is not on e1"},
          {"Ke1 Ra1 Ke8",
           "which men are Black's is not clear: write / before them, as in Ke1 Ra1 / Ke8"},
          {"Ke1 / Ke8 / Ra1", "there is a second '/'"},
          {"Ke1 / Ke8 w b", "who is to move is said twice"},
          {"Ke1 / Ke8 castling=- castling=Q", "castling is said twice"},
          {"Ke1 / Ke8 ep=- ep=-", "en passant is said twice"},
          {"Ke1 w / Ke8 Ra1", "'Ke8' comes too late: first the men, then the rest"},
          {"Ke1 / Ke8 castling=X", "the castling rights are 'X', not - or some of KQkq, each once"},
          {"Ke1 / Ke8 ep=z9", "the en passant square is 'z9', not - or a square"},
          {"Ke1 Re1 / Ke8", "two men stand on e1"},
          {"Ke1 / Ke9", "'Ke9' is no man on a square such as Ke1"},
          {"Ke1 Ra1", "Black has no king"},
      }) {
    EXPECT_EQ(read(text), message) << text;
  }
}

TEST(PositionText, ThatLeavesCastlingOpenGetsARemark) {
  const std::string decided =
      "king and rook stand at home and nothing is said of castling, so they may not; ";
  EXPECT_EQ(castling_remark("Ke1 Ra1 / Ke8"),
            decided + "castling=Q says that they may, castling=- that they may not");
  EXPECT_EQ(castling_remark("r3k3/8/8/8/8/8/8/4K3 b"),
            decided + "in the FEN's third field q says that they may, - that they may not");
  for (const std::string_view text : {"Ke1 Ra1 / Ke8 castling=-", "Ke1 Ra1 / Ke8 castling=Q",
                                      "r3k3/8/8/8/8/8/8/4K3 b -", "Ka1 Rh1 / Kc3", "nonsense"}) {
    EXPECT_EQ(castling_remark(text), "") << text;
  }
}

}  // namespace
}  // namespace lucena
