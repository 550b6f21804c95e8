// SPDX-License-Identifier: GPL-3.0-or-later
// lucena probe, through the real program.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/command_test.h"
#include "support/csv.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::lines_of;
using test::run;

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++count;
  return count;
}

/// What stands behind a key that occurs first in a JSON object: a string or a number, or null.
std::string field(const std::string& json, const std::string& key) {
  const std::string before = '"' + key + "\": ";
  const std::size_t begin = json.find(before);
  if (begin == std::string::npos) return "missing";
  const std::size_t value = begin + before.size();
  return json.substr(value, json.find_first_of(",}", value) - value);
}

/// The answer to one position, as one line of JSON.
std::string probe_json(const std::string& fen) {
  const Finished finished = run({"probe", "--json", fen});
  EXPECT_EQ(finished.status, 0) << fen;
  EXPECT_EQ(finished.err, "") << fen;
  EXPECT_EQ(lines_of(finished.out).size(), 1u) << finished.out;
  return finished.out;
}

void expect_distance(const std::string& fen, std::string_view outcome, unsigned mate_plies) {
  const std::string json = probe_json(fen);
  EXPECT_EQ(field(json, "fen"), '"' + fen + '"');
  EXPECT_EQ(field(json, "outcome"), '"' + std::string(outcome) + '"') << fen;
  EXPECT_EQ(field(json, "mate_plies"), std::to_string(mate_plies)) << fen;
}

/// What pgn-extract says about a game.
Finished pgn_extract(const std::filesystem::path& folder, const std::string& game,
                     const std::string& option) {
  const std::string program = test::find_program("pgn-extract").value_or("pgn-extract");
  const std::filesystem::path file = folder / "game.pgn";
  std::ofstream(file) << game;
  return test::run_program({program, "-s", option, file.string()});
}

class ProbeCommand : public test::CommandTest {};

TEST_F(ProbeCommand, SaysWhoWinsHowSoonAndWhatEachMoveIsWorth) {
  const Finished finished = run({"probe", test::kRookFen});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  const std::vector<std::string> lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 21u) << finished.out;
  EXPECT_EQ(lines[0], test::kRookFen);
  EXPECT_EQ(lines[1], "White wins: mate in 14 moves.");
  EXPECT_EQ(lines[2],
            "DTZ 27: at most 27 plies until the next capture or pawn move, or mate; the clock");
  EXPECT_EQ(lines[3], "is at 0 of 100.");
  EXPECT_EQ(lines[4], "With Black to move, White wins: mate in 15 moves.");
  // Two moves are best, and they come first.
  EXPECT_EQ(lines[5], "  * Rd1      wins            mate in 14   DTZ 27");
  EXPECT_EQ(lines[6], "  * Rh4      wins            mate in 14   DTZ 27");
  EXPECT_EQ(lines[7], "    Ka2      wins            mate in 15   DTZ 29");
  EXPECT_EQ(lines.back(), "* best: no move wins sooner.");
  EXPECT_TRUE(contains(finished.out, "    Rh3+     wins            mate in 17   DTZ 33\n"));
}

TEST_F(ProbeCommand, TakesAFenQuotedOrNot) {
  const std::string quoted = run({"probe", test::kRookFen}).out;
  EXPECT_EQ(run({"probe", "8/8/8/8/8/2k5/8/K6R", "w", "-", "-", "0", "1"}).out, quoted);
  EXPECT_EQ(run({"probe", "8/8/8/8/8/2k5/8/K6R w - -"}).out, quoted);
}

TEST_F(ProbeCommand, PrintsOneJsonObject) {
  // 1. ... Kb8 is forced and 2. Rh8 mates.
  EXPECT_EQ(probe_json("k7/8/1K6/8/8/8/8/7R b - - 0 1"),
            R"({"fen": "k7/8/1K6/8/8/8/8/7R b - - 0 1", "outcome": "loss", "mate_plies": 2, )"
            R"("mate_certain": true, "zeroing_plies": 2, "conversion_plies": null, )"
            R"("only_moves": [], "mutual_zugzwang": null, )"
            R"("other_side": {"fen": "k7/8/1K6/8/8/8/8/7R w - - 0 1", "outcome": "win", )"
            R"("mate_plies": 1, "mate_certain": true, "zeroing_plies": 1}, )"
            R"("moves": [{"uci": "a8b8", "san": "Kb8", "outcome": "loss", "mate_plies": 2, )"
            R"("mate_certain": true, "zeroing_plies": 2, "best": true}]})"
            "\n");
  // The rook is lost, and with it the win.
  EXPECT_EQ(probe_json("8/8/8/8/3k4/8/1r6/K7 w - - 0 1"),
            R"({"fen": "8/8/8/8/3k4/8/1r6/K7 w - - 0 1", "outcome": "draw", "mate_plies": null, )"
            R"("mate_certain": false, "zeroing_plies": null, "conversion_plies": null, )"
            R"("only_moves": [], "mutual_zugzwang": null, )"
            R"("other_side": {"fen": "8/8/8/8/3k4/8/1r6/K7 b - - 0 1", "outcome": "win", )"
            R"("mate_plies": 7, "mate_certain": true, "zeroing_plies": 7}, )"
            R"("moves": [{"uci": "a1b2", "san": "Kxb2", "outcome": "draw", "mate_plies": null, )"
            R"("mate_certain": false, "zeroing_plies": null, "best": true}]})"
            "\n");
}

TEST_F(ProbeCommand, HasNoMovesToGradeWhenTheGameIsOver) {
  EXPECT_EQ(probe_json("k6R/8/1K6/8/8/8/8/8 b - - 0 1"),
            R"({"fen": "k6R/8/1K6/8/8/8/8/8 b - - 0 1", "outcome": "loss", "mate_plies": 0, )"
            R"("mate_certain": true, "zeroing_plies": 0, "conversion_plies": null, )"
            R"("only_moves": [], "mutual_zugzwang": null, "other_side": null, "moves": []})"
            "\n");
  EXPECT_EQ(probe_json("k7/2Q5/8/8/8/8/8/K7 b - - 0 1"),
            R"({"fen": "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "outcome": "draw", "mate_plies": null, )"
            R"("mate_certain": false, "zeroing_plies": null, "conversion_plies": null, )"
            R"("only_moves": [], "mutual_zugzwang": null, )"
            R"("other_side": {"fen": "k7/2Q5/8/8/8/8/8/K7 w - - 0 1", "outcome": "win", )"
            R"("mate_plies": 13, "mate_certain": true, "zeroing_plies": 13}, "moves": []})"
            "\n");
  EXPECT_TRUE(
      contains(run({"probe", "k6R/8/1K6/8/8/8/8/8 b - - 0 1"}).out, "\nBlack is checkmated.\n"));
  EXPECT_TRUE(contains(run({"probe", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1"}).out,
                       "\nDrawn: Black is stalemated.\n"));
}

TEST_F(ProbeCommand, KnowsThatBareKingsAreADrawWithoutAnyTable) {
  EXPECT_EQ(field(probe_json("8/8/8/8/8/2k5/8/K7 w - - 0 1"), "outcome"), "\"draw\"");
  EXPECT_EQ(folder().names(), std::vector<std::string>{});
}

TEST_F(ProbeCommand, GradesEveryMoveInJson) {
  const std::string json = probe_json(test::kRookFen);
  EXPECT_EQ(occurrences(json, "{\"uci\": "), 15u);
  EXPECT_EQ(occurrences(json, "\"san\": "), 15u);
  EXPECT_EQ(occurrences(json, "\"outcome\": "), 17u);
  EXPECT_EQ(occurrences(json, "\"mate_plies\": "), 17u);
  EXPECT_EQ(occurrences(json, "\"mate_certain\": true"), 17u);
  EXPECT_EQ(occurrences(json, "\"zeroing_plies\": "), 17u);
  EXPECT_TRUE(contains(json, R"({"uci": "h1h4", "san": "Rh4", "outcome": "win", "mate_plies": 27, )"
                             R"("mate_certain": true, "zeroing_plies": 27, "best": true})"));
  EXPECT_TRUE(contains(json,
                       R"({"uci": "h1h3", "san": "Rh3+", "outcome": "win", "mate_plies": 33, )"
                       R"("mate_certain": true, "zeroing_plies": 33, "best": false})"));
}

TEST_F(ProbeCommand, IsSureOfAMateOnlyWhereTheClockIs) {
  // 1. Rd1 and mate would come with the hundred and first ply; a pawn move is in time.
  const std::string late = "2k5/8/1K6/8/8/8/4P3/5R2 w - - 98 80";
  const Finished finished = run({"probe", late});
  EXPECT_TRUE(
      contains(finished.out, "\nWhite wins: mate in 8 moves; without the 50-move rule in 2.\n"))
      << finished.out;
  EXPECT_TRUE(contains(finished.out, "\n  * e4       wins            mate in 8    DTZ 1\n"));
  const std::string json = probe_json(late);
  EXPECT_EQ(field(json, "mate_plies"), "3");
  EXPECT_EQ(field(json, "mate_certain"), "false");
  EXPECT_TRUE(contains(json, R"("san": "e4", "outcome": "win", "mate_plies": 15, )"
                             R"("mate_certain": true, "zeroing_plies": 1, "best": true})"));
  // A ply earlier the shortest mate is in time.
  EXPECT_EQ(field(probe_json("2k5/8/1K6/8/8/8/4P3/5R2 w - - 97 80"), "mate_certain"), "true");
}

TEST_F(ProbeCommand, KnowsThePublishedLongestMatesOfKRvK) {
  expect_distance("8/1R6/4k3/8/8/8/8/K7 b - - 0 1", "loss", 32);
  expect_distance("8/8/5R2/8/1k6/8/K7/8 b - - 0 1", "loss", 32);
  expect_distance("7K/8/8/8/8/2R2k2/8/8 b - - 0 1", "loss", 32);
}

TEST_F(ProbeCommand, CountsCastlingRights) {
  expect_distance("8/2k5/8/8/8/8/8/R3K3 w Q - 0 1", "win", 23);
  expect_distance("8/2k5/8/8/8/8/8/R3K3 w - - 0 1", "win", 27);
  expect_distance("8/6k1/8/8/8/8/8/4K2R w K - 0 1", "win", 19);
  expect_distance("8/6k1/8/8/8/8/8/4K2R w - - 0 1", "win", 23);
  // The same with the colours swapped.
  expect_distance("r3k3/8/8/8/8/8/2K5/8 b q - 0 1", "win", 23);
}

TEST_F(ProbeCommand, SaysWhenTheFiftyMoveRuleGetsInTheWay) {
  // 27 plies are needed, 100 less the clock are left.
  EXPECT_EQ(field(probe_json("8/8/8/8/8/2k5/8/K6R w - - 73 90"), "outcome"), "\"win\"");
  const std::string late = probe_json("8/8/8/8/8/2k5/8/K6R w - - 74 90");
  EXPECT_EQ(field(late, "outcome"), "\"cursed-win\"");
  EXPECT_EQ(field(late, "mate_plies"), "27");
  EXPECT_EQ(field(late, "zeroing_plies"), "27");
  EXPECT_EQ(field(probe_json("8/1R6/4k3/8/8/8/8/K7 b - - 68 90"), "outcome"), "\"loss\"");
  EXPECT_EQ(field(probe_json("8/1R6/4k3/8/8/8/8/K7 b - - 69 90"), "outcome"), "\"blessed-loss\"");
  const std::string text = run({"probe", "8/8/8/8/8/2k5/8/K6R w - - 74 90"}).out;
  EXPECT_TRUE(contains(text, "\nDrawn by the 50-move rule; without it, White wins: mate in 14 "))
      << text;
  EXPECT_TRUE(contains(text, "is at 74 of 100.\n"));
  EXPECT_TRUE(contains(text, "wins too late"));
}

TEST_F(ProbeCommand, ReadsPositionsLineByLine) {
  const std::string input = std::string(test::kRookFen) +
                            "\n\n  8/1R6/4k3/8/8/8/8/K7 b - - 0 1  \r\n"
                            "k7/2Q5/8/8/8/8/8/K7 b - - 0 1";
  const Finished finished = run({"probe", "--json"}, input);
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  const std::vector<std::string> lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 3u) << finished.out;
  EXPECT_EQ(field(lines[0], "mate_plies"), "27");
  EXPECT_EQ(field(lines[1], "mate_plies"), "32");
  EXPECT_EQ(field(lines[2], "mate_plies"), "null");
  EXPECT_EQ(run({"probe"}, "").out, "");
  EXPECT_EQ(run({"probe"}, "").status, 0);
}

TEST_F(ProbeCommand, AnswersEveryLineInOrderAndRemembersABadOneInItsStatus) {
  const std::string input = std::string(test::kRookFen) +
                            "\n# what follows is nothing\nnonsense\n\n"
                            "Ka1 Rh1 / Kc3 b # man by man\n"
                            "2k5/3P4/8/8/8/8/1r5p/R3K2B b Q - 0 1\nKRvK";
  const Finished json = run({"probe", "--json"}, input);
  EXPECT_EQ(json.status, 1);
  EXPECT_EQ(json.err, "");
  const std::vector<std::string> lines = lines_of(json.out);
  ASSERT_EQ(lines.size(), 5u) << json.out;
  EXPECT_EQ(field(lines[0], "mate_plies"), "27");
  EXPECT_EQ(
      lines[1],
      R"({"line": 3, "error": "'nonsense' is neither a FEN nor a list of men such as Ke1 Ra1 )"
      R"(/ Ke8"})");
  EXPECT_EQ(field(lines[2], "mate_plies"), "30");
  EXPECT_EQ(lines[3], R"({"line": 6, "error": "there are 7 men, but endings have 6 at most"})");
  EXPECT_EQ(
      lines[4],
      R"({"line": 7, "error": "'KRvK' is an ending, not a position: say where its men stand, )"
      R"(as in Ke1 Ra1 / Ke8"})");
  const Finished text = run({"probe", "-"}, input);
  EXPECT_EQ(text.status, 1);
  EXPECT_EQ(text.err, "");
  EXPECT_TRUE(contains(text.out, "\n\nerror: line 3: 'nonsense' is neither a FEN")) << text.out;
  EXPECT_TRUE(contains(text.out, "\n\nerror: line 6: there are 7 men, ")) << text.out;
}

TEST_F(ProbeCommand, ReadsTheLinesOfAFile) {
  const std::string file = path("positions.txt").string();
  std::ofstream(file) << test::kRookFen << "\n# nothing\nKa1 Rh1 / Kc3 b";
  const Finished finished = run({"probe", "--json", "--cases", file});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(lines_of(finished.out).size(), 2u);
  EXPECT_EQ(run({"probe", "--json", "--cases", "-"}, "Ka1 Rh1 / Kc3\n").status, 0);
  expect_refusal(
      run({"probe", "--cases", path("missing").string()}),
      "lucena probe: cannot open " + path("missing").string() + ": No such file or directory", 1);
  expect_refusal(run({"probe", "--cases", file, test::kRookFen}),
                 "lucena probe: either a position or --cases, not both");
}

TEST_F(ProbeCommand, RefusesWhatIsNoPositionOrTooLarge) {
  expect_refusal(run({"probe", "8/8/8/8/8/8/8/4K3 w - - 0 1"}), "lucena probe: Black has no king");
  expect_refusal(
      run({"probe", "nonsense"}),
      "lucena probe: 'nonsense' is neither a FEN nor a list of men such as Ke1 Ra1 / Ke8");
  expect_refusal(run({"probe", "KBN", "vs", "K"}),
                 "lucena probe: 'KBN vs K' is an ending, not a position: say where its men stand, "
                 "as in Ke1 Ra1 / Ke8");
  expect_refusal(run({"probe", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}),
                 "lucena probe: there are 32 men, but endings have 6 at most", 1);
  EXPECT_EQ(folder().names(), std::vector<std::string>{});
}

TEST_F(ProbeCommand, TakesAPositionInAnyWay) {
  const std::string quoted = run({"probe", test::kRookFen}).out;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"8/8/8/8/8/2k5/8/K6R"},
                                             {"8/8/8/8/8/2k5/8/K6R", "w"},
                                             {"'8/8/8/8/8/2k5/8/K6R w - -'"},
                                             {"8/8/8/8/8/2k5/8/K6R_w_-_-_0_1"},
                                             {"Ka1", "Rh1", "/", "Kc3"},
                                             {"Ka1 Rh1 / Kc3 white"},
                                             {"x.K(1,1),", "x.R(8,1),", "y.K(3,3)", "w"}}) {
    std::vector<std::string> line{"probe"};
    line.insert(line.end(), words.begin(), words.end());
    EXPECT_EQ(run(line).out, quoted) << words.front();
  }
}

TEST_F(ProbeCommand, TellsOnlyMovesAndZugzwangs) {
  // Whoever is to move would rather not be.
  const std::string zugzwang = run({"probe", "2k5/8/2KP4/8/8/8/8/8 b"}).out;
  EXPECT_TRUE(contains(zugzwang,
                       "\nWith White to move, drawn.\n"
                       "Mutual zugzwang: White wins if Black is to move, else a draw.\n"))
      << zugzwang;
  EXPECT_EQ(field(probe_json("2k5/8/2KP4/8/8/8/8/8 w - - 0 1"), "mutual_zugzwang"),
            "\"white_wins_or_draw\"");
  const std::string only = run({"probe", "8/8/3k4/8/3KP3/8/8/8 b"}).out;
  EXPECT_TRUE(contains(only, "\nDrawn.\nWith White to move, drawn.\nOnly Ke6 draws.\n")) << only;
  EXPECT_TRUE(contains(probe_json("8/8/3k4/8/3KP3/8/8/8 b - - 0 1"), R"("only_moves": ["d6e6"])"));
}

TEST_F(ProbeCommand, PlaysTheBestLineToMate) {
  const Finished finished = run({"probe", "--line", test::kRookFen});
  EXPECT_EQ(finished.status, 0);
  const std::string game = finished.out.substr(finished.out.find("[Event "));
  EXPECT_TRUE(contains(game, "[Result \"1-0\"]\n"));
  EXPECT_TRUE(contains(game, "14. R")) << game;
  EXPECT_TRUE(contains(game, "# 1-0\n")) << game;
  const Finished checked = pgn_extract(folder().path(), game, "-r");
  EXPECT_EQ(checked.status, 0);
  EXPECT_EQ(checked.err, "");
  // Only games that end in mate come through.
  EXPECT_EQ(occurrences(pgn_extract(folder().path(), game, "--checkmate").out, "[Event "), 1u);
}

TEST_F(ProbeCommand, PlaysTheBestLineInJsonToo) {
  const Finished finished = run({"probe", "--line", "--json", test::kRookFen});
  const std::string line = finished.out.substr(finished.out.find("\"line\": ["));
  EXPECT_EQ(occurrences(line, "\""), 2u + 2 * 27) << line;
  EXPECT_TRUE(line.ends_with("\"]}\n"));
}

TEST_F(ProbeCommand, EndsALineThatComesTooLateAsADraw) {
  const Finished finished = run({"probe", "--line", "8/8/8/8/8/2k5/8/K6R w - - 80 90"});
  const std::string game = finished.out.substr(finished.out.find("[Event "));
  EXPECT_TRUE(contains(game, "[Result \"1/2-1/2\"]\n")) << game;
  EXPECT_EQ(pgn_extract(folder().path(), game, "-r").err, "");
}

TEST_F(ProbeCommand, SolvesOnceAndAnswersFromDiskAfterwards) {
  const std::string first = probe_json(test::kRookFen);
  const std::vector<std::string> names{"KRvK.mate", "KRvK.zeroing"};
  EXPECT_EQ(folder().names(), names);
  const auto written = std::filesystem::last_write_time(path("KRvK.mate"));
  EXPECT_EQ(probe_json(test::kRookFen), first);
  EXPECT_EQ(std::filesystem::last_write_time(path("KRvK.mate")), written);
}

TEST_F(ProbeCommand, SolvesDistancesToConversionOnlyWhenAsked) {
  EXPECT_EQ(field(probe_json(test::kRookFen), "conversion_plies"), "null");
  EXPECT_EQ(folder().names(), (std::vector<std::string>{"KRvK.mate", "KRvK.zeroing"}));
  const std::string text = run({"probe", test::kRookFen}).out;
  EXPECT_FALSE(contains(text, "DTC")) << text;

  const Finished asked = run({"probe", "--json", "--conversion", test::kRookFen});
  EXPECT_EQ(asked.status, 0);
  EXPECT_EQ(field(asked.out, "conversion_plies"), "27");
  EXPECT_EQ(folder().names(),
            (std::vector<std::string>{"KRvK.conversion", "KRvK.mate", "KRvK.zeroing"}));
  EXPECT_EQ(run({"probe", test::kRookFen}).out, text);
  EXPECT_TRUE(
      contains(run({"probe", "--conversion", test::kRookFen}).out,
               "\nDTC 27: at most 27 plies until the next capture or promotion, or mate.\n"));
  // Nobody has anything to convert.
  EXPECT_EQ(field(run({"probe", "--json", "--conversion", "8/8/8/8/8/2k5/8/K7 w - - 0 1"}).out,
                  "conversion_plies"),
            "null");
}

TEST_F(ProbeCommand, TellsDistancesToConversionThatAreOnDisk) {
  // The pawn promotes at once, and mate takes longer.
  const std::string pawn_fen = "8/3P4/8/8/8/2k5/8/K7 w - - 0 1";
  const std::string asked = run({"probe", "--json", "--conversion", pawn_fen}).out;
  EXPECT_EQ(field(asked, "conversion_plies"), "1") << asked;
  const std::vector<std::string> names = folder().names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "KPvK.conversion"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "KQvK.conversion"), 0);
  std::vector<std::filesystem::file_time_type> written;
  for (const std::string& name : names) {
    written.push_back(std::filesystem::last_write_time(path(name)));
  }
  EXPECT_EQ(probe_json(pawn_fen), asked);
  // Another ending that it can turn into, by mate and zeroing alone; and as seen by Black.
  EXPECT_EQ(field(probe_json("3Q4/8/8/8/8/2k5/8/K7 b - - 0 1"), "conversion_plies"), "null");
  EXPECT_EQ(field(probe_json("k7/8/2K5/8/8/8/3p4/8 b - - 0 1"), "conversion_plies"), "1");
  EXPECT_EQ(folder().names(), names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(std::filesystem::last_write_time(path(names[i])), written[i]) << names[i];
  }
}

TEST_F(ProbeCommand, StopsWithinASecondWhenInterrupted) {
  const Finished finished = test::interrupted(SIGINT, [] {
    return test::started_until({"probe", "8/8/8/3k4/8/8/1r6/KQR5 w - - 0 1"}, "solving KQRvKR");
  });
  EXPECT_EQ(finished.status, 130);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(finished.err.ends_with("lucena probe: interrupted\n")) << finished.err;
  for (const std::string& name : folder().names()) EXPECT_FALSE(name.starts_with('.')) << name;
  EXPECT_EQ(run({"tables", "--verify"}).status, 0);
}

TEST_F(ProbeCommand, CanBeInterruptedWhileItWaitsForInput) {
  // Opened for both reading and writing, a pipe never ends.
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const Finished finished = test::interrupted(SIGINT, [&] {
    auto program = std::make_unique<test::BackgroundProgram>(std::vector<std::string>{
        "/bin/sh", "-c", "exec \"$1\" probe 0<>\"$2\"", "sh", LUCENA_PROGRAM, path("pipe")});
    // Nothing tells that it waits.
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    return program;
  });
  EXPECT_EQ(finished.status, 130);
  EXPECT_EQ(finished.out, "");
}

/// Endings with four men take seconds: they are solved once, by the program itself.
class FourMen : public test::CommandTest {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<test::TemporaryFolder>();
    const test::ScopedVariable variable("LUCENA_TABLES", shared_->path().string());
    EXPECT_EQ(run({"solve", "KPvKP", "KBNvK"}).status, 0);
  }
  static void TearDownTestSuite() { shared_.reset(); }
  void SetUp() override { use(shared_->path()); }

 private:
  static inline std::unique_ptr<test::TemporaryFolder> shared_;
};

TEST_F(FourMen, ProbeCountsEnPassant) {
  const std::string json = probe_json("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1");
  EXPECT_EQ(field(json, "fen"), "\"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1\"");
  EXPECT_EQ(field(json, "mate_plies"), "19");
  EXPECT_TRUE(
      contains(json, R"({"uci": "b4c3", "san": "bxc3", "outcome": "win", "mate_plies": 19, )"));
  expect_distance("8/8/7k/8/1pP5/7K/8/8 b - - 0 1", "win", 27);
}

TEST_F(FourMen, ProbeKnowsThePublishedLongestMates) {
  const auto rows = test::read_csv(std::filesystem::path(LUCENA_TEST_DATA) / "endings.csv");
  for (const std::string_view ending : {"KPvKP", "KQvKR", "KBNvK", "KQvKP"}) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const auto& cells) { return cells[0] == ending; });
    ASSERT_NE(row, rows.end()) << ending;
    const std::string& moves = (*row)[1];
    const std::string& fen = (*row)[4];
    const std::string text = run({"probe", fen}).out;
    EXPECT_TRUE(contains(text, "\nWhite wins: mate in " + moves + " moves.\n")) << text;
  }
}

TEST_F(FourMen, TheBestLineOfKnightAndBishopIsSoundAndMates) {
  const Finished finished = run({"probe", "--line", "7k/8/8/8/8/8/8/KBN5 w - - 0 1"});
  const std::string game = finished.out.substr(finished.out.find("[Event "));
  EXPECT_TRUE(contains(game, "# 1-0\n")) << game;
  EXPECT_EQ(pgn_extract(folder().path(), game, "-r").err, "");
}

/// Tables of five men take minutes, unless LUCENA_FIVE_TABLES is a folder that has them.
class FiveMen : public test::CommandTest {
 protected:
  void SetUp() override {
    if (const char* given = std::getenv("LUCENA_FIVE_TABLES")) use(given);
  }
};

/// What stats counts, a search finds: with captures in passing, promotions of Black's, and results
/// that the 50-move rule spoils.
TEST_F(FiveMen, AreFoundAsOftenAsTheyAreCounted) {
  for (const std::string ending : {"KBNvKN", "KBPvKP", "KPPvKP"}) {
    const auto stats = nlohmann::json::parse(run({"stats", ending, "--json"}).out);
    const auto count = [&](std::vector<std::string> words) {
      words.insert(words.begin(), {"search", ending, "--count"});
      return std::stoull(run(words).out);
    };
    EXPECT_EQ(count({"zugzwang"}), stats["zugzwangs"]) << ending;
    for (const std::string side : {"white", "black"}) {
      const auto& unique = stats["unique"][side];
      EXPECT_EQ(count({side, "won", "in-time"}), unique["win"]) << ending;
      EXPECT_EQ(count({side, "won", "cursed"}), unique["cursed_win"]) << ending;
      EXPECT_EQ(count({side, "lost", "cursed"}), unique["blessed_loss"]) << ending;
      EXPECT_EQ(count({side, "lost", "in-time"}), unique["loss"]) << ending;
      EXPECT_EQ(count({side, "drawn"}), unique["draw"]) << ending;
    }
  }
}

/// Wins of KBBvKN take up to 78 moves, but not all are in time for the 50-move rule. How deep those
/// are is what a search finds, too.
TEST_F(FiveMen, PlayBeginsWithTheHardestWinThatTheRulesAllow) {
  const auto verdict = [](const std::string& fifty) {
    const Finished finished =
        run({"play", "hardest", "KBBvKN", "--side", "white", "--seed", "1", "--fifty", fifty},
            "quit\n");
    const std::string words = "White wins in at most ";
    const std::size_t at = finished.out.find(words);
    EXPECT_NE(at, std::string::npos) << finished.out << finished.err;
    return at == std::string::npos ? 0 : std::stoi(finished.out.substr(at + words.size()));
  };
  const auto count = [](const std::string& mate) {
    return run({"search", "KBBvKN", "white", "won", "in-time", "mate=" + mate, "--count"}).out;
  };
  const int in_time = verdict("on");
  EXPECT_EQ(verdict("off"), 78);
  EXPECT_LT(in_time, 78);
  EXPECT_NE(count(std::to_string(in_time)), "0\n");
  EXPECT_EQ(count(std::to_string(in_time + 1) + "-"), "0\n");
}

TEST_F(FiveMen, ProbeKnowsWhereCastlingAndEnPassantDecide) {
  const auto text = [](const std::string& fen) { return run({"probe", fen}).out; };
  // 1. O-O-O+ wins the rook.
  const std::string castling = text("8/3k4/8/8/8/8/1r5p/R3K3 w Q - 0 2");
  EXPECT_TRUE(contains(castling, "\n  * O-O-O+   wins ")) << castling;
  EXPECT_EQ(occurrences(castling, "   wins   "), 1u) << castling;
  EXPECT_TRUE(contains(castling, "\nOnly O-O-O+ wins.\n")) << castling;
  // Two pawns can capture.
  const std::string both = text("8/8/8/8/5pPp/8/5K1k/8 b - g3 0 61");
  EXPECT_TRUE(contains(both, " fxg3+ ")) << both;
  EXPECT_TRUE(contains(both, " hxg3+ ")) << both;
  const std::string double_step = text("5k2/8/5K2/8/6p1/8/7P/4B3 w - - 0 1");
  EXPECT_TRUE(contains(double_step, " h4       draws")) << double_step;
  EXPECT_TRUE(contains(text("3K4/8/3k4/8/4p3/4B3/5P2/8 w - - 0 1"), "\nDTZ 15: "));
}

/// Where only another way than the shortest is in time; see clock_test.cpp for smaller endings.
TEST_F(FiveMen, ProbeSaysHowLateTheClockMakesAMate) {
  const std::string capture = "5k2/1R6/1b3K2/8/3n4/8/8/8 w - - 98 80";
  EXPECT_TRUE(contains(run({"probe", capture}).out,
                       "\nWhite wins: mate in 24 moves; without the 50-move rule in 2.\n"));
  EXPECT_EQ(field(probe_json(capture), "mate_certain"), "false");
  // The shortest mate takes 32 moves and one that is in time 56.
  const std::string knights = "8/1k6/2N5/1K2p3/4N3/8/8/8 b - - 59 60";
  EXPECT_TRUE(contains(run({"probe", knights}).out,
                       "\nWhite wins: mate in 32 moves without the 50-move rule, which may make it "
                       "longer.\n"));
  EXPECT_EQ(field(probe_json(knights), "mate_plies"), "64");
  EXPECT_EQ(field(probe_json(knights), "mate_certain"), "false");
}

}  // namespace
}  // namespace lucena
