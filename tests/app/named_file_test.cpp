// SPDX-License-Identifier: GPL-3.0-or-later
// The files that commands write because somebody named them, through the real program. What the
// names may lead to is the business of tests/base/output_file_test.cpp.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "app/command_test.h"
#include "support/fake_engine.h"
#include "support/terminal.h"

namespace lucena::test {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kShortGame =
    "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
    "[FEN \"r5k1/6pp/8/8/8/8/6PP/R5K1 w - - 0 1\"]\n\n1. Kf1 *\n\n";
constexpr const char* kLongGame =
    "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
    "[FEN \"r5k1/6pp/8/8/8/8/6PP/R5K1 w - - 0 1\"]\n\n1. Kf1 Kf8 2. Kg1 Kg8 *\n\n";

/// A folder with a file "old" that no command has made; tables are elsewhere.
class NamedFile : public CommandTest {
 protected:
  NamedFile() {
    std::filesystem::create_directory(path("tables"));
    use(path("tables"));
    put("old", "mine");
    put("games.pgn", std::string(kShortGame) + kLongGame);
    put("cases.txt", "Ka1 Qb1 / Kc8\n");
    put("shuffle.epd", std::string(kShufflePosition) + "\n");
    there_ = folder().names();
  }

  void put(std::string_view name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::string content(std::string_view name) const {
    const auto bytes = read_bytes(path(name));
    return {bytes.begin(), bytes.end()};
  }
  std::string at(std::string_view name) const { return path(name).string(); }
  std::string fake(const std::string& arguments = {}) const {
    return fake_engine(LUCENA_TEST_DATA, arguments);
  }

  /// Every command that makes a new file, up to the name of that file.
  std::vector<Names> makers() const {
    return {{"book", "build", at("games.pgn"), "--min-games", "1", "--out"},
            {"review", at("games.pgn"), "--judge", fake(), "--depth", "1", "--out"},
            {"stats", "KRvK", "--svg"},
            {"play", "--cases", at("cases.txt"), "--out"}};
  }
  Names match(Names more) const {
    Names words{"match",      "--engine",        fake("name=one"), "--engine", fake("name=two"),
                "--openings", at("shuffle.epd"), "--depth",        "1"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  static Names with(Names words, const Names& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// No file has come or gone, and "old" is as it was.
  void expect_nothing_changed() const {
    EXPECT_EQ(content("old"), "mine");
    EXPECT_EQ(folder().names(), there_);
  }

 private:
  Names there_;
};

TEST_F(NamedFile, ReplacesWhatOthersMadeByForceAlone) {
  for (const Names& maker : makers()) {
    put("old", "mine");
    expect_refusal(run(with(maker, {at("old")})),
                   "lucena " + maker.front() + ": cannot write " + at("old") +
                       ": there is such a file already; --force replaces it",
                   1);
    expect_nothing_changed();
    const Finished forced = run(with(maker, {at("old"), "--force"}));
    EXPECT_EQ(forced.status, 0) << maker.front() << forced.err;
    EXPECT_NE(content("old"), "mine") << maker.front();
  }
}

TEST_F(NamedFile, OfPicturesAndCasesIsKnownForItsOwn) {
  for (const Names& maker : {makers()[2], makers()[3]}) {
    for (int time = 0; time < 2; ++time) {
      const Finished finished = run(with(maker, {at("new " + maker.front())}));
      EXPECT_EQ(finished.status, 0) << finished.err;
    }
  }
}

TEST_F(NamedFile, IsNeverTheInput) {
  const std::string games = content("games.pgn"), cases = content("cases.txt");
  std::filesystem::create_hard_link(path("games.pgn"), path("second.pgn"));
  for (const std::string name : {"games.pgn", "second.pgn"}) {
    expect_refusal(run({"book", "build", at("shuffle.epd"), at("games.pgn"), "--force",
                        "--min-games", "1", "--out", at(name)}),
                   "lucena book: cannot write " + at(name) + ": it is one of the files to read");
    expect_refusal(
        run({"review", at("games.pgn"), "--judge", fake(), "--force", "--out", at(name)}),
        "lucena review: cannot write " + at(name) + ": it is one of the files to read");
  }
  expect_refusal(
      run({"play", "--cases", at("cases.txt"), "--force", "--out", at("cases.txt")}),
      "lucena play: cannot write " + at("cases.txt") + ": it is one of the files to read");
  expect_refusal(
      run(match({"--pgn", at("shuffle.epd")})),
      "lucena match: cannot write " + at("shuffle.epd") + ": it is one of the files to read");
  EXPECT_EQ(content("games.pgn"), games);
  EXPECT_EQ(content("cases.txt"), cases);
}

TEST_F(NamedFile, LeavesTheOldFileWholeIfTheWorkFails) {
  EXPECT_EQ(
      run({"review", at("games.pgn"), "--judge", "/nowhere/fish", "--force", "--out", at("old")})
          .status,
      1);
  // The judge fails in the second game: a part of the games is no reason to lose the file.
  EXPECT_EQ(run({"review", at("games.pgn"), "--judge", fake("crash:2"), "--depth", "1", "--force",
                 "--out", at("old")})
                .status,
            1);
  EXPECT_EQ(run({"stats", "KQRBvKRN", "--force", "--svg", at("old")}).status, 2);
  EXPECT_EQ(run({"book", "build", at("shuffle.epd"), "--force", "--out", at("old")}).status, 1);
  expect_nothing_changed();
}

TEST_F(NamedFile, OfAReviewThatFailsHasTheGamesSoFarIfItCostsNothing) {
  const Finished finished = run({"review", at("games.pgn"), "--judge", fake("crash:2"), "--depth",
                                 "1", "--out", at("new.pgn")});
  EXPECT_TRUE(finished.err.ends_with("; what was reviewed is in " + at("new.pgn") + "\n"))
      << finished.err;
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(contains(content("new.pgn"), "1. Kf1")) << content("new.pgn");
  EXPECT_FALSE(contains(content("new.pgn"), "Kg8")) << content("new.pgn");
}

TEST_F(NamedFile, LeavesNothingBehindAfterASignal) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const std::string log = at("tables/log");
    const Finished finished = interrupted(signal, [&] {
      std::filesystem::remove(log);
      auto program = std::make_unique<BackgroundProgram>(
          command_line({"review", at("games.pgn"), "--judge", fake("hang log:" + log), "--force",
                        "--out", at("old")}));
      await_in_file(log, "\ngo ");
      EXPECT_EQ(folder().names().size(), 6u) << "a file should be under way";
      return program;
    });
    EXPECT_EQ(finished.status, 128 + signal) << finished.err;
    EXPECT_EQ(finished.err, "lucena review: interrupted after 0 of 2 games; " + at("old") +
                                " is left as it was\n");
    expect_nothing_changed();
  }
}

TEST_F(NamedFile, GoesThroughAPipeAndLeavesItAPipe) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  // Opened for both, it has a reader, and never waits.
  const int reader = open(at("pipe").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  for (Names maker : makers()) {
    const Finished finished = run(with(maker, {at("pipe")}));
    EXPECT_EQ(finished.status, 0) << finished.err;
    std::string received(1 << 16, '\0');
    EXPECT_GT(read(reader, received.data(), received.size()), 0) << maker.front();
    EXPECT_TRUE(std::filesystem::is_fifo(path("pipe"))) << maker.front();
  }
  EXPECT_EQ(run(match({"--games", "1", "--pgn", at("pipe")})).status, 0);
  std::string received(1 << 16, '\0');
  EXPECT_GT(read(reader, received.data(), received.size()), 0);
  close(reader);
}

TEST_F(NamedFile, DoesNotWaitForAReaderAfterControlC) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  for (const Names& words : {with(makers()[2], {at("pipe")}), match({"--pgn", at("pipe")})}) {
    const Finished finished = interrupted(SIGINT, [&] {
      auto program = std::make_unique<BackgroundProgram>(command_line(words));
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      return program;
    });
    EXPECT_EQ(finished.status, 130);
  }
}

/// The link is what /dev/stdout is. That itself is none of a test's business: an administrator's
/// program that errs would replace it for everybody.
TEST_F(NamedFile, OnStandardOutputIsAlone) {
  const Names book = makers()[0], review = makers()[1];
  run(with(book, {at("new.bin")}));
  std::filesystem::create_symlink("/proc/self/fd/1", path("stdout"));
  for (const std::string& name : {std::string("-"), at("stdout")}) {
    const Finished built = run(with(book, {name}));  // standard output is a file here
    EXPECT_EQ(built.out, content("new.bin"));
    EXPECT_EQ(built.err, name + ": 4 moves of 2 games\n");
    const Finished reviewed = run(with(review, {name}));
    EXPECT_TRUE(reviewed.out.starts_with("[")) << reviewed.out;
    EXPECT_TRUE(reviewed.out.ends_with("*\n\n")) << reviewed.out;
    EXPECT_TRUE(contains(reviewed.err, "average loss")) << reviewed.err;
  }
  const Finished piped =
      run_shell("\"$1\" book build \"$2\" --min-games 1 --out \"$3\" 2>/dev/null | cat",
                {LUCENA_PROGRAM, at("games.pgn"), at("stdout")});
  EXPECT_EQ(piped.out, content("new.bin"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("stdout")));
}

/// Programs run where the test does: a file named - would be left behind there.
TEST_F(NamedFile, IsNeverNamedLikeStandardOutput) {
  ASSERT_FALSE(std::filesystem::exists("-"));
  for (const Names& maker : makers()) {
    const Finished finished = run(with(maker, {"-"}));
    EXPECT_EQ(finished.status, 0) << maker[0] << finished.err;
    EXPECT_FALSE(finished.out.empty()) << maker[0];
  }
  EXPECT_EQ(run(match({"--games", "2", "--pgn", "-"})).status, 0);
  expect_refusal(run({"play", "KRvK", "--side", "white", "--pgn", "-"}),
                 "lucena play: --pgn - would mix the games with what is said; name a file");
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(NamedFile, OfGamesIsAddedToFilesOfGamesAlone) {
  const std::string why = "cannot add to " + at("old") + ": it is not a file of games (PGN)";
  expect_refusal(run(match({"--pgn", at("old")})), "lucena match: " + why, 1);
  expect_refusal(run({"play", "KRvK", "--pgn", at("old")}), "lucena play: " + why, 1);
  const Finished finished = run({"play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white"},
                                "Rh2\npgn " + at("old") + "\nquit\n");
  EXPECT_TRUE(contains(finished.out, why + "\n")) << finished.out;
  expect_nothing_changed();
}

TEST_F(NamedFile, OfGamesThatWereNotPlayedDoesNotAppear) {
  EXPECT_EQ(
      run({"match", "--engine", "/nowhere/fish", "--depth", "1", "--pgn", at("new.pgn")}).status,
      1);
  EXPECT_EQ(
      run({"play", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white", "--pgn", at("new.pgn")},
          "quit\n")
          .status,
      0);
  expect_nothing_changed();
}

/// The disk has room for a game and a half.
TEST_F(NamedFile, OfAMatchEndsWithTheFirstGameForWhichThereIsNoRoom) {
  run(match({"--games", "1", "--pgn", at("one.pgn")}));
  const std::size_t game_bytes = content("one.pgn").size();
  const Finished finished =
      run_on_faulty_disk({"LUCENA_FAULTY_FOLDER=" + at("new.pgn"),
                          "LUCENA_DISK_BYTES=" + std::to_string(game_bytes * 3 / 2)},
                         match({"--games", "1000", "--pgn", at("new.pgn")}));
  EXPECT_EQ(finished.err, "lucena match: game 2 is not kept, and the match ends: cannot write " +
                              at("new.pgn") + ": No space left on device\n");
  EXPECT_TRUE(contains(finished.out, "one against two: 1 of 2 ")) << finished.out;
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(content("new.pgn").size(), game_bytes);
}

class NamedFileOfPlay : public NamedFile {
 protected:
  Names rook_ending() const {
    return {
        "play",       "8/8/8/8/8/2k5/8/K6R w - - 0 1", "--side", "white", "--seed", "1", "--pgn",
        at("new.pgn")};
  }
};

TEST_F(NamedFileOfPlay, IsKeptWhenTheTerminalGoes) {
  if (!Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  const ScopedVariable kind("TERM", "xterm");
  Terminal terminal(command_line(rook_ending()));
  terminal.wait_for("White> ");
  terminal.type("Rh2\r");
  terminal.wait_for("White> ");
  EXPECT_EQ(terminal.hang_up(), 128 + SIGHUP);
  EXPECT_TRUE(contains(content("new.pgn"), "1. Rh2")) << content("new.pgn");
}

TEST_F(NamedFileOfPlay, IsKeptAfterSignals) {
  for (const int signal : {SIGHUP, SIGTERM}) {
    std::filesystem::remove(path("new.pgn"));
    Process program(command_line(rook_ending()));
    program.send("Rh2");
    program.receive_until("Lucena plays");
    // The system and the shell send one each.
    program.send_signal(signal);
    if (signal == SIGHUP) program.send_signal(signal);
    await_in_file(path("new.pgn"), "1. Rh2");
  }
}

TEST_F(NamedFileOfPlay, IsKeptWhenNobodyReadsWhatIsSaid) {
  Names arguments = command_line(rook_ending());
  const Finished finished = run_shell(
      "printf 'Rh2\\nRh1\\nRh2\\nquit\\n' | \"$@\" | sed '/Lucena plays/q' >/dev/null", arguments);
  EXPECT_EQ(finished.err, "");
  EXPECT_TRUE(contains(content("new.pgn"), "1. Rh2")) << content("new.pgn");
}

}  // namespace
}  // namespace lucena::test
