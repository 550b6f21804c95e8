// SPDX-License-Identifier: GPL-3.0-or-later
// Tables on disk as the commands keep, list, check and remove them.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "app/command_test.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::figures;
using test::Finished;
using test::lines_of;
using test::run;
using test::run_program;

using Names = std::vector<std::string>;

class TablesCommand : public test::CommandTest {
 protected:
  void SetUp() override { ASSERT_EQ(run({"solve", "KRvK", "KPvK"}).status, 0); }

  void flip_a_byte(std::string_view name, std::size_t offset) const {
    std::vector<std::uint8_t> bytes = test::read_bytes(path(name));
    bytes[offset] ^= 1;
    test::write_bytes(path(name), bytes);
  }
};

TEST_F(TablesCommand, ListsWhatIsThereAndTheTotals) {
  const Finished finished = run({"tables"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  const std::vector<std::string> lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 13u) << finished.out;
  std::size_t line = 0;
  std::uintmax_t bytes = 0;
  for (const std::string_view ending : {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}) {
    for (const std::string metric : {"mate", "zeroing"}) {
      const std::string& row = lines[line++];
      EXPECT_TRUE(row.starts_with(std::string(ending) + "      " + metric + " ")) << row;
      // The time at the end, of which nobody knows more than the form.
      EXPECT_EQ(row.substr(row.size() - 18, 4), "  20") << row;
      EXPECT_EQ(row[row.size() - 3], ':') << row;
      bytes += std::filesystem::file_size(path(std::string(ending) + '.' + metric));
    }
  }
  EXPECT_TRUE(lines[10].starts_with("5 by mate: ")) << lines[10];
  EXPECT_TRUE(lines[11].starts_with("5 by zeroing: ")) << lines[11];
  EXPECT_TRUE(lines[12].starts_with("10 tables in " + folder().path().string() + ": "));
  std::string total = lines[12].substr(lines[12].rfind('(') + 1);
  total.erase(std::remove(total.begin(), total.end(), ','), total.end());
  EXPECT_EQ(total, std::to_string(bytes) + " bytes)");
}

TEST_F(TablesCommand, VerifiesEveryPacket) {
  const Finished finished = run({"tables", "--verify"});
  EXPECT_EQ(finished.out, "10 tables whole, 0 damaged\n");
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.status, 0);
}

TEST_F(TablesCommand, FindsAFlippedByteAnywhere) {
  const std::string file = path("KPvK.mate").string();
  const std::size_t size = test::read_bytes(file).size();
  for (const std::size_t offset :
       {std::size_t{3}, std::size_t{50}, std::size_t{200}, size / 2, size - 300, size - 20}) {
    flip_a_byte("KPvK.mate", offset);
    const Finished finished = run({"tables", "--verify"});
    EXPECT_EQ(finished.out, "9 tables whole, 1 damaged\n") << offset;
    EXPECT_EQ(finished.status, 1) << offset;
    EXPECT_TRUE(finished.err.starts_with("lucena tables: " + file + " ")) << finished.err;
    EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
    flip_a_byte("KPvK.mate", offset);
  }
  EXPECT_EQ(run({"tables", "--verify"}).status, 0);
}

TEST_F(TablesCommand, FindsATableUnderAWrongName) {
  std::filesystem::copy(path("KRvK.mate"), path("KRvKB.mate"));
  const Finished finished = run({"tables", "--verify"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, "10 tables whole, 1 damaged\n");
  EXPECT_TRUE(contains(finished.err, "KRvKB.mate holds the table KRvK.mate")) << finished.err;
  EXPECT_EQ(run({"tables"}).status, 1);
}

TEST_F(TablesCommand, ListsTheRestWhenOneCannotBeRead) {
  std::filesystem::resize_file(path("KPvK.mate"), 100);
  const Finished finished = run({"tables"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.err,
            "lucena tables: " + path("KPvK.mate").string() +
                " is damaged: it is too short; remove it, and it is solved again when needed\n");
  EXPECT_TRUE(contains(finished.out, "\n4 by mate: ")) << finished.out;
  EXPECT_TRUE(contains(finished.out, "\n9 tables in ")) << finished.out;
}

TEST_F(TablesCommand, RefusesAFutureVersionClearly) {
  std::vector<std::uint8_t> bytes = test::read_bytes(path("KRvK.mate"));
  bytes[8] = 3;
  test::write_bytes(path("KRvK.mate"), bytes);
  const std::string message =
      path("KRvK.mate").string() +
      " has version 3 of the table format, this program reads versions 1 and 2\n";
  EXPECT_EQ(run({"tables", "--verify"}).err, "lucena tables: " + message);
  const Finished probed = run({"probe", "8/8/8/8/8/2k5/8/K6R w - - 0 1"});
  EXPECT_EQ(probed.err, "lucena probe: " + message);
  EXPECT_EQ(probed.status, 1);
}

TEST_F(TablesCommand, RemovesAnEnding) {
  EXPECT_EQ(run({"tables", "--remove", "KvKR"}).out, "removed 2 files of KRvK\n");
  EXPECT_FALSE(std::filesystem::exists(path("KRvK.mate")));
  EXPECT_FALSE(std::filesystem::exists(path("KRvK.zeroing")));
  EXPECT_EQ(run({"tables", "--verify"}).out, "8 tables whole, 0 damaged\n");
  expect_refusal(run({"tables", "--remove", "KRvK"}),
                 "lucena tables: there is no table of KRvK in " + folder().path().string(), 1);
  EXPECT_EQ(run({"tables", "--verify"}).out, "8 tables whole, 0 damaged\n");
}

TEST_F(TablesCommand, RefusesToRemoveWhatIsNoEnding) {
  expect_refusal(run({"tables", "--remove", "KRXvK"}),
                 "lucena tables: 'KRXvK' is no ending such as KRPvKR: 'X' is no man");
  expect_refusal(run({"tables", "--remove"}),
                 "lucena tables: --remove needs a value; see 'lucena tables --help'");
}

class TablesFolder : public test::CommandTest {
 protected:
  std::filesystem::path subfolder(std::string_view name) const {
    std::filesystem::create_directories(path(name));
    return path(name);
  }
};

TEST_F(TablesFolder, MayBeEmptyOrMissing) {
  for (const std::filesystem::path& place : {folder().path(), path("missing")}) {
    use(place);
    const Finished listed = run({"tables"});
    EXPECT_EQ(listed.out, "0 tables in " + place.string() + ": 0 bytes (0 bytes)\n");
    EXPECT_EQ(listed.err, place == folder().path()
                              ? ""
                              : "lucena tables: LUCENA_TABLES names " + place.string() +
                                    ", which does not exist; the folder is made as soon as there "
                                    "is a table to keep\n");
    EXPECT_EQ(listed.status, 0);
    EXPECT_EQ(run({"tables", "--verify"}).out, "0 tables whole, 0 damaged\n");
    EXPECT_EQ(run({"tables", "--remove", "KRvK"}).status, 1);
  }
  EXPECT_FALSE(std::filesystem::exists(path("missing")));
}

TEST_F(TablesFolder, IsChosenByTheOptionThenTheVariableThenTheUsersDataFolder) {
  const std::filesystem::path option = subfolder("option"), variable = subfolder("variable"),
                              data = subfolder("data"), home = subfolder("home");
  const auto solve_in = [&](const std::filesystem::path& place, Names settings, Names words) {
    settings.insert(settings.begin(), {"env", "-u", "LUCENA_TABLES", "-u", "XDG_DATA_HOME"});
    settings.insert(settings.end(), {LUCENA_PROGRAM, "solve", "KQvK"});
    settings.insert(settings.end(), words.begin(), words.end());
    const Finished finished = run_program(settings);
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_TRUE(std::filesystem::remove(place / "KQvK.mate")) << place;
    EXPECT_TRUE(std::filesystem::remove(place / "KQvK.zeroing")) << place;
  };
  const std::string is_variable = "LUCENA_TABLES=" + variable.string();
  const std::string is_data = "XDG_DATA_HOME=" + data.string();
  const std::string is_home = "HOME=" + home.string();
  solve_in(option, {is_variable, is_data, is_home}, {"--tables", option});
  solve_in(variable, {is_variable, is_data, is_home}, {});
  solve_in(data / "lucena", {"LUCENA_TABLES=", is_data, is_home}, {});
  solve_in(home / ".local/share/lucena", {"XDG_DATA_HOME=", is_home}, {});
  const Finished lost = run_program({"env", "-i", LUCENA_PROGRAM, "solve", "KQvK"});
  expect_refusal(lost,
                 "lucena solve: where to keep tables is not known: give --tables DIR, or set "
                 "LUCENA_TABLES or HOME",
                 1);
  expect_refusal(run({"solve", "KQvK", "--tables="}),
                 "lucena solve: --tables needs a value; see 'lucena solve --help'");
}

class SavedTables : public test::CommandTest {};

TEST_F(SavedTables, HoldBothMetrics) {
  EXPECT_EQ(run({"solve", "KRvK"}).status, 0);
  EXPECT_EQ(folder().names(), (Names{"KRvK.mate", "KRvK.zeroing"}));
}

TEST_F(SavedTables, GiveTheSameFiguresAtOnce) {
  const Finished fresh = run({"solve", "KRvKN", "KPvK", "--json"});
  EXPECT_EQ(fresh.status, 0);
  EXPECT_TRUE(contains(fresh.out, R"("on_disk": false)"));
  EXPECT_TRUE(contains(fresh.out, R"("win": 62480, "draw": 19184, "loss": 0})")) << fresh.out;
  EXPECT_TRUE(contains(fresh.out, R"("draw": 35210, "loss": 48802})")) << fresh.out;
  Finished again;
  test::expect_soon([&] {
    const auto start = std::chrono::steady_clock::now();
    again = run({"solve", "KRvKN", "KPvK", "--json"});
    return std::chrono::steady_clock::now() - start;
  });
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.err, "");
  EXPECT_FALSE(contains(again.out, R"("on_disk": false)"));
  EXPECT_EQ(figures(again.out), figures(fresh.out));
  const std::string text = run({"solve", "KRvKN"}).out;
  EXPECT_TRUE(contains(text, "KRvKN  on disk\n")) << text;
}

TEST_F(SavedTables, AreNotWrittenOnRequest) {
  const Finished finished = run({"solve", "KRvK", "--no-save"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(folder().names(), Names{});
  // Nor is the folder made.
  use(path("missing"));
  run({"solve", "KRvK", "--no-save"});
  EXPECT_FALSE(std::filesystem::exists(path("missing")));
}

TEST_F(SavedTables, GiveTheSameFiguresWithCastlingRights) {
  // KQvK has no rook.
  const Names request{"solve", "KRvKR", "KQvK", "--castling", "--json"};
  const Finished fresh = run(request);
  const Finished again = run(request);
  EXPECT_TRUE(contains(again.out, R"("on_disk": true)"));
  EXPECT_EQ(figures(again.out), figures(fresh.out));
  Names unsaved = request;
  unsaved.push_back("--no-save");
  EXPECT_EQ(figures(run(unsaved).out), figures(fresh.out));
}

TEST_F(SavedTables, OfWhichTheCastlingRightsAreDamagedAreNotReported) {
  EXPECT_EQ(run({"solve", "KRvK"}).status, 0);
  // The castling section is the last before the index of three packets and the table of four
  // sections.
  std::vector<std::uint8_t> bytes = test::read_bytes(path("KRvK.mate"));
  bytes[bytes.size() - 4 * 40 - 3 * 16 - 1] ^= 1;
  test::write_bytes(path("KRvK.mate"), bytes);
  const Finished finished = run({"solve", "KRvK", "--castling"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(contains(finished.err, "KRvK.mate is damaged: section 4: ")) << finished.err;
  EXPECT_EQ(run({"solve", "KRvK"}).status, 0);
}

TEST_F(SavedTables, AreCompletedWhereSomeAreMissing) {
  EXPECT_EQ(run({"solve", "KPvK"}).status, 0);
  const Names all = folder().names();
  std::filesystem::remove(path("KQvK.zeroing"));
  std::filesystem::remove(path("KPvK.mate"));
  EXPECT_EQ(run({"solve", "KPvK"}).status, 0);
  EXPECT_EQ(folder().names(), all);
  EXPECT_EQ(run({"tables", "--verify"}).status, 0);
}

TEST_F(SavedTables, TellTheLongestMates) {
  for (int i = 0; i < 2; ++i) {
    const Finished finished = run({"longest", "KRvK", "--side", "black", "--list", "3"});
    EXPECT_EQ(finished.status, 0);
    const std::vector<std::string> lines = lines_of(finished.out);
    ASSERT_EQ(lines.size(), 5u) << finished.out;
    EXPECT_TRUE(lines[0].starts_with("KRvK, Black to move: is mated in at most 16 moves (32 "));
    EXPECT_TRUE(lines[0].ends_with(", 3,056 placements")) << lines[0];
  }
}

/// Both say it in one line and answer nevertheless; to solve, tables are what was asked for, so
/// that it has failed.
void expect_no_room(const Finished& solved, const Finished& probed, const std::string& reason) {
  EXPECT_TRUE(solved.err.starts_with("lucena solve: the tables cannot be kept: " + reason))
      << solved.err;
  EXPECT_EQ(lines_of(solved.err).size(), 1u) << solved.err;
  EXPECT_TRUE(contains(solved.out, " 21,959 won, 0 drawn, 0 lost\n")) << solved.out;
  EXPECT_EQ(solved.status, 1);
  EXPECT_TRUE(probed.err.starts_with("lucena probe: the tables cannot be kept: " + reason))
      << probed.err;
  EXPECT_EQ(lines_of(probed.err).size(), 1u) << probed.err;
  EXPECT_TRUE(contains(probed.out, "\nWhite wins: mate in 14 moves.\n")) << probed.out;
  EXPECT_EQ(probed.status, 0);
}

TEST_F(SavedTables, NeedAFolderThatIsOne) {
  test::write_bytes(path("file"), {});
  use(path("file"));
  expect_no_room(run({"solve", "KRvK"}), run({"probe", test::kRookFen}),
                 "cannot write " + path("file").string() + "/KRvK.");
}

/// Programs whose folder of tables is on a faulty disk; see tests/support/faulty_disk.cpp.
class FaultyDisk : public SavedTables {
 protected:
  Finished run_on(const Names& settings, const Names& words) const {
    Names all = settings;
    all.push_back("LUCENA_FAULTY_FOLDER=" + folder().path().string());
    return test::run_on_faulty_disk(all, words);
  }
};

TEST_F(FaultyDisk, CannotBeWritten) {
  const Finished solved = run_on({}, {"solve", "KRvK"});
  expect_no_room(solved, run_on({}, {"probe", test::kRookFen}),
                 "cannot write " + path("KRvK.").string());
  EXPECT_TRUE(contains(solved.err, ": Read-only file system\n")) << solved.err;
  EXPECT_EQ(folder().names(), Names{});
}

TEST_F(FaultyDisk, IsFull) {
  // The tables of KRvK take more than twice that.
  const Names small{"LUCENA_DISK_BYTES=4096"};
  const Finished solved = run_on(small, {"solve", "KRvK"});
  expect_no_room(solved, run_on(small, {"probe", test::kRookFen}),
                 "cannot write " + path("KRvK.").string());
  EXPECT_TRUE(contains(solved.err, ": No space left on device\n")) << solved.err;
  EXPECT_EQ(folder().names(), Names{});
}

TEST_F(SavedTables, MayBeTooLargeForALimitOfTheShell) {
  const Finished finished =
      test::run_shell("ulimit -f 2; exec \"$1\" solve KRvK", {LUCENA_PROGRAM});
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(finished.err.ends_with(": File too large\n")) << finished.err;
  EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
  EXPECT_EQ(folder().names(), Names{});
}

}  // namespace
}  // namespace lucena
