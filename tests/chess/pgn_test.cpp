// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/pgn.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

using Texts = std::vector<std::string>;

/// All games of a text, which must be without faults.
std::vector<PgnGame> read_all(std::string_view text) {
  std::vector<PgnGame> games;
  PgnReader reader(text);
  while (auto game = reader.next()) {
    if (!*game) {
      ADD_FAILURE() << game->error().message() << "\nin: " << text;
      continue;
    }
    games.push_back(**game);
  }
  return games;
}

PgnGame read_one(std::string_view text) {
  std::vector<PgnGame> games = read_all(text);
  EXPECT_EQ(games.size(), 1u) << text;
  return games.empty() ? PgnGame{} : games.front();
}

/// What becomes of each game: its moves in SAN, or "line: reason".
Texts outcomes(std::string_view text);

/// The main line in SAN, with variations in brackets.
std::string san_of(const Position& start, const PgnLine& line) {
  std::string text;
  Position position = start;
  for (const PgnMove& move : line) {
    if (!text.empty()) text += ' ';
    text += to_san(position, move.move);
    for (const PgnLine& variation : move.variations) {
      text += " [" + san_of(position, variation) + ']';
    }
    position.make(move.move);
  }
  return text;
}

std::string san_of(const PgnGame& game) {
  return san_of(game.start, game.moves);
}

Texts outcomes(std::string_view text) {
  Texts all;
  PgnReader reader(text);
  while (auto game = reader.next()) {
    all.push_back(*game ? san_of(**game)
                        : std::to_string(game->error().line) + ": " + game->error().fault.message);
  }
  return all;
}

TEST(PgnReader, ReadsTagsMovesAndResult) {
  const PgnGame game = read_one(
      "[Event \"Casual\"]\n[White \"Anderssen\"]\n[Result \"1-0\"]\n\n"
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n");
  const std::vector<PgnTag> tags{{"Event", "Casual"}, {"White", "Anderssen"}, {"Result", "1-0"}};
  EXPECT_EQ(game.tags, tags);
  EXPECT_EQ(game.tag("White"), "Anderssen");
  EXPECT_FALSE(game.tag("Black").has_value());
  EXPECT_EQ(san_of(game), "e4 e5 Nf3 Nc6 Bb5");
  EXPECT_EQ(game.result, GameResult::WhiteWins);
}

TEST(PgnReader, AnEmptyTextHasNoGames) {
  for (const std::string_view text : {"", "\n \t\r\n", "\xEF\xBB\xBF", "% nothing\n", "{alone}"}) {
    EXPECT_TRUE(read_all(text).empty()) << text;
  }
}

TEST(PgnReader, MoveNumbersMayHaveAnyForm) {
  for (const std::string_view text :
       {"1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "1. e4 1... e5 2. Nf3 *", "1. e4 1. ... e5 2 Nf3 *",
        "e4 e5 Nf3 *", "1 e4 e5 2 Nf3 *", "7.e4 ... e5 9....Nf3 *",
        "1. e4\n1...\ne5\n2.\nNf3\n*"}) {
    EXPECT_EQ(san_of(read_one(text)), "e4 e5 Nf3") << text;
  }
}

TEST(PgnReader, LinesMayEndInAnyWay) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) {
    std::string text = "\xEF\xBB\xBF";
    for (const std::string_view line :
         {"[Event \"x\"]", "", "1. e4 ; best by test", "% 1. d4 hidden", "e5 Nf9 *"}) {
      text += line;
      text += end;
    }
    EXPECT_EQ(outcomes(text), Texts{"5: 2. Nf9: 'Nf9' is not a move"});
  }
}

TEST(PgnReader, PercentHidesALineOnlyFromItsStart) {
  const PgnGame game = read_one("% 1. d4\n1. e4 {50 % sure\n% kept} e5\n%* \n *");
  EXPECT_EQ(san_of(game), "e4 e5");
  EXPECT_EQ(game.moves[0].comments_after, Texts{"50 % sure % kept"});
}

TEST(PgnReader, CommentsBelongToTheMoveBeforeOrStartALine) {
  const PgnGame game = read_one(
      "{first} ; second\n 1. {third} e4 {after} 1... {too} ({inside} 1. d4 {d}) {before e5} e5\n"
      "{ends\n  the   line} 1-0 {flag fell}\n");
  ASSERT_EQ(game.moves.size(), 2u);
  const PgnMove& e4 = game.moves[0];
  EXPECT_EQ(e4.comments_before, (Texts{"first", "second", "third"}));
  EXPECT_EQ(e4.comments_after, (Texts{"after", "too"}));
  ASSERT_EQ(e4.variations.size(), 1u);
  EXPECT_EQ(e4.variations[0][0].comments_before, Texts{"inside"});
  EXPECT_EQ(e4.variations[0][0].comments_after, Texts{"d"});
  EXPECT_EQ(game.moves[1].comments_before, Texts{"before e5"});
  EXPECT_EQ(game.moves[1].comments_after, (Texts{"ends the line", "flag fell"}));
}

TEST(PgnReader, CommentsThatNoMoveFollowsAreKept) {
  const PgnGame after_variation = read_one("1. e4 (1. d4) {end} *");
  EXPECT_EQ(after_variation.moves[0].comments_after, Texts{"end"});
  const PgnGame no_moves = read_one("{nothing} {played} 1/2-1/2 {at all}");
  EXPECT_EQ(no_moves.comments, (Texts{"nothing", "played", "at all"}));
  EXPECT_EQ(no_moves.result, GameResult::Draw);
  const PgnGame before_tags = read_one("{preface} [Event \"x\"] 1. e4 *");
  EXPECT_EQ(before_tags.moves[0].comments_before, Texts{"preface"});
  const PgnGame no_line = read_one("1. e4 ({only words}) {more} e5 *");
  EXPECT_EQ(no_line.moves[0].comments_after, (Texts{"only words", "more"}));
  EXPECT_TRUE(no_line.moves[0].variations.empty());
}

TEST(PgnReader, CommentsAreSingleSpacedAndHaveNoBraces) {
  const PgnGame game = read_one("1. e4 { a  {b\tc \n} ; x } y\n {} { } *");
  EXPECT_EQ(game.moves[0].comments_after, (Texts{"a (b c", "x ) y"}));
}

TEST(PgnReader, GlyphsHaveNumbersOrSigns) {
  const PgnGame game = read_one("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $14$255 $0 *");
  std::vector<std::vector<unsigned>> glyphs;
  for (const PgnMove& move : game.moves) glyphs.push_back(move.glyphs);
  const std::vector<std::vector<unsigned>> expected{{1}, {2}, {3}, {4}, {5}, {6}, {14, 255, 0}};
  EXPECT_EQ(glyphs, expected);
}

TEST(PgnReader, VariationsReplaceTheMoveBeforeThem) {
  EXPECT_EQ(san_of(read_one("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4) 2... d6) (1... e6) "
                            "2. Nf3 (2. f4 exf4) 2... Nc6 *")),
            "e4 e5 [c5 Nf3 [c3 d5] [d4] d6] [e6] Nf3 [f4 exf4] Nc6");
  EXPECT_EQ(san_of(read_one("1. e4 (1. d4 d5 1-0) e5 *")), "e4 [d4 d5] e5");
}

TEST(PgnReader, StartsWhereTheFenTagSays) {
  const PgnGame game = read_one(
      "[SetUp \"1\"]\n[FEN \"8/8/4k3/8/3p4/8/3K4/8 b - - 3 77\"]\n\n77... d3 78. Kxd3 1/2-1/2\n");
  EXPECT_EQ(to_fen(game.start), "8/8/4k3/8/3p4/8/3K4/8 b - - 3 77");
  EXPECT_EQ(san_of(game), "d3 Kxd3");
}

TEST(PgnReader, TagsMayHoldQuotesAndBackslashes) {
  const PgnGame game = read_one(
      "[White \"O\\\"Neill \\\\ \\x\"]  [ Black  \"the \"Bird\" of\tprey\" ]\n[Empty \"\"] *");
  EXPECT_EQ(game.tag("White"), "O\"Neill \\ \\x");
  EXPECT_EQ(game.tag("Black"), "the \"Bird\" of prey");
  EXPECT_EQ(game.tag("Empty"), "");
}

TEST(PgnReader, SeveralGamesNeedNeitherTagsNorResults) {
  EXPECT_EQ(outcomes("1. e4 1-0 1. d4 0-1\n[Event \"3\"]\n1. c4 \n[Event \"4\"]\n[Event \"x\"]\n"
                     "\n*\n1. g3"),
            (Texts{"e4", "d4", "c4", "", "g3"}));
  EXPECT_EQ(read_one("[Result \"0-1\"] 1. f3").result, GameResult::BlackWins);
  EXPECT_EQ(read_one("[Result \"0-1\"] 1. f3 1/2").result, GameResult::Draw);
  EXPECT_EQ(read_one("[Result \"?\"] 1. f3").result, GameResult::Open);
}

TEST(PgnReader, MovesMayBeWrittenAsPeopleWriteThem) {
  EXPECT_EQ(san_of(read_one("1. e2-e4 d7d5 2. e5 f5 3. exf6 e.p. Ngxf6 4. Nf3 g6 5. Be2 Bg7 "
                            "6. 0-0 O-O *")),
            "e4 d5 e5 f5 exf6 Nxf6 Nf3 g6 Be2 Bg7 O-O O-O");
  EXPECT_EQ(san_of(read_one("1. e4 d5 2. e5 f5 3. exf6e.p. *")), "e4 d5 e5 f5 exf6");
}

struct FaultCase {
  std::string_view text;
  std::string expected;
};

TEST(PgnReader, FaultsSayWhereAndWhy) {
  const std::vector<FaultCase> cases{
      {"1. e4 e5\n2. Nf4 *", "2: 2. Nf4: no knight can reach f4"},
      {"\n1. e4\n\nKe7 *", "4: 1... Ke7: e7 is occupied by your own pawn"},
      {"1. Nc3 a6 2. Nf3 a5 3. Nd5 a4 4. Nf4 Ra6\n5. Nd3 Ra8 6. Nfe5 Ra6\n7. Nc4 Ra8 8. Nc5 Ra6 "
       "9. Na3 Ra8\n10. N3b5 Ra6 11. Nd4 Ra8 12. Nc6 Ra6 13. Ne4 Ra8 14. Nd4 Ra6 15. Nc3 Ra8 "
       "16. Nb5\n*",
       "4: 16. Nb5: two knights can reach b5: Ncb5 or Ndb5"},
      {"1. -- e5 *", "1: 1. --: '--' is not a move: a player may not pass"},
      {"1. e4 <> *", "1: 1... <>: '<>' is not a move: a player may not pass"},
      {"1. e4 Z0 *", "1: 1... Z0: 'Z0' is not a move: a player may not pass"},
      {"1. e4 {no end\n\n*", "1: a comment without its '}'"},
      {"1. e4 (1. d4\n*\n", "3: a variation without its ')'"},
      {"1. e4 (1. d4\n[Event \"x\"]", "2: a variation without its ')'"},
      {"1. e4 )\n*", "1: a ')' without its '('"},
      {"(1. e4) *", "1: a variation without a move that it could replace"},
      {"1. e4 ((1. d4)) *", "1: a variation without a move that it could replace"},
      {"$1 *", "1: a glyph without a move before it"},
      {"1. e4 $ *", "1: a '$' without a number"},
      {"1. e4 $256 *", "1: the glyph $256 is not one of $0 to $255"},
      {"1. e4 \n~ *", "2: a character that belongs in no game: '~'"},
      {"1. e4 \xE2\x99\x98 *", "1: a character that belongs in no game: '?'"},
      {"[Event x]\n\n1. e4 *", "1: a tag that is not of the form [Name \"value\"]"},
      {"[Event \"x\"]\n[Site \"open]\n1. e4 *",
       "2: a tag that is not of the form [Name \"value\"]"},
      {"[FEN \"8/8/8/8 w - -\"]\n*", "1: the FEN tag: the board has 4 ranks, not eight"},
      {"Dear Sir,\nthank you for 1. e4.", "1: 1. Dear: 'Dear' is not a move"},
  };
  for (const FaultCase& c : cases) {
    const Texts all = outcomes(c.text);
    ASSERT_FALSE(all.empty()) << c.text;
    EXPECT_EQ(all.front(), c.expected) << c.text;
  }
}

TEST(PgnReader, FaultsCarryTheirCodeAndTheGamesFirstLine) {
  PgnReader reader("1. e4 *\n\n[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n");
  ASSERT_TRUE(reader.next()->has_value());
  const auto broken = reader.next();
  ASSERT_TRUE(broken && !*broken);
  EXPECT_EQ(broken->error().fault.code, ChessError::MoveIllegal);
  EXPECT_EQ(broken->error().message(),
            "line 6: 2. Ke3: a king does not move like that from e1 to e3 "
            "(in the game that begins on line 3)");
  EXPECT_FALSE(reader.next().has_value());
}

TEST(PgnReader, TheGameAfterAFaultIsRead) {
  for (const std::string_view broken :
       {"1. e4 e4 2. d4 {[A \"b\"]} (x) *", "1. e4 (1. d4 d4 0-1) e5 *", "1. e4 {open",
        "1. e4 (1. d4", "[Event open\n[Site \"x\"]\n\n1. e4 *",
        "[FEN \"?\"]\n[Site \"x\"]\n1. e4 *", "1. e4 ) e5 (2. Nf3) 1-0", "hello, ] world *"}) {
    const std::string text = std::string(broken) + "\n[Event \"next\"]\n\n1. c4 *\n";
    const Texts all = outcomes(text);
    ASSERT_EQ(all.size(), 2u) << text;
    EXPECT_EQ(all[1], "c4") << text;
  }
  EXPECT_EQ(outcomes("1. e5 * 1. d4 *").back(), "d4");
}

TEST(PgnReader, DeepNestingIsAFaultAndNoCrash) {
  const auto nested = [](unsigned depth) {
    std::string text = "1. e4 ";
    for (unsigned i = 0; i < depth; ++i) text += "(1. e4 ";
    for (unsigned i = 0; i < depth; ++i) text += ") ";
    return text + "*";
  };
  EXPECT_EQ(read_all(nested(PgnReader::kDeepestVariation)).size(), 1u);
  const Texts too_deep{"1: variations are nested more than 64 deep"};
  EXPECT_EQ(outcomes(nested(PgnReader::kDeepestVariation + 1)), too_deep);
  EXPECT_EQ(outcomes(nested(200000)), too_deep);
}

TEST(PgnReader, HostileTextsTakeLinearTime) {
  for (const std::string_view part :
       {"[A \"b\"]\n{\n", "{", "(", "[", "[A \"", "1. e4 (", "\\\""}) {
    std::string text;
    while (text.size() < 400000) text += part;
    PgnReader reader(text);
    std::size_t games = 0;
    while (reader.next()) ++games;
    EXPECT_GT(games, 0u) << part;
  }
}

}  // namespace
}  // namespace lucena
