// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that tell about endings, through the real program.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>

#include "app/command_test.h"
#include "support/process.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::run;

/// The commands keep their tables in a folder that is gone after the tests of this program.
class OwnTables final : public testing::Environment {
 public:
  void SetUp() override {
    std::string folder =
        (std::filesystem::temp_directory_path() / ("lucena_" + std::string(6, 'X'))).string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    ::setenv("LUCENA_TABLES", folder.c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

 private:
  std::filesystem::path folder_;
};
const auto* const kOwnTables = testing::AddGlobalTestEnvironment(new OwnTables);

void expect_parts(const Finished& finished, std::initializer_list<std::string_view> parts) {
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  for (const std::string_view part : parts) {
    EXPECT_TRUE(contains(finished.out, part)) << part << "\n" << finished.out;
  }
}

/// What Python reads from the JSON that a command prints.
std::string from_json(std::initializer_list<std::string> words, const std::string& expression) {
  const Finished finished = run(words);
  EXPECT_EQ(finished.status, 0) << finished.err;
  const Finished python = test::run_shell(
      "printf %s \"$1\" | python3 -c \"import json, sys; s = json.load(sys.stdin); print($2)\"",
      {finished.out, expression});
  EXPECT_EQ(python.status, 0) << python.err;
  return python.out;
}

TEST(StatsCommand, SaysInTextWhatThereIsToSay) {
  const Finished finished = run({"stats", "krk"});
  expect_parts(
      finished,
      {"KRvK\n  With White to move, White wins every position.\n",
       "With Black to move, White wins 90.03 % of the positions; the 2,796 exceptions:\n"
       "  9 already stalemate and 2,787 where a man is lost at once.\n",
       "The 50-move rule changes no result.\n",
       "  won                      21,959     100 %           175,168     100 %\n",
       "  drawn                     2,796    9.97 %            22,244    9.93 %\n",
       "  already stalemate                       9                          68\n",
       "White mates in 16, White to move\n", "\n    1. ", "#\n", "Black cannot force mate.",
       "     16            121            390  ", "White wins: 32 plies\n",
       "Mutual zugzwangs, the 50-move rule ignored\n  There are none.\n"});
  std::istringstream lines(finished.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(StatsCommand, ReportsBishopsByColour) {
  expect_parts(run({"stats", "KBBvK"}),
               {"Bishops on squares of opposite colours:\n", "the 65 exceptions: 65\n",
                "Bishops on squares of the same colour:\n  Every position is a draw.\n",
                "Bishops on squares of opposite colours\n  White to move  "});
}

TEST(StatsCommand, ListsZugzwangsOnRequest) {
  const std::string_view one = "    8/4k3/8/4K3/4P3/8/8/8 w - - 0 1\n";
  const std::string_view mirrored = "    8/3k4/8/3K4/3P4/8/8/8 w - - 0 1\n";
  const Finished listed = run({"stats", "KPvK", "--zugzwangs"});
  expect_parts(listed,
               {"White wins if Black is to move, else a draw             80             160"});
  EXPECT_TRUE(contains(listed.out, one) || contains(listed.out, mirrored));
  const Finished silent = run({"stats", "KPvK"});
  EXPECT_FALSE(contains(silent.out, one) || contains(silent.out, mirrored));
}

TEST(StatsCommand, PrintsJsonThatOthersCanRead) {
  EXPECT_EQ(from_json({"stats", "KRvK", "--json"},
                      "s['material'], s['unique']['black']['draw'], "
                      "s['placements']['white']['win'], s['longest']['white']['mate_moves'], "
                      "s['longest']['black'], s['zugzwangs'], "
                      "s['zeroing_max']['white']['win']['plies'], "
                      "s['mate_plies']['placements']['black'][32], s['stronger']"),
            "KRvK 2796 175168 16 None 0 32 3056 white\n");
  EXPECT_EQ(
      from_json({"stats", "KPvK", "--json", "--zugzwangs"},
                "s['zugzwangs'], len(s['zugzwang_fens']['white_wins_or_draw']), "
                "s['not_won']['unique']['white']['stalemate'], 'fortress' in s['conclusion']"),
      "80 80 2 True\n");
  EXPECT_EQ(from_json({"stats", "KBBvK", "--json"},
                      "s['bishops']['same_colour']['unique']['white']['win'], "
                      "s['bishops']['opposite_colours']['conclusion'][:35]"),
            "0 With White to move, White wins 99.9\n");
}

TEST(StatsCommand, PrintsMateDistancesAsCommaSeparatedValues) {
  const Finished finished = run({"stats", "KRvK", "--csv"});
  expect_parts(finished, {"side_to_move,result,plies,moves,unique,placements\nwhite,win,1,1,189,",
                          "\nblack,loss,32,16,390,3056\n", "\nblack,draw,,,2796,22244\n"});
}

/// The same share has the same figures whoever tells it.
TEST(StatsCommand, AgreesWithTheSentenceOnTheEnding) {
  const std::string counted = run({"stats", "KRvKN"}).out;
  const std::string said = run({"play", "8/8/8/8/8/2k5/1n6/K6R w - - 0 1", "--side", "white"}).out;
  EXPECT_TRUE(contains(counted, "White wins 48.33 % of the positions")) << counted;
  EXPECT_TRUE(contains(said, "White wins 48.33 % of the positions")) << said;
}

/// Of each number of moves, White's bar ends where Black's begins, and both stand on the axis.
TEST(StatsCommand, DrawsTheSidesSideBySide) {
  const std::string svg = run({"stats", "KQvKR", "--svg", "-"}).out;
  struct Bar {
    double x, y, width, height;
  };
  std::map<int, std::vector<Bar>> bars;
  for (const std::string& line : test::lines_of(svg)) {
    Bar bar{};
    int moves = 0;
    constexpr const char* kForm =
        R"(<rect x="%lf" y="%lf" width="%lf" height="%lf" fill="#%*[^"]"><title>%d)";
    if (std::sscanf(line.c_str(), kForm, &bar.x, &bar.y, &bar.width, &bar.height, &moves) == 5) {
      bars[moves].push_back(bar);
    }
  }
  ASSERT_GT(bars.size(), 30u) << svg;
  for (const auto& [moves, of_moves] : bars) {
    if (of_moves.size() != 2) continue;
    const auto& [white, black] = std::pair(of_moves[0], of_moves[1]);
    EXPECT_NEAR(white.x + white.width, black.x, 0.02) << moves;
    EXPECT_NEAR(white.y + white.height, black.y + black.height, 0.02) << moves;
  }
}

TEST(StatsCommand, DrawsAPicture) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("lucena_stats_" + std::to_string(getpid()) + ".svg");
  const Finished finished = run({"stats", "KQvKR", "--svg", file.string()});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, file.string() + ": the moves to mate of KQvKR, as a chart\n");
  const Finished read = test::run_shell(
      "python3 -c \"import sys, xml.dom.minidom as x; "
      "d = x.parse(sys.argv[1]); print(d.documentElement.tagName, "
      "len(d.getElementsByTagName('rect')) > 70)\" \"$1\"",
      {file.string()});
  EXPECT_EQ(read.out, "svg True\n") << read.err;
  std::filesystem::remove(file);
}

TEST(StatsCommand, SaysWhyAPictureCannotBeWritten) {
  expect_refusal(run({"stats", "KRvK", "--svg", "/nowhere/at/all.svg"}),
                 "lucena stats: cannot write /nowhere/at/all.svg: No such file or directory", 1);
  expect_refusal(run({"stats", "KRvK", "--svg", "/"}),
                 "lucena stats: cannot write /: Is a directory", 1);
}

TEST(StatsCommand, RefusesWhatIsNoEnding) {
  expect_refusal(run({"stats", "KRXvK"}),
                 "lucena stats: 'KRXvK' is no ending such as KRPvKR: 'X' is no man");
  expect_refusal(run({"stats", "KQRBvKRN"}), "lucena stats: 'KQRBvKRN' has more than 6 men");
  expect_refusal(run({"stats", "KvK"}),
                 "lucena stats: bare kings are a draw; there is nothing to say");
  expect_refusal(run({"stats", "KRvK", "--json", "--csv"}),
                 "lucena stats: only one of --json, --csv and --svg at a time");
  EXPECT_EQ(run({"stats"}).status, 2);
}

TEST(StatsCommand, DefinesItsWordsInHelp) {
  expect_parts(run({"stats", "--help"}),
               {"a stalemate trap  ", "a man lost at once", "--svg FILE"});
}

/// The program is interrupted once it catches the signal, which is bit 1 of the mask; until it has
/// begun, what is there is the shell, which may catch it, too.
TEST(StatsCommand, StopsWhenInterrupted) {
  const Finished finished = test::run_shell(
      "env --default-signal=INT \"$1\" stats KQRvKR >/dev/null & "
      "listens() { [ /proc/$!/exe -ef \"$1\" ] && "
      "grep -q '^SigCgt:.*[2367abef]$' /proc/$!/status; }; "
      "while kill -0 $! && ! listens \"$1\"; do sleep 0.05; done; "
      "kill -INT $!; wait $!",
      {LUCENA_PROGRAM});
  EXPECT_EQ(finished.status, 130);
  EXPECT_TRUE(finished.err.ends_with("lucena stats: interrupted\n")) << finished.err;
}

TEST(LongestCommand, CountsAndShowsTheDeepestPositions) {
  const Finished finished = run({"longest", "KRvK", "--side", "black", "--list", "2"});
  expect_parts(finished, {"KRvK, Black to move: is mated in at most 16 moves (32 plies); "
                          "390 unique, 3,056 placements\n",
                          "  and 388 more unique; --list N shows N of them\n"});
  EXPECT_FALSE(contains(finished.out, "White to move"));
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 4);
}

TEST(LongestCommand, ShowsAllOnRequest) {
  const Finished finished = run({"longest", "KQvKR", "--list", "100000"});
  expect_parts(finished, {"White to move: mates in at most 35 moves (69 plies); 10 unique",
                          "Black to move: mates in at most 19 moves"});
  EXPECT_FALSE(contains(finished.out, "more"));
}

TEST(LongestCommand, SaysIfThereIsNothingButDraws) {
  expect_parts(run({"longest", "KNvK"}), {"KNvK, White to move: every position is a draw\n"});
}

TEST(LongestCommand, FindsMatesInExactlySoManyMoves) {
  expect_parts(
      run({"longest", "KRvK", "--exactly", "1", "--list", "100"}),
      {"KRvK, White to move: mates in exactly 1 move (1 ply); 189 unique, 1,512 placements\n",
       "KRvK, Black to move: is mated in exactly 1 move (2 plies); "});
  expect_parts(run({"longest", "KRvK", "--exactly", "0", "--side", "black", "--list", "0"}),
               {"KRvK, Black to move: is checkmated; 27 unique, 216 placements\n"});
  expect_parts(run({"longest", "KRvK", "--exactly", "40"}),
               {"KRvK, White to move: no mate takes exactly 40 moves\n"});
  // The longest mates found in the other way.
  const auto fens = [](std::initializer_list<std::string> words) {
    return from_json(words, "sorted(f for d in s['depths'] for f in d['fens'])");
  };
  EXPECT_EQ(fens({"longest", "KRvK", "--exactly", "16", "--json", "--list", "1000"}),
            fens({"longest", "KRvK", "--json", "--list", "1000"}));
}

TEST(LongestCommand, ShowsPositionsWithCastlingRights) {
  expect_parts(run({"longest", "KRvK", "--castling", "--side", "white"}),
               {"KRvK with castling rights, White to move: mates in at most 14 moves (27 plies); "
                "25 positions\n",
                "  8/8/8/8/2k5/8/8/4K2R w K - 0 1\n", "  and 15 more; --list N"});
  expect_parts(run({"longest", "KQvK", "--castling"}),
               {"KQvK with castling rights: nobody can castle\n"});
  expect_parts(run({"longest", "KRvK", "--castling", "--exactly", "4"}),
               {"White to move: mates in exactly 4 moves (7 plies); 1 position\n"
                "  8/8/8/8/8/8/8/R3K1k1 w Q - 0 1\n",
                "Black to move: no mate takes exactly 4 moves\n"});
}

TEST(StatsCommand, CountsPositionsWithCastlingRights) {
  expect_parts(run({"stats", "KRvK", "--castling"}),
               {"\nCastling rights, the 50-move rule ignored\n  with castling rights, White to "
                "move: 97 legal positions: 97 won, 0 drawn, 0 lost\n"});
  expect_parts(run({"stats", "KQvK", "--castling"}), {"\n  nobody can castle\n"});
  EXPECT_EQ(from_json({"stats", "KRvK", "--castling", "--json"},
                      "s['castling'] == json.loads(__import__('subprocess').check_output(['" +
                          std::string(LUCENA_PROGRAM) +
                          "', 'solve', 'KRvK', '--castling', '--json']))['castling']"),
            "True\n");
  expect_refusal(run({"stats", "KRvK", "--castling", "--csv"}),
                 "lucena stats: --castling is of no use with --csv and --svg");
}

TEST(LongestCommand, RefusesASideThatIsNone) {
  expect_refusal(run({"longest", "KRvK", "--side", "both"}),
                 "lucena longest: --side must be white or black, not 'both'");
  expect_refusal(run({"longest", "KRvX"}),
                 "lucena longest: 'KRvX' is no ending such as KRPvKR: no king after the v");
}

}  // namespace
}  // namespace lucena
