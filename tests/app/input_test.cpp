// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs that are no files: pipes that nobody writes to hold nothing up, and those that somebody
// writes to are read.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <fstream>

#include "app/command_test.h"
#include "base/descriptor.h"

namespace lucena::test {
namespace {

constexpr std::string_view kGame = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n";

class Input : public CommandTest {
 protected:
  Input() {
    EXPECT_EQ(mkfifo(pipe().c_str(), 0600), 0);
    std::ofstream(path("games.pgn")) << kGame;
  }
  std::string pipe() const { return path("pipe").string(); }
  /// What a pipe is refused with.
  std::string no_file(std::string_view command, std::string_view name) const {
    return "lucena " + std::string(command) + ": cannot read " + path(name).string() +
           ": it is a pipe, not a file";
  }
  std::vector<std::string> build(const std::string& input) const {
    return {"book", "build", input, "--min-games", "1", "--out", path("book.bin").string()};
  }
  /// Returns once somebody has opened the pipe to read, who from then on waits: this end of it
  /// stays open and says nothing.
  void await_reader() {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < deadline) {
      Descriptor end(open(pipe().c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
      if (end.number() != -1) {
        ends_.push_back(std::move(end));
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    throw std::runtime_error("nobody opens the pipe");
  }

 private:
  std::vector<Descriptor> ends_;
};

TEST_F(Input, APipeIsNoBook) {
  expect_refusal(run({"book", "show", "--book", pipe()}), no_file("book", "pipe"), 1);
  expect_refusal(run({"match", "--depth", "1", "--book", pipe()}), no_file("match", "pipe"), 1);
  expect_refusal(run({"book", "show", "--book", "/dev/zero"}),
                 "lucena book: cannot read /dev/zero: it is a device, not a file", 1);
  expect_refusal(run({"book", "build", folder().path()}),
                 "lucena book: cannot read " + folder().path().string() + ": Is a directory", 1);
}

TEST_F(Input, APipeIsNoTable) {
  ASSERT_EQ(mkfifo(path("KRvK.mate").c_str(), 0600), 0);
  const Finished listed = run({"tables"});
  EXPECT_EQ(listed.err, no_file("tables", "KRvK.mate") + "\n");
  EXPECT_EQ(listed.status, 1);
  EXPECT_EQ(run({"tables", "--verify"}).err, no_file("tables", "KRvK.mate") + "\n");
  const Finished probed = run({"probe", "8/8/8/8/8/2k5/8/K6R w - - 0 1"});
  EXPECT_EQ(probed.status, 0);
  EXPECT_TRUE(contains(probed.out, "White wins")) << probed.out;
  EXPECT_TRUE(contains(
      probed.err, "cannot write " + path("KRvK.mate").string() + ": it is a pipe, not a file\n"))
      << probed.err;
  EXPECT_TRUE(std::filesystem::is_fifo(path("KRvK.mate")));
}

TEST_F(Input, GamesComeFromStandardInputAndPipes) {
  const std::string few = path("book.bin").string() + ": 3 moves of 1 game\n";
  const Finished standard = run(build("-"), kGame);
  EXPECT_EQ(standard.err, "");
  EXPECT_EQ(standard.out, few);
  // A program and a pipe between it and ours, as shells with <(...) have it.
  const Finished substituted =
      run_program({"bash", "-c", "\"$@\" --out \"$0\" <(cat)", path("book.bin").string(),
                   LUCENA_PROGRAM, "book", "build", "--min-games", "1", "--force"},
                  kGame);
  EXPECT_EQ(substituted.err, "");
  EXPECT_EQ(substituted.out, few);
  const Finished piped =
      run_shell("cat \"$1\" | \"$2\" book build /dev/stdin --min-games 1 --force --out \"$3\"",
                {path("games.pgn"), LUCENA_PROGRAM, path("book.bin")});
  EXPECT_EQ(piped.out, few) << piped.err;
}

TEST_F(Input, OpeningsAndCasesComeFromStandardInput) {
  const Finished cases = run({"play", "--cases", "-", "--out", path("out.txt").string()},
                             "8/8/8/8/8/2k5/8/K6R w - - 0 1\n");
  EXPECT_EQ(cases.status, 0) << cases.err;
  EXPECT_TRUE(contains(cases.out, "Case 1 (line 1): 8/8/8/8/8/2k5/8/K6R")) << cases.out;
  expect_refusal(
      run({"match", "--depth", "1", "--openings", "-"}, "no position\n"),
      "lucena match: -, line 1: a FEN has six fields (or four, without the clocks), this has 2", 1);
}

TEST_F(Input, CtrlCEndsTheWaitForAPipe) {
  const std::vector<std::vector<std::string>> commands{
      {"review", pipe()}, build(pipe()), {"play", "--cases", pipe()}};
  for (const auto& words : commands) {
    const Finished finished = interrupted(SIGINT, [&] {
      auto program = std::make_unique<BackgroundProgram>(command_line(words));
      await_reader();
      return program;
    });
    EXPECT_EQ(finished.status, 130) << words.front();
    EXPECT_EQ(finished.out, "") << words.front();
  }
}

}  // namespace
}  // namespace lucena::test
