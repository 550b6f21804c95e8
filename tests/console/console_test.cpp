// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "console/board_picture.h"
#include "console/case_file.h"
#include "console/game_end.h"
#include "console/move_review.h"
#include "console/position_finder.h"
#include "console/position_request.h"
#include "oracle/game_answer.h"
#include "support/given.h"
#include "support/table_folder.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::position;

EndingRequest ending(std::string_view text) {
  return std::get<EndingRequest>(parse_position_request(text).value());
}

TEST(PositionRequest, KnowsEndingsAndWhichOfTheirPositions) {
  EXPECT_EQ(ending("KBNvK").material->name(), "KBNvK");
  EXPECT_FALSE(ending("KBNvK").wanted);
  EXPECT_EQ(ending("random win krk").wanted, Wanted::Win);
  EXPECT_EQ(ending("KRvK RANDOM draw").wanted, Wanted::Draw);
  EXPECT_EQ(ending("random").wanted, Wanted::Any);
  EXPECT_FALSE(ending("random").material);
  EXPECT_EQ(ending("hardest KQK").wanted, Wanted::Hardest);
  EXPECT_EQ(ending("random win KBN vs K").material->name(), "KBNvK");
  EXPECT_EQ(ending("K+B+N v K hardest").material->name(), "KBNvK");
  EXPECT_EQ(ending("random win KQvKR 8-12").mate_moves, (MoveRange{8, 12}));
  EXPECT_EQ(ending("KQvKR 8").mate_moves, (MoveRange{8, 8}));
  EXPECT_EQ(ending("KQvKR 8").wanted, Wanted::Win);
  for (const char* text : {"KQvKR 12-8", "KQvKR 0", "KQvKR 3 4", "random draw KQvKR 3"}) {
    EXPECT_FALSE(parse_position_request(text)) << text;
  }
  EXPECT_FALSE(parse_position_request("random win draw KRvK"));
  EXPECT_FALSE(parse_position_request("KRvK KQvK"));
}

TEST(PositionRequest, KeepsTheColorsAsTyped) {
  EXPECT_FALSE(ending("KQvK").colors_swapped);
  EXPECT_TRUE(ending("KvKQ").colors_swapped);
  EXPECT_TRUE(ending("krkbn").colors_swapped);
  EXPECT_FALSE(ending("KRvKR").colors_swapped);
}

TEST(PositionRequest, LeavesOpenWhatAFenDoesNotSay) {
  EXPECT_TRUE(
      std::holds_alternative<Position>(*parse_position_request("8/8/8/8/8/2k5/8/K6R w - - 0 1")));
  const auto men = parse_position_request("8/8/8/8/8/2k5/8/K6R b");
  EXPECT_TRUE(std::get<WrittenPosition>(*men).side_is_known);
  EXPECT_EQ(std::get<WrittenPosition>(*men).setup.side_to_move, Color::Black);
  EXPECT_FALSE(
      std::get<WrittenPosition>(*parse_position_request("8/8/8/8/8/2k5/8/K6R")).side_is_known);
}

TEST(PositionRequest, KnowsGamesOfFilesAndWholeGames) {
  const auto load = [](std::string_view text) {
    return std::get<LoadRequest>(parse_position_request(text).value());
  };
  EXPECT_EQ(load("load games.pgn").path, "games.pgn");
  EXPECT_EQ(load("load games.pgn").number, 1u);
  EXPECT_EQ(load("LOAD my games.pgn 12").path, "my games.pgn");
  EXPECT_EQ(load("load my games.pgn 12").number, 12u);
  EXPECT_EQ(std::get<Position>(parse_position_request("Start").value()), Position::initial());
}

TEST(Cases, SkipCommentsAndCountLines) {
  const auto cases = parse_cases("# one\n\nKa1 Rh1 / Kc3 # two\r\n8/8/8/8/8/2k5/8/K6R b - - 0 1");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].line, 3u);
  EXPECT_EQ(to_fen(*cases[0].position), "8/8/8/8/8/2k5/8/K6R w - - 0 1");
  EXPECT_EQ(cases[1].line, 4u);
  EXPECT_EQ(cases[1].position->side_to_move(), Color::Black);
}

TEST(BoardPicture, MarksTheLastMoveAndCanBeTurned) {
  const Position rook = position("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  const Move move = parse_move(rook, "Rd1").value();
  const std::string picture = board_picture(rook.after(move), move, {});
  EXPECT_NE(picture.find("  1  K  .  . [R] .  .  . [.]\n     a  b"), std::string::npos) << picture;
  EXPECT_TRUE(board_picture(rook, {}, {.flipped = true}).starts_with("  1  R  .")) << picture;
}

TEST(GameAnswer, SeesTheThirdOccurrence) {
  Game game(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  for (const char* move : {"h1h2", "c3d4", "h2h1", "d4c3", "h1h2", "c3d4", "h2h1"}) {
    game.make(parse_uci(game.position(), move).value());
  }
  const auto saved = answer_in_game(test::small_oracle(), game, {});
  ASSERT_TRUE(saved);
  EXPECT_EQ(saved->outcome, Outcome::Draw);
  EXPECT_EQ(to_uci(saved->moves.front().move), "d4c3");
  // A ply before, the move that lets it happen is no win.
  game.undo();
  const auto before = answer_in_game(test::small_oracle(), game, {});
  ASSERT_TRUE(before);
  EXPECT_EQ(before->outcome, Outcome::Win);
  const MoveReview review = review_move(*before, parse_uci(game.position(), "h2h1").value());
  EXPECT_TRUE(review.changes_result());
  EXPECT_EQ(remark(review, Color::White, Metric::Mate),
            "That move lets the win slip: the position is now a draw");
}

/// With the statistics that small_oracle() does not have.
Oracle& counted_oracle() {
  static const test::TemporaryFolder folder;
  static Oracle oracle({.folder = folder.path()});
  return oracle;
}

/// Whoever has a mate in an ending can mate, and nobody else: tables know all mates.
TEST(GameEnd, KnowsWhoCanMate) {
  Oracle& oracle = counted_oracle();
  std::mt19937_64 random(1);
  for (const char* name : {"KNvK", "KBvK", "KNvKN", "KBvKN", "KBvKB", "KRvKN", "KRvKB", "KQvKN",
                           "KQvKB", "KQvKR", "KNNvK", "KBBvK", "KBNvK"}) {
    const Material material = Material::parse(name).value();
    const Statistics statistics = oracle.statistics(material).value();
    for (int i = 0; i < 20; ++i) {
      const Position any = find_position(oracle, material, Wanted::Any, random).value();
      const Census& census = census_of(statistics, any);
      for (const Color color : kColors) {
        EXPECT_EQ(any.can_mate(color), census.unique_levels[opposite(color)][0] > 0) << to_fen(any);
      }
    }
  }
}

/// Two rooks against a bare king: every draw is a stalemate, and chance hardly ever finds one.
TEST(PositionFinder, FindsWhatIsRare) {
  Oracle& oracle = counted_oracle();
  std::mt19937_64 random(1);
  const auto find = [&](const char* name, Wanted wanted, const FindOptions& options) {
    return find_position(oracle, Material::parse(name).value(), wanted, random, options);
  };
  const auto stalemate = find("KRRvK", Wanted::Draw, {.stalemates = true});
  ASSERT_TRUE(stalemate);
  EXPECT_TRUE(oracle.worth(*stalemate, Metric::Mate)->is_draw());
  const auto draw = find("KRRvK", Wanted::Draw, {});
  ASSERT_FALSE(draw);
  EXPECT_EQ(draw.error().message, "every draw of KRRvK is a stalemate");
  const auto longest = find("KRvK", Wanted::Win, {.mate_moves = MoveRange{16, 16}});
  ASSERT_TRUE(longest);
  EXPECT_EQ(moves_of(*oracle.worth(*longest, Metric::Mate)), 16u);
  EXPECT_FALSE(find("KRvK", Wanted::Win, {.mate_moves = MoveRange{17, 20}}));
}

TEST(GameEnd, KnowsWhenTheFiftyMoveRuleIsOff) {
  const Game late(position("8/8/8/8/8/2k5/8/K6R w - - 100 90"));
  EXPECT_TRUE(end_of(late, {}));
  EXPECT_FALSE(end_of(late, {.fifty_moves = false}));
  const Game very_late(position("8/8/8/8/8/2k5/8/K6R w - - 150 90"));
  EXPECT_FALSE(end_of(very_late, {.fifty_moves = false}));
}

}  // namespace
}  // namespace lucena
