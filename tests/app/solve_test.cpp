// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that solve endings, through the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "app/command_test.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::interrupted_at;
using test::lines_of;
using test::run;

class SolveCommand : public test::CommandTest {};

TEST_F(SolveCommand, SaysInTextWhatItFound) {
  const Finished finished = run({"solve", "krk"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_TRUE(finished.out.starts_with("KRvK  ")) << finished.out;
  for (const std::string_view part :
       {"White to move: 21,959 legal positions: 21,959 won, 0 drawn, 0 lost\n",
        "Black to move: 28,056 legal positions: 0 won, 2,796 drawn, 25,260 lost\n",
        "longest mate by White, in moves: 16 with White to move (", "), 16 with Black to move (",
        "Black cannot force mate\n"}) {
    EXPECT_TRUE(contains(finished.out, part)) << part;
  }
  EXPECT_FALSE(contains(finished.out, "castling"));
}

TEST_F(SolveCommand, CountsPositionsWithCastlingRightsOnRequest) {
  const Finished finished = run({"solve", "KRvK", "--castling"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(contains(finished.out, "with castling rights, White to move: 97 legal positions"));
  EXPECT_TRUE(contains(finished.out, "with castling rights, Black to move: 114 legal positions"));
}

TEST_F(SolveCommand, SaysWhatSixMenTakeAndWhatIsBeyondIt) {
  const Finished little = run({"solve", "KRBvKRN", "--memory", "100M"});
  EXPECT_EQ(little.status, 1);
  EXPECT_TRUE(little.err.starts_with("lucena solve: this needs ")) << little.err;
  EXPECT_TRUE(contains(little.err, " GB of memory, but 100.0 MB is the limit; in all, this takes "))
      << little.err;
  EXPECT_TRUE(little.err.ends_with(" GB of tables\n")) << little.err;
  expect_refusal(run({"solve", "KRBvKRN", "--metric", "conversion"}),
                 "lucena solve: KRBvKRN: six men are not solved by conversion", 1);
  expect_refusal(
      run({"solve", "KRBvKRN", "--scratch", path("nowhere")}),
      "lucena solve: --scratch names '" + path("nowhere").string() + "', which is no folder", 1);
  expect_refusal(run({"verify", "KRBvKRN"}),
                 "lucena verify: KRBvKRN is not on disk: 'lucena solve KRBvKRN' comes first", 1);
  expect_refusal(run({"search", "KRBvKRN", "won"}),
                 "lucena search: KRBvKRN is too large: endings with up to five men are searched");
  EXPECT_TRUE(folder().names().empty());
}

TEST_F(SolveCommand, PrintsOneJsonObjectALine) {
  const Finished finished = run({"solve", "KRvK", "--castling", "--json"});
  EXPECT_EQ(finished.status, 0);
  const std::vector<std::string> lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 1u);
  for (const std::string_view part :
       {R"({"material": "KRvK", "on_disk": false, "seconds": )", R"("cpu_seconds": )",
        R"("cpu_phases": {"set_up": )",
        R"("unique": {"white": {"legal": 21959, "win": 21959, "draw": 0, "loss": 0}, )"
        R"("black": {"legal": 28056, "win": 0, "draw": 2796, "loss": 25260}})",
        R"("twins_apart": {)",
        R"("placements": {"white": {"legal": 175168, "win": 175168, "draw": 0, "loss": 0})",
        R"("longest_win": {"white": {"mate_plies": 31, "mate_moves": 16, "fen": ")",
        R"("longest_loss": {"white": null, "black": {"mate_plies": 32, "mate_moves": 16, "fen": ")",
        R"("castling": {"positions": {"white": {"legal": 97, "win": 97, )"}) {
    EXPECT_TRUE(contains(lines[0], part)) << part << "\n" << lines[0];
  }
  EXPECT_EQ(std::count(lines[0].begin(), lines[0].end(), '{'),
            std::count(lines[0].begin(), lines[0].end(), '}'));
}

TEST_F(SolveCommand, SolvesEverythingThatAnEndingTurnsInto) {
  const Finished finished = run({"solve", "KPvK", "KRvKB", "--json", "--threads", "2"});
  EXPECT_EQ(finished.status, 0);
  std::vector<std::string> names;
  for (const std::string& line : lines_of(finished.out)) {
    const std::size_t begin = std::string_view(R"({"material": ")").size();
    names.push_back(line.substr(begin, line.find('"', begin) - begin));
  }
  const auto place = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  EXPECT_EQ(names.size(), 6u);
  EXPECT_LT(place("KQvK"), place("KPvK"));
  EXPECT_LT(place("KRvK"), place("KRvKB"));
  EXPECT_LT(place("KBvK"), place("KRvKB"));
}

TEST_F(SolveCommand, TakesAllEndingsWithSoManyMen) {
  const Finished finished = run({"solve", "--men", "3", "--json"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(lines_of(finished.out).size(), 5u);
}

TEST_F(SolveCommand, GivesTheSameWithEveryInstructionSetAndNumberOfThreads) {
  // What may differ is the time.
  const std::string script =
      "\"$1\" solve KRvKN --no-save --json | sed 's/\"seconds\".*\"unique\"/\"unique\"/'";
  const std::string expected = test::run_shell(script, {LUCENA_PROGRAM}).out;
  EXPECT_TRUE(contains(expected, "\"mate_moves\": 40"));
  for (const std::string_view level : {"none", "avx2", "avx512"}) {
    const std::string variable = "export LUCENA_SIMD=" + std::string(level) + "; ";
    EXPECT_EQ(test::run_shell(variable + script, {LUCENA_PROGRAM}).out, expected) << level;
  }
}

TEST_F(SolveCommand, RefusesWhatIsNoEnding) {
  expect_refusal(run({"solve"}), "lucena solve: name an ending such as KRPvKR, or --men 4 for all");
  expect_refusal(run({"solve", "KRXvK"}),
                 "lucena solve: 'KRXvK' is no ending such as KRPvKR: 'X' is no man");
  expect_refusal(
      run({"solve", "KRvK", "hello"}),
      "lucena solve: 'hello' is no ending such as KRPvKR: it does not start with a king");
  expect_refusal(run({"solve", "KQRBvKRN"}), "lucena solve: 'KQRBvKRN' has more than 6 men");
  expect_refusal(run({"solve", "KvK"}),
                 "lucena solve: bare kings are a draw; there is nothing to solve");
  expect_refusal(run({"solve", "--men", "7"}),
                 "lucena solve: --men must be a number from 3 to 6, not '7'");
  expect_refusal(run({"solve", "--men", "2"}),
                 "lucena solve: --men must be a number from 3 to 6, not '2'");
}

TEST_F(SolveCommand, RefusesASizeThatIsNone) {
  expect_refusal(run({"solve", "KRvK", "--memory", "much"}),
                 "lucena solve: --memory must be a size such as 4G or 800M, not 'much'");
}

TEST_F(SolveCommand, SaysHowMuchMemoryItNeedsIfThatIsTooMuch) {
  const Finished finished = run({"solve", "KRPvKR", "--memory", "100M"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(finished.err.starts_with("lucena solve: this needs ")) << finished.err;
  EXPECT_TRUE(finished.err.ends_with(" of memory, but 100.0 MB is the limit\n")) << finished.err;
}

TEST_F(SolveCommand, StopsWithinASecondWhenInterrupted) {
  const Finished finished = interrupted_at({"solve", "KQRvKR"}, "solving KQRvKR", SIGINT);
  EXPECT_EQ(finished.status, 130);
  EXPECT_TRUE(finished.err.ends_with("lucena solve: interrupted\n")) << finished.err;
}

TEST_F(SolveCommand, StopsWithinASecondWhenTerminated) {
  const Finished finished = interrupted_at({"solve", "KQRvKR"}, "solving KQRvKR", SIGTERM);
  EXPECT_EQ(finished.status, 143);
}

TEST_F(SolveCommand, LeavesTheFilesAloneThatAreThere) {
  ASSERT_EQ(run({"solve", "KRvK"}).status, 0);
  const std::vector<std::string> names{"KRvK.mate", "KRvK.zeroing"};
  std::vector<std::vector<std::uint8_t>> bytes;
  for (const std::string& name : names) {
    bytes.push_back(test::read_bytes(path(name)));
    // A time that no clock will show again.
    std::filesystem::last_write_time(path(name), std::filesystem::file_time_type{});
  }
  ASSERT_EQ(run({"solve", "KRvK", "--metric", "conversion"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(path("KRvK.conversion")));
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(test::read_bytes(path(names[i])), bytes[i]) << names[i];
    EXPECT_EQ(std::filesystem::last_write_time(path(names[i])), std::filesystem::file_time_type{})
        << names[i];
  }
  EXPECT_EQ(run({"verify", "KRvK"}).status, 0);
}

/// Only endings with five men take long enough to be told of.
TEST_F(SolveCommand, SaysWhatItReadsAndWhatItSolves) {
  const Finished fresh = run({"solve", "KQQQvK"});
  ASSERT_EQ(fresh.status, 0);
  EXPECT_EQ(fresh.err, "solving KQQQvK (3 of 3)\n");
  const Finished again = run({"verify", "KQQQvK", "--sample", "100"});
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.err, "reading KQQQvK (3 of 3)\nchecking KQQQvK\n");
}

TEST_F(SolveCommand, MakesTablesByConversionOnRequest) {
  EXPECT_EQ(run({"solve", "KRvK", "--metric", "conversion"}).status, 0);
  EXPECT_EQ(folder().names(),
            (std::vector<std::string>{"KRvK.conversion", "KRvK.mate", "KRvK.zeroing"}));
  expect_refusal(run({"solve", "KRvK", "--metric", "miles"}),
                 "lucena solve: --metric must be mate, zeroing or conversion, not 'miles'");
}

/// What is on disk is read, not solved again: the program says what it solves.
TEST_F(SolveCommand, SolvesOnlyWhatIsMissing) {
  ASSERT_EQ(run({"solve", "KRvKP", "--json"}).status, 0);
  const auto before = test::read_bytes(path("KRvKP.mate"));
  std::filesystem::remove(path("KRvKP.mate"));
  const Finished finished = run({"solve", "KRvKP", "--json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const std::string& line : lines_of(finished.out)) {
    const bool is_missing = contains(line, R"("material": "KRvKP")");
    EXPECT_TRUE(contains(line, is_missing ? R"("on_disk": false)" : R"("on_disk": true)")) << line;
  }
  // The same but for the time it was written at, and the checksum of that.
  auto after = test::read_bytes(path("KRvKP.mate"));
  ASSERT_EQ(after.size(), before.size());
  std::copy_n(before.begin() + 40, 8, after.begin() + 40);
  std::copy_n(before.begin() + 120, 8, after.begin() + 120);
  EXPECT_TRUE(after == before);
}

}  // namespace
}  // namespace lucena
