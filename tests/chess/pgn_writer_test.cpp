// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "support/process.h"
#include "support/random_pgn.h"

namespace lucena {
namespace {

PgnGame read_back(std::string_view text) {
  PgnReader reader(text);
  auto game = reader.next();
  if (!game || !*game) {
    ADD_FAILURE() << (game ? game->error().message() : "no game") << "\nin: " << text;
    return {};
  }
  EXPECT_FALSE(reader.next().has_value()) << text;
  return **game;
}

/// The move text alone.
std::string body_of(const PgnGame& game) {
  const std::string text = write_pgn(game);
  return text.substr(text.find("\n\n") + 2);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(PgnWriter, WritesTheSevenTagsFirst) {
  PgnGame game = read_back("[Annotator \"me\"] [Black \"B\"] [White \"A \\\"x\\\"\"] 1. e4 e5 1-0");
  game.tags.push_back({"Annotator", "somebody else"});
  EXPECT_EQ(write_pgn(game),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
            "[White \"A \\\"x\\\"\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Annotator \"me\"]\n"
            "\n1. e4 e5 1-0\n\n");
}

TEST(PgnWriter, WritesTheStartingPositionUnlessItIsTheInitialOne) {
  const std::string_view fen = "8/8/4k3/8/3p4/8/3K4/8 b - - 3 77";
  Game game(parse_fen(fen).value());
  game.make(parse_move(game.position(), "d3").value());
  game.make(parse_move(game.position(), "Kxd3").value());
  const std::string text = write_pgn(to_pgn_game(game));
  EXPECT_NE(text.find("[SetUp \"1\"]\n[FEN \"8/8/4k3/8/3p4/8/3K4/8 b - - 3 77\"]\n"),
            std::string::npos);
  EXPECT_NE(text.find("\n77... d3 78. Kxd3 1/2-1/2\n"), std::string::npos) << text;
  const PgnGame renamed =
      read_back("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\"]*");
  EXPECT_EQ(write_pgn(renamed).find("FEN"), std::string::npos);
}

TEST(PgnWriter, NumbersBlackMovesOnlyWhereSomethingCameBetween) {
  EXPECT_EQ(body_of(read_back("1. e4 e5 2. Nf3 {c} Nc6 3. Bb5 (3. Bc4 Nf6 (3... Bc5)) a6 4. Ba4! "
                              "({d} 4. Bxc6) {e} Nf6 *")),
            "1. e4 e5 2. Nf3 {c} 2... Nc6 3. Bb5 (3. Bc4 Nf6 (3... Bc5)) 3... a6 4. Ba4 $1\n"
            "({d} 4. Bxc6) {e} 4... Nf6 *\n\n");
}

TEST(PgnWriter, ReplacesWhatACommentCannotHold) {
  PgnGame game = read_back("1. e4 *");
  game.moves[0].comments_after = {"{a}\n\tb", "", " \n "};
  EXPECT_EQ(body_of(game), "1. e4 {(a) b} *\n\n");
}

TEST(PgnWriter, TagsKeepQuotesAndBackslashesAndStayOnOneLine) {
  for (const std::string_view value : {"", " ", "\\", "\"", "\\\"", "a\\\\b", "\"]", "x\"] "}) {
    PgnGame game;
    game.tags = {{"Event", std::string(value)}};
    EXPECT_EQ(read_back(write_pgn(game)).tag("Event"), value);
  }
  PgnGame game;
  game.tags = {{"Event", "one\ntwo"}};
  EXPECT_EQ(read_back(write_pgn(game)).tag("Event"), "one two");
}

TEST(PgnWriter, NoLineIsLongOrHiddenByAPercentSign) {
  test::RandomPgn random(11);
  for (int i = 0; i < 100; ++i) {
    for (const std::string& line : lines_of(body_of(random.game()))) {
      EXPECT_LT(line.size(), 80u) << line;
      EXPECT_FALSE(line.starts_with('%')) << line;
      EXPECT_FALSE(line.starts_with(' ') || line.ends_with(' ')) << line;
    }
  }
}

TEST(PgnWriter, AWordLongerThanALineStandsAlone) {
  PgnGame game = read_back("1. e4 *");
  const std::string word(100, 'w');
  game.moves[0].comments_after = {"see " + word + " here"};
  EXPECT_EQ(body_of(game), "1. e4 {see\n" + word + "\nhere} *\n\n");
}

TEST(PgnWriter, RandomGamesAreReadBackAsTheyWere) {
  test::RandomPgn random(5);
  for (int i = 0; i < 200; ++i) {
    PgnGame game = random.game();
    const std::string text = write_pgn(game);
    const PgnGame back = read_back(text);
    game.tags = export_tags(game);
    ASSERT_EQ(back, game) << text;
    ASSERT_EQ(write_pgn(back), text);
  }
}

TEST(PgnWriter, AGameAsPlayedKeepsItsMovesAndResult) {
  test::Random random(3);
  const Game game = test::random_game(Position::initial(), 500, random);
  const PgnGame pgn = to_pgn_game(game);
  ASSERT_EQ(pgn.moves.size(), game.moves().size());
  EXPECT_EQ(pgn.moves.back().move, game.moves().back());
  EXPECT_EQ(pgn.result, game.result());
}

/// pgn-extract knows the rules and the format, and complains on stderr about what breaks them.
class PgnExtract : public testing::Test {
 protected:
  void SetUp() override {
    program_ = test::find_program("pgn-extract").value_or("");
    ASSERT_FALSE(program_.empty()) << "pgn-extract is not installed";
    file_ = std::filesystem::temp_directory_path() /
            ("lucena_pgn_" + std::to_string(std::random_device()()) + ".pgn");
  }
  void TearDown() override { std::filesystem::remove(file_); }

  test::Finished run(std::string_view text, std::vector<std::string> options) {
    std::ofstream(file_) << text;
    std::vector<std::string> command{program_, "-s"};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(file_.string());
    return test::run_program(command);
  }

  static std::size_t count_games(std::string_view text) {
    std::size_t games = 0;
    for (std::size_t at = 0; (at = text.find("[Event ", at)) != text.npos; ++at) ++games;
    return games;
  }

 private:
  std::string program_;
  std::filesystem::path file_;
};

TEST_F(PgnExtract, HasNothingToSayAboutWrittenGames) {
  test::RandomPgn random(2024);
  std::string text;
  constexpr std::size_t kGames = 150;
  for (std::size_t i = 0; i < kGames; ++i) text += write_pgn(random.game());
  const test::Finished checked = run(text, {"-r"});
  EXPECT_EQ(checked.status, 0);
  EXPECT_EQ(checked.err, "");
  EXPECT_EQ(checked.out, "");
  const test::Finished rewritten = run(text, {});
  EXPECT_EQ(rewritten.status, 0);
  EXPECT_EQ(rewritten.err, "");
  EXPECT_EQ(count_games(rewritten.out), kGames);
}

TEST_F(PgnExtract, GivesBackTheSameMovesAndPositions) {
  test::RandomPgn random(77);
  std::string text;
  std::vector<PgnGame> games;
  for (int i = 0; i < 60; ++i) {
    games.push_back(random.game());
    text += write_pgn(games.back());
  }
  const std::string rewritten = run(text, {}).out;
  PgnReader reader(rewritten);
  for (const PgnGame& game : games) {
    const auto back = reader.next();
    ASSERT_TRUE(back.has_value());
    ASSERT_TRUE(back->has_value()) << back->error().message();
    EXPECT_EQ((*back)->start, game.start);
    EXPECT_EQ((*back)->result, game.result);
    ASSERT_EQ((*back)->moves.size(), game.moves.size());
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      EXPECT_EQ((*back)->moves[i].move, game.moves[i].move);
      EXPECT_EQ((*back)->moves[i].glyphs, game.moves[i].glyphs);
      EXPECT_EQ((*back)->moves[i].variations.size(), game.moves[i].variations.size());
    }
  }
}

TEST_F(PgnExtract, ComplainsAboutAnIllegalMove) {
  EXPECT_NE(run("[Event \"x\"]\n\n1. e4 Ke5 *\n", {"-r"}).err, "");
}

}  // namespace
}  // namespace lucena
