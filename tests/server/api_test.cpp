// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/api.h"

#include <set>
#include <thread>

#include "server/heavy_work.h"
#include "server/openapi.h"
#include "server/page_files.h"
#include "server/served.h"

namespace lucena {
namespace {

using test::Served;

TEST(Api, TellsOfAPosition) {
  const Served served(test::solved_tables());
  const Json json = served.json("/api/probe", {{"fen", "Ka1 Rh1 / Kc3 w"}});
  EXPECT_EQ(json["solved"], true);
  EXPECT_EQ(json["ending"], "KRvK");
  EXPECT_EQ(json["mate_plies"], 27);
  EXPECT_EQ(json["sentences"][0], "White wins: mate in 14 moves.");
  for (const Json& move : json["moves"]) EXPECT_TRUE(move["fen"].is_string()) << move;
}

TEST(Api, TellsTheMovesOfWhatIsNotSolved) {
  const Served served(test::solved_tables());
  const Json json = served.json("/api/probe", {{"fen", "startpos"}});
  EXPECT_EQ(json["solved"], false);
  EXPECT_TRUE(json["ending"].is_null());
  EXPECT_EQ(json["moves"].size(), 20u);
  EXPECT_EQ(served.get("/api/line", {{"fen", "startpos"}}).status, 404);
}

TEST(Api, PlaysBestMovesToTheEnd) {
  const Served served(test::solved_tables());
  const Json json = served.json("/api/line", {{"fen", "8/8/8/8/8/2k5/8/K6R w"}});
  EXPECT_EQ(json["moves"].size(), 27u);
  EXPECT_NE(json["pgn"].get<std::string>().find("#"), std::string::npos);
}

/// The heat map has for each square what the position with the man there is worth.
TEST(Api, KnowsWhatAManIsWorthElsewhere) {
  const Served served(test::solved_tables());
  const Json json = served.json("/api/heat", {{"fen", "8/8/8/8/8/2k5/8/K6R w"}, {"square", "h1"}});
  EXPECT_EQ(json["man"], "R");
  EXPECT_EQ(json["squares"].size(), 62u) << "not the kings' own";
  EXPECT_TRUE(json["squares"]["c1"].is_null()) << "Black would be in check with White to move";
  const Json there = served.json("/api/probe", {{"fen", "8/8/8/8/7R/2k5/8/K7 w"}});
  EXPECT_EQ(json["squares"]["h4"]["mate_plies"], there["mate_plies"]);
  EXPECT_EQ(served.get("/api/heat", {{"fen", "8/8/8/8/8/2k5/8/K6R w"}, {"square", "h2"}}).status,
            400);
}

TEST(Api, RemarksOnMoves) {
  const Served served(test::solved_tables());
  const auto remark = [&](const char* move) {
    return served.json("/api/remark", {{"fen", "8/k1P5/2K5/8/8/8/8/8 w"}, {"move", move}});
  };
  EXPECT_TRUE(remark("c7c8r")["remark"].is_null());
  EXPECT_TRUE(remark("c7c8r")["best"]);
  EXPECT_EQ(remark("c7c8q")["remark"], "That move lets the win slip: the position is now a draw.");
  EXPECT_TRUE(remark("c7c8q")["changes_result"]);
  EXPECT_EQ(served.get("/api/remark", {{"fen", "8/k1P5/2K5/8/8/8/8/8 w"}, {"move", "c7c9"}}).status,
            400);
}

TEST(Api, KnowsAllEndings) {
  const Served served(test::solved_tables());
  const Json endings = served.json("/api/endings")["endings"];
  EXPECT_EQ(endings.size(), 145u);
  bool seen = false;
  for (const Json& ending : endings) {
    if (ending["ending"] != "KRvK") continue;
    seen = true;
    EXPECT_EQ(ending["longest_mate_moves"]["white"], 16);
    EXPECT_NEAR(ending["shares"]["white"]["white_wins"].get<double>(), 1.0, 1e-9);
    EXPECT_GT(ending["bytes"].get<int>(), 1000);
  }
  EXPECT_TRUE(seen);
  const Json stats = served.json("/api/stats", {{"ending", "KRvK"}});
  EXPECT_EQ(stats["longest"]["white"]["mate_moves"], 16);
  EXPECT_GT(stats["longest_fens"]["white"].size(), 10u);
  EXPECT_EQ(served.get("/api/stats", {{"ending", "KQQvKQ"}}).status, 404);
  EXPECT_EQ(served.get("/api/stats", {{"ending", "KXvK"}}).status, 400);
  EXPECT_EQ(served.get("/api/stats", {{"ending", "KvK"}}).status, 400);
}

TEST(Api, FindsPositionsOfAKind) {
  const Served served(test::solved_tables());
  for (int i = 0; i < 10; ++i) {
    const Json found =
        served.json("/api/random", {{"ending", "KQvKR"}, {"wanted", "win"}, {"mate", "8-12"}});
    const Json json = served.json("/api/probe", {{"fen", found["fen"].get<std::string>()}});
    EXPECT_NE(json["outcome"], "draw");
    const int moves = (json["mate_plies"].get<int>() + 1) / 2;
    EXPECT_TRUE(8 <= moves && moves <= 12) << json["fen"];
  }
  EXPECT_EQ(served.get("/api/random", {{"ending", "KQQvKQ"}}).status, 404);
  EXPECT_EQ(served.get("/api/random", {{"ending", "KXvK"}}).status, 400);
  EXPECT_EQ(served.get("/api/random").status, 400);
}

TEST(Api, MovesForAnOpponent) {
  const Served served(test::solved_tables());
  const char* const fen = "8/k1P5/2K5/8/8/8/8/8 w";
  EXPECT_EQ(served.json("/api/move", {{"fen", fen}})["uci"], "c7c8r");
  for (const char* opponent : {"random", "human", "heuristic"}) {
    EXPECT_EQ(
        served.get("/api/move", {{"fen", fen}, {"opponent", opponent}, {"elo", "800"}}).status, 200)
        << opponent;
  }
  EXPECT_EQ(served.get("/api/move", {{"fen", fen}, {"opponent", "nobody"}}).status, 400);
  EXPECT_EQ(served.get("/api/move", {{"fen", "7k/5Q2/6K1/8/8/8/8/8 b"}}).status, 404);
}

/// Rg4 alone is best, but the position behind it has occurred twice: once more is a draw.
TEST(Api, KnowsOfRepetitionsWhatItIsTold) {
  const Served served(test::solved_tables());
  const std::vector<std::pair<std::string, std::string>> game{
      {"fen", "8/8/8/8/6R1/2k5/8/7K b"}, {"moves", "c3d3,g4g1,d3c3,g1g4,c3d3,g4g1,d3c3"}};
  const char* const present = "8/8/8/8/8/2k5/8/6RK w";
  ASSERT_EQ(served.json("/api/move", {{"fen", present}})["uci"], "g1g4");
  const Json move = served.json("/api/move", game);
  EXPECT_NE(move["uci"], "g1g4");
  EXPECT_EQ(served.json("/api/probe", {{"fen", move["fen"]}})["outcome"], "loss");
  auto remark = game;
  remark.emplace_back("move", "g1g4");
  EXPECT_EQ(served.json("/api/remark", remark)["changes_result"], true);
  EXPECT_EQ(served.json("/api/remark", {{"fen", present}, {"move", "g1g4"}})["changes_result"],
            false);
  for (const char* wrong : {"e2e4", "g1", "g1g4,g1g4", "%"}) {
    EXPECT_EQ(served.get("/api/move", {{"fen", present}, {"moves", wrong}}).status, 400) << wrong;
  }
  std::string shuffle;
  for (int i = 0; i < 300; ++i) shuffle += "g1g2 c3d3 g2g1 d3c3 ";
  EXPECT_EQ(served.get("/api/move", {{"fen", present}, {"moves", shuffle}}).status, 400);
}

TEST(Api, SearchesInOrderAndAmongSpecialPositions) {
  const Served served(test::solved_tables());
  const auto first = [&](const char* sort) {
    const Json found = served.json(
        "/api/search",
        {{"ending", "KRvK"}, {"condition", "white won"}, {"sort", sort}, {"limit", "1"}});
    return served.json("/api/probe", {{"fen", found["fens"].at(0)}})["mate_plies"];
  };
  EXPECT_EQ(first("shortest"), 1);
  EXPECT_EQ(first("longest"), 31);
  const Json castling = served.json("/api/search", {{"ending", "KRvK"}, {"part", "castling"}});
  EXPECT_GT(castling["count"], 0);
  for (const std::string fen : castling["fens"]) {
    EXPECT_NE(fen.find_first_of("KQ", fen.find(' ')), std::string::npos) << fen;
  }
  EXPECT_EQ(served.get("/api/search", {{"ending", "KRvK"}, {"sort", "x"}}).status, 400);
  EXPECT_EQ(served.get("/api/search", {{"ending", "KRvK"}, {"part", "x"}}).status, 400);
  EXPECT_NE(served.json("/api/conditions")["help"].get<std::string>().find("only-move"),
            std::string::npos);
}

/// A search that nobody waits for makes room for the next.
TEST(Api, GivesUpSearchesOfThoseWhoHaveGone) {
  const Served served(test::solved_tables());
  std::atomic<bool> gone{false};
  const auto ask = [&](const char* ending) {
    return served.ask({.path = "/api/search",
                       .query = {{"ending", ending}, {"condition", "only-move=quiet"}},
                       .is_given_up = [&] { return gone.load(); }});
  };
  EXPECT_EQ(ask("KPvK").status, 200);
  gone = true;
  EXPECT_EQ(ask("KPvKP").status, 503);
}

/// However many ask for what takes memory, one at a time gets it, and the others are told.
TEST(Api, AnswersOneHeavyQuestionAtATime) {
  const Served served(test::solved_tables());
  const HeavyWork::Turn taken = HeavyWork::instance().wait_for_turn();
  ASSERT_TRUE(taken);
  std::atomic<int> refused{0};
  {
    std::vector<std::jthread> clients;
    for (int i = 0; i < 30; ++i) {
      clients.emplace_back([&, i] {
        const HttpResponse response =
            i % 3 == 0   ? served.get("/api/search", {{"ending", "KPvK"}})
            : i % 3 == 1 ? served.get("/api/random", {{"ending", "KPvK"}, {"wanted", "win"}})
                         : served.ask({.method = "POST",
                                       .path = "/api/review",
                                       .body = "1. e4 *",
                                       .token = "secret"});
        if (response.status == 429) ++refused;
      });
    }
    EXPECT_EQ(served.get("/api/probe", {{"fen", "8/8/8/8/8/2k5/8/K6R w"}}).status, 200);
  }
  EXPECT_EQ(refused, 30);
}

TEST(Api, SearchesByConditions) {
  const Served served(test::solved_tables());
  const Json json = served.json(
      "/api/search", {{"ending", "KPvK"}, {"condition", "white only-move=underpromotion"}});
  EXPECT_EQ(json["count"], json["fens"].size());
  EXPECT_GT(json["fens"].size(), 0u);
  EXPECT_EQ(served.json("/api/search", {{"ending", "KPvK"}, {"condition", "zugzwang"}})["count"],
            served.json("/api/stats", {{"ending", "KPvK"}})["zugzwangs"]);
  for (const char* wrong : {"nonsense", "mate=x", "Q:a1"}) {
    EXPECT_EQ(served.get("/api/search", {{"ending", "KPvK"}, {"condition", wrong}}).status, 400);
  }
  EXPECT_EQ(served.get("/api/search", {{"ending", "KPvK"}, {"limit", "1000000"}}).status, 400);
}

TEST(Api, ReviewsGames) {
  const Served served(test::solved_tables());
  const Json json = Json::parse(served
                                    .ask({.method = "POST",
                                          .path = "/api/review",
                                          .body = "[FEN \"8/k1P5/2K5/8/8/8/8/8 w - - 0 1\"]\n"
                                                  "[SetUp \"1\"]\n\n1. c8=Q 1/2-1/2\n",
                                          .token = "secret"})
                                    .body);
  const Json& ply = json["games"][0]["plies"][0];
  EXPECT_EQ(ply["san"], "c8=Q");
  EXPECT_EQ(ply["known"], true);
  EXPECT_EQ(ply["outcome"], "draw");
  EXPECT_EQ(ply["changes_result"], true);
}

TEST(Api, KeepsWhatWasTrained) {
  const test::TemporaryFolder folder;
  const Served served(folder.path());
  ASSERT_FALSE(served.parts.oracle.prepare(Material::parse("KPvK").value()));
  const auto attempt = [&](const char* moves) {
    const HttpResponse response = served.ask(
        {.method = "POST",
         .path = "/api/attempt",
         .body = std::string(R"({"exercise": "underpromotion", "moves": )") + moves + "}",
         .token = "secret"});
    EXPECT_EQ(response.status, 200) << response.body;
    return Json::parse(response.body);
  };
  EXPECT_EQ(attempt(R"(["c7c8r", "a7a6", "c8a8"])")["grade"], "solved");
  const Json failed = attempt(R"(["c7c8q"])");
  EXPECT_EQ(failed["grade"], "failed");
  EXPECT_FALSE(failed["mistake"].empty());
  const Json lessons = served.json("/api/lessons")["lessons"];
  EXPECT_GE(lessons.size(), 25u);
  for (const Json& lesson : lessons) {
    if (lesson["name"] == "underpromotion") {
      EXPECT_EQ(lesson["progress"]["tries"], 2);
    }
  }
}

TEST(Api, RefusesWhatIsNoAttempt) {
  const Served served(test::solved_tables());
  for (const char* body : {"", "[]", "{", R"({"exercise": 1, "moves": []})",
                           R"({"exercise": "underpromotion", "moves": [7]})",
                           R"({"exercise": "underpromotion", "moves": ["c7c9"]})"}) {
    const HttpResponse response =
        served.ask({.method = "POST", .path = "/api/attempt", .body = body, .token = "secret"});
    EXPECT_EQ(response.status, 400) << body << response.body;
  }
}

/// Who has not got the page from here can read, and do nothing.
TEST(Api, DoesNothingWithoutTheToken) {
  const test::TemporaryFolder folder;
  const Served served(folder.path());
  for (const Route& route : api_routes()) {
    if (route.method == "GET") continue;
    for (const char* token : {"", "wrong!", "secre", "secret2"}) {
      EXPECT_EQ(served
                    .ask({.method = std::string(route.method),
                          .path = std::string(route.path),
                          .query = {{"ending", "KRvK"}},
                          .token = token})
                    .status,
                403)
          << route.path;
    }
  }
  EXPECT_FALSE(served.parts.desk.state().solving);
  EXPECT_TRUE(folder.names().empty());
}

TEST(Api, SolvesInTheBackgroundWithProgress) {
  const test::TemporaryFolder folder;
  const Served served(folder.path());
  ASSERT_FALSE(served.parts.oracle.prepare(Material::parse("KRvK").value()));
  const auto events = served.get("/api/solve/events").events;
  ASSERT_NE(events, nullptr);
  EXPECT_EQ(events->next(std::chrono::seconds(60)).value().substr(0, 7), "data: {");
  const HttpResponse begun = served.ask(
      {.method = "POST", .path = "/api/solve", .query = {{"ending", "KBNvK"}}, .token = "secret"});
  EXPECT_EQ(begun.status, 202) << begun.body;
  // The share never falls, whoever else has endings read meanwhile.
  double share = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto event = events->next(std::chrono::seconds(60));
    ASSERT_TRUE(event);
    if (event->find("\"last_end\": \"done\"") != std::string::npos) break;
    const Json state = Json::parse(event->substr(6));
    EXPECT_GE(state["share"], share) << *event;
    EXPECT_LE(state["share"], 1) << *event;
    EXPECT_LT(state["seconds_left"], 600) << *event;
    share = state["share"];
    ASSERT_FALSE(served.parts.oracle.look_through(Material::parse("KRvK").value(), [](auto&) {}));
  }
  EXPECT_EQ(served.json("/api/probe", {{"fen", "Ka1 Bb1 Nc1 / Ke5 w"}})["solved"], true);
  EXPECT_EQ(served.json("/api/solve", {{"ending", "KBNvK"}})["cost"]["endings"], 0);
  // Six men are solved for nobody who has not been told what that takes.
  const Json six = served.json("/api/solve", {{"ending", "KRBvKRN"}})["cost"];
  EXPECT_TRUE(six.contains("refused")) << six.dump();
  EXPECT_FALSE(six.contains("text")) << six.dump();
}

TEST(Api, GivesUpSolving) {
  const test::TemporaryFolder folder;
  const Served served(folder.path());
  const auto ask = [&](const char* method) {
    return served.ask({.method = method,
                       .path = "/api/solve",
                       .query = {{"ending", "KRPvKR"}},
                       .token = "secret"});
  };
  EXPECT_EQ(ask("POST").status, 202);
  EXPECT_EQ(ask("DELETE").status, 200);
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (served.parts.desk.state().solving && std::chrono::steady_clock::now() < limit) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(served.parts.desk.state().solving);
  EXPECT_FALSE(served.parts.oracle.is_solved(Material::parse("KRPvKR").value()));
}

TEST(Api, LetsFewEndingsWait) {
  const test::TemporaryFolder folder;
  const Served served(folder.path());
  std::set<int> statuses;
  for (const char* ending : {"KQQvKQ", "KQQvKR", "KQQvKB", "KQQvKN", "KQQvKP", "KRRvKQ", "KRRvKR",
                             "KRRvKB", "KRRvKN", "KRRvKP", "KBBvKQ"}) {
    statuses.insert(served
                        .ask({.method = "POST",
                              .path = "/api/solve",
                              .query = {{"ending", ending}},
                              .token = "secret"})
                        .status);
  }
  EXPECT_EQ(statuses, (std::set<int>{202, 429}));
}

/// Who listens and does not read keeps nobody out: the newest sixteen are told.
TEST(Api, TellsTheNewestListeners) {
  const test::TemporaryFolder folder;
  const Served served(folder.path());
  std::vector<std::shared_ptr<EventStream>> listeners;
  for (int i = 0; i < 40; ++i) listeners.push_back(served.get("/api/solve/events").events);
  int told = 0;
  for (const auto& listener : listeners) {
    told += listener->next(std::chrono::milliseconds(1)).has_value() ? 1 : 0;
  }
  EXPECT_EQ(told, 16);
  EXPECT_TRUE(listeners.back()->next(std::chrono::milliseconds(1)));
}

/// Every route is described, and nothing else is.
TEST(Api, DescribesItself) {
  const Served served(test::solved_tables());
  const Json description = Json::parse(kOpenApiText);
  std::set<std::string> described, there;
  for (const auto& [path, methods] : description["paths"].items()) {
    for (const auto& [method, text] : methods.items()) described.insert(method + " " + path);
  }
  for (const Route& route : api_routes()) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(std::tolower(c));
    there.insert(method + " " + std::string(route.path));
  }
  EXPECT_EQ(described, there);
  EXPECT_EQ(served.get("/api/openapi.json").body, kOpenApiText);
}

TEST(Api, KnowsNoOtherPaths) {
  const Served served(test::solved_tables());
  EXPECT_EQ(served.get("/api/nothing").status, 404);
  EXPECT_EQ(served.get("/api/attempt").status, 405);
  EXPECT_EQ(served.get("/standard/../standard").status, 404);
}

TEST(PageFiles, AreLookedUpAndGetTheToken) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "index.html") << "<meta content=\"{{token}}\">";
  std::ofstream(folder.path() / "page.js") << "1";
  std::ofstream(folder.path() / "secret.key") << "1";
  const auto files = PageFiles::read(folder.path(), "abc");
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(files->find("/")->body, "<meta content=\"abc\">");
  EXPECT_EQ(files->find("/page.js")->type, "text/javascript; charset=utf-8");
  for (const char* path : {"/secret.key", "/..", "/../page.js", "page.js", "/page.js/", ""}) {
    EXPECT_FALSE(files->find(path)) << path;
  }
  EXPECT_EQ(PageFiles::read(folder.path() / "none", "abc").error().code, FileError::Missing);
}

}  // namespace
}  // namespace lucena
