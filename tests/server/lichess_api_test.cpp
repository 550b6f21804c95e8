// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/lichess_api.h"

#include <fstream>

#include "base/text.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "server/served.h"
#include "support/given.h"

namespace lucena {
namespace {

using test::Served;

const std::vector<std::string> kFields{
    "checkmate", "stalemate",   "variant_win", "variant_loss", "insufficient_material",
    "dtz",       "precise_dtz", "dtm",         "dtw",          "dtc",
    "category"};

std::vector<std::string> names_of(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

Json standard(const Served& served, const std::string& fen) {
  return served.json("/standard", {{"fen", fen}});
}

/// A line of tests/data/lichess_answers.txt, cell by cell.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t begin = 0;
  for (std::size_t end; begin <= line.size(); begin = end + 1) {
    end = std::min(line.find('|', begin), line.size());
    cells.emplace_back(trim(std::string_view(line).substr(begin, end - begin)));
  }
  return cells;
}

std::vector<std::vector<std::string>> recorded_answers() {
  std::ifstream file(std::filesystem::path(LUCENA_TEST_DATA) / "lichess_answers.txt");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with('#')) rows.push_back(cells_of(line));
  }
  return rows;
}

TEST(Lichess, AnswersAsRecorded) {
  const Served served(test::solved_tables());
  const auto rows = recorded_answers();
  EXPECT_GE(rows.size(), 40u);
  for (const auto& row : rows) {
    SCOPED_TRACE(row[0]);
    ASSERT_EQ(row.size(), 9u);
    const Json json = standard(served, row[0]);
    EXPECT_EQ(json["category"], row[1]);
    EXPECT_EQ(json["dtz"].dump(), row[2]);
    EXPECT_EQ(json["dtm"].dump(), row[3]);
    EXPECT_EQ(json["precise_dtz"], json["dtz"]);
    ASSERT_EQ(std::to_string(json["moves"].size()), row[4]);
    if (row[5] == "-") continue;
    const Json& best = json["moves"][0];
    EXPECT_EQ(best["san"], row[5]);
    EXPECT_EQ(best["category"], row[6]);
    EXPECT_EQ(best["dtz"].dump(), row[7]);
    EXPECT_EQ(best["dtm"].dump(), row[8]);
  }
}

/// Every field that clients may look for, in the order in which Lichess has them.
TEST(Lichess, HasTheirFieldsInTheirOrder) {
  const Served served(test::solved_tables());
  const Json json = standard(served, "4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1");
  std::vector<std::string> of_position = kFields, of_move{"uci", "san", "zeroing", "conversion"};
  of_position.push_back("moves");
  of_move.insert(of_move.end(), kFields.begin(), kFields.end());
  EXPECT_EQ(names_of(json), of_position);
  for (const Json& move : json["moves"]) EXPECT_EQ(names_of(move), of_move);
  const Json& best = json["moves"][0];
  EXPECT_EQ(best["uci"], "h7h8q");
  EXPECT_EQ(best["zeroing"], true);
  EXPECT_EQ(best["conversion"], true);
}

/// What a position is told to be and what each move is told to lead to are the same answer.
TEST(Lichess, TellsOfAMoveWhatItTellsOfThePositionBehindIt) {
  const Served served(test::solved_tables());
  for (const auto& row : recorded_answers()) {
    const auto position = parse_lenient_fen(row[0]);
    ASSERT_TRUE(position);
    if (position->halfmove_clock() >= 99) continue;  // nothing is won any more then, but who asks?
    const Json json = standard(served, row[0]);
    ASSERT_EQ(json["moves"].size(), count_legal_moves(*position));
    for (const Json& move : json["moves"]) {
      const auto made = parse_uci(*position, move["uci"].get<std::string>());
      ASSERT_TRUE(made);
      Json behind = standard(served, to_fen(position->after(*made)));
      for (const std::string& field : kFields) {
        if (field == "category" && behind["dtz"].is_null()) continue;
        EXPECT_EQ(move[field], behind[field]) << row[0] << " " << move["san"] << " " << field;
      }
    }
  }
}

/// Whatever else decides, a better category comes first, and among equals the mate that suits the
/// mover.
TEST(Lichess, SortsTheBestMovesFirst) {
  const Served served(test::solved_tables());
  const std::vector<std::string> order{"loss", "unknown",    "blessed-loss",
                                       "draw", "cursed-win", "win"};
  const auto rank = [&](const Json& move) {
    return std::find(order.begin(), order.end(), move["category"].get<std::string>()) -
           order.begin();
  };
  for (const auto& row : recorded_answers()) {
    const Json moves = standard(served, row[0])["moves"];
    for (std::size_t i = 1; i < moves.size(); ++i) {
      const Json &a = moves[i - 1], &b = moves[i];
      ASSERT_LE(rank(a), rank(b)) << row[0];
      if (rank(a) == rank(b) && a["dtm"].is_number() && b["dtm"].is_number()) {
        EXPECT_GE(a["dtm"].get<int>(), b["dtm"].get<int>()) << row[0] << a << b;
      }
    }
  }
}

TEST(Lichess, ReadsWhatClientsWrite) {
  const Served served(test::solved_tables());
  const Json expected = standard(served, "8/8/8/8/8/2k5/8/K6R w - - 0 1");
  for (const char* text :
       {"8/8/8/8/8/2k5/8/K6R_w_-_-_0_1", "8/8/8/8/8/2k5/8/K6R w", "8/8/8/8/8/2k5/8/K6R",
        "8/8/8/8/8/2k5/8/K6R w - -", "8/8/8/8/8/2k5/8/K6R w KQkq e3 0 1"}) {
    EXPECT_EQ(standard(served, text), expected) << text;
  }
}

TEST(Lichess, RefusesWhatIsNoPositionWithAReason) {
  const Served served(test::solved_tables());
  for (const char* text : {"", "nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w",
                           "8/8/8/8/8/2k5/8/K6P w - - 0 1", "8/8/8/8/8/8/1k6/K7 w - - 0 1"}) {
    const HttpResponse response = served.get("/standard", {{"fen", text}});
    EXPECT_EQ(response.status, 400) << text;
    EXPECT_GT(response.body.size(), 15u) << "a reason";
    EXPECT_EQ(served.get("/standard/mainline", {{"fen", text}}).status, 400) << text;
  }
  EXPECT_EQ(served.get("/standard").status, 400);
}

TEST(Lichess, PlaysTheMainLineToTheMate) {
  const Served served(test::solved_tables());
  const Json json = served.json("/standard/mainline", {{"fen", "4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1"}});
  EXPECT_EQ(names_of(json), (std::vector<std::string>{"mainline", "winner", "dtz", "precise_dtz"}));
  EXPECT_EQ(json["winner"], "w");
  EXPECT_EQ(json["dtz"], 1);
  Position position = test::position("4k3/6KP/8/8/8/8/7p/8 w - - 0 1");
  for (const Json& step : json["mainline"]) {
    EXPECT_EQ(names_of(step), (std::vector<std::string>{"uci", "san", "dtz", "precise_dtz"}));
    const auto move = parse_uci(position, step["uci"].get<std::string>());
    ASSERT_TRUE(move) << step;
    position.make(*move);
  }
  EXPECT_FALSE(has_legal_move(position));
  EXPECT_TRUE(position.in_check());
}

/// A main line by zeroing distance never needs longer to zero than the tables say.
TEST(Lichess, ZeroesAsSoonAsItSays) {
  const Served served(test::solved_tables());
  for (const char* fen : {"8/8/8/8/5k2/8/2Q5/K5r1 w - - 0 1", "8/6B1/6B1/8/2K2n2/4k3/8/8 w - - 0 1",
                          "8/8/8/8/4k3/8/3p4/KR6 b - - 0 1"}) {
    const Json json = served.json("/standard/mainline", {{"fen", fen}});
    Position position = test::position(fen);
    int plies = 0;
    for (const Json& step : json["mainline"]) {
      position.make(parse_uci(position, step["uci"].get<std::string>()).value());
      ++plies;
      if (position.halfmove_clock() == 0) break;
    }
    EXPECT_EQ(plies, std::abs(json["dtz"].get<int>())) << fen;
  }
}

TEST(Lichess, HasNoMainLineOfADrawOrOfWhatIsNotSolved) {
  const Served served(test::solved_tables());
  const Json drawn = served.json("/standard/mainline", {{"fen", "8/8/8/3k4/3P4/3K4/8/8_w"}});
  EXPECT_TRUE(drawn["mainline"].empty());
  EXPECT_TRUE(drawn["winner"].is_null());
  EXPECT_EQ(served.get("/standard/mainline", {{"fen", "8/8/8/8/7k/8/8/KNNN4_w"}}).status, 404);
}

/// A question never makes anybody solve: 100 clients could ask for everything at once.
TEST(Lichess, SolvesNothing) {
  const test::TemporaryFolder empty;
  const Served served(empty.path());
  const Json json = standard(served, "8/8/8/8/8/2k5/8/K6R w - - 0 1");
  EXPECT_EQ(json["category"], "unknown");
  EXPECT_TRUE(empty.names().empty());
}

}  // namespace
}  // namespace lucena
