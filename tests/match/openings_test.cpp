// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/openings.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "match/opening_lines.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

class Openings : public testing::Test {
 protected:
  Result<std::vector<Game>, MatchFault> from_file(std::string_view text) {
    test::write_bytes(path(), {text.begin(), text.end()});
    return openings_from_file(path());
  }
  std::string fault(std::string_view text) {
    const auto openings = from_file(text);
    return openings ? "" : openings.error().message;
  }
  std::string path() const { return (folder_.path() / "openings.epd").string(); }

 private:
  const test::TemporaryFolder folder_;
};

TEST_F(Openings, BuiltInLinesAreLegalAndLeadToDifferentPositions) {
  std::set<std::uint64_t> keys;
  for (const std::string_view line : kOpeningLines) {
    Position position = Position::initial();
    const auto words = split_words(line);
    EXPECT_EQ(words.size(), 8u) << line;
    for (const std::string_view word : words) {
      const auto move = parse_move(position, word);
      ASSERT_TRUE(move) << line;
      EXPECT_EQ(to_san(position, *move), word) << line;
      position.make(*move);
    }
    EXPECT_TRUE(keys.insert(position.key()).second) << line << " leads to a known position";
  }
  EXPECT_GE(keys.size(), 100u);
  EXPECT_EQ(built_in_openings().size(), keys.size());
}

TEST_F(Openings, AreReadFromAFile) {
  const auto openings = from_file(
      "# two positions\n\n"
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm c5; id \"one\";\r\n"
      "8/8/8/8/8/2k5/8/K6R w - - 3 40");
  ASSERT_TRUE(openings) << openings.error().message;
  ASSERT_EQ(openings->size(), 2u);
  EXPECT_EQ((*openings)[0].position().side_to_move(), Color::Black);
  EXPECT_EQ(to_fen((*openings)[1].position()), "8/8/8/8/8/2k5/8/K6R w - - 3 40");
}

TEST_F(Openings, SayWhatIsWrongWithAFile) {
  EXPECT_EQ(fault("#\n"), "there is no position in " + path());
  EXPECT_TRUE(fault("\n8/8 w - -\n").starts_with(path() + ", line 2: ")) << fault("\n8/8 w - -\n");
  EXPECT_EQ(fault("R5k1/5ppp/8/8/8/8/8/6K1 b - -\n"),
            path() + ", line 1: the game has ended there: checkmate: White wins");
  EXPECT_FALSE(openings_from_file("/nowhere/openings.epd"));
}

TEST_F(Openings, FromABookAreDifferentAndTheSameForASeed) {
  const auto book = PolyglotBook::open("/usr/share/games/gnuchess/book.bin");
  ASSERT_TRUE(book);
  const auto openings = openings_from_book(*book, 6, 300, 5);
  ASSERT_TRUE(openings);
  ASSERT_EQ(openings->size(), 300u);
  std::set<std::uint64_t> keys;
  for (const Game& game : *openings) {
    keys.insert(game.position().key());
    EXPECT_LE(game.moves().size(), 6u);
  }
  EXPECT_EQ(keys.size(), 300u);
  EXPECT_EQ(openings_from_book(*book, 6, 300, 5)->back().moves(), openings->back().moves());
  EXPECT_LT(openings_from_book(*book, 1, 300, 5)->size(), 20u);
}

TEST_F(Openings, AreShuffledWithoutLosingAny) {
  std::vector<Game> openings = built_in_openings();
  std::mt19937_64 random(1);
  shuffle(openings, random);
  std::set<std::uint64_t> keys;
  for (const Game& game : openings) keys.insert(game.position().key());
  EXPECT_EQ(keys.size(), kOpeningLines.size());
  EXPECT_NE(openings.front().moves(), built_in_openings().front().moves());
}

}  // namespace
}  // namespace lucena
