// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <iterator>
#include <sstream>

#include "app/transcript.h"

namespace lucena::test {
namespace {

/// All transcripts share a folder of tables, but each begins with an empty record.
class TrainTranscript : public testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { folder_ = new TemporaryFolder; }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  void SetUp() override { std::filesystem::remove(folder_->path() / "training.txt"); }

 private:
  static TemporaryFolder* folder_;
  ScopedVariable tables_{"LUCENA_TABLES", folder_->path().string()};
};

TemporaryFolder* TrainTranscript::folder_ = nullptr;

TEST_P(TrainTranscript, IsTheSameThroughPipes) {
  expect_same_through_pipes(read_transcript("train", GetParam()));
}

TEST_P(TrainTranscript, IsTheSameAtATerminal) {
  if (!Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  expect_same_at_a_terminal(read_transcript("train", GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Transcripts, TrainTranscript, testing::ValuesIn(transcript_names("train")),
                         [](const auto& name) { return name.param; });

class Train : public CommandTest {
 protected:
  std::string record() const {
    std::ifstream file(path("training.txt"));
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

constexpr std::string_view kSolution = "c8=R\nRa8\n";
constexpr std::string_view kSolvedLine =
    "  underpromotion  solved  2  0  8/k1P5/2K5/8/8/8/8/8 w - - 0 1\n";

TEST_F(Train, KeepsWhatWasTriedForTheNextTime) {
  EXPECT_EQ(run({"train", "underpromotion"}, kSolution).status, 0);
  EXPECT_TRUE(contains(record(), kSolvedLine)) << record();
  const Finished report = run({"train", "--report"});
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_TRUE(
      report.out.starts_with("exercise        tries  solved  moves lost  box  comes again\n"
                             "underpromotion      1       1         0.0    2  in 1 day\n1 of "))
      << report.out;
  EXPECT_TRUE(report.out.ends_with(" lessons tried; nothing is due.\n")) << report.out;
  const Finished again = run({"train", "underpromotion"}, kSolution);
  EXPECT_TRUE(contains(again.out, "underpromotion (early, since nothing is due): ")) << again.out;
}

/// An ending that was tried before comes again like a lesson.
TEST_F(Train, BeginsWithWhatIsDue) {
  std::ofstream(path("training.txt"))
      << "2024-02-29T18:05:30Z  KQvK  failed  3  -  8/8/8/3k4/8/8/8/KQ6 w - - 0 1\n"
         "2024-02-29T18:06:30Z  queen-mate  solved  9  0  8/8/8/3k4/8/8/8/KQ6 w - - 0 1\n";
  const Finished finished = run({"train"}, "next\nnext\nquit\n");
  const std::size_t ending = finished.out.find("\nKQvK (due again): level 1 of 6\n");
  const std::size_t lesson = finished.out.find("\nqueen-mate (due again): ");
  EXPECT_LT(ending, lesson) << finished.out;
  EXPECT_NE(lesson, std::string::npos) << finished.out;
  const Finished report = run({"train", "--report", "KQvK"});
  EXPECT_TRUE(contains(report.out, "KQvK          1       0           -    1  now\n"))
      << report.out;
  EXPECT_FALSE(contains(report.out, "queen-mate")) << report.out;
}

TEST_F(Train, TakesLessonsAndEndingsAsPeopleWriteThem) {
  const Finished finished =
      run({"train", "rook-mate", "KQ", "vs", "K", "underp"}, "next\nnext\nquit\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* name : {"rook-mate (new): ", "KQvK (new): ", "underpromotion (new): "}) {
    EXPECT_TRUE(contains(finished.out, name)) << finished.out;
  }
}

TEST_F(Train, KeepsItWhereItIsTold) {
  const std::string file = path("mine.txt").string();
  EXPECT_EQ(run({"train", "underpromotion", "--record", file}, kSolution).status, 0);
  EXPECT_FALSE(std::filesystem::exists(path("training.txt")));
  EXPECT_TRUE(contains(run({"train", "--report", "--record", file}).out, "underpromotion"));
}

TEST_F(Train, ListsAtLeast25Lessons) {
  const Finished finished = run({"train", "--list"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_GE(lines_of(finished.out).size(), 25u);
  EXPECT_TRUE(contains(finished.out, "lucena               KRPvKR  Lucena's position"))
      << finished.out;
}

TEST_F(Train, SaysWhatIsWrong) {
  expect_refusal(
      run({"train", "lucenna"}),
      "lucena train: 'lucenna' is neither a lesson nor an ending; did you mean 'lucena'?");
  std::ofstream(path("training.txt")) << "my shopping list\n";
  expect_refusal(run({"train"}),
                 "lucena train: passed over what cannot be understood in " +
                     path("training.txt").string() + ": line 1\nlucena train: cannot add to " +
                     path("training.txt").string() + ": it is not a training record",
                 1);
  EXPECT_EQ(record(), "my shopping list\n");
}

TEST_F(Train, ReportsLinesThatItCannotReadAndKeepsThem) {
  EXPECT_EQ(run({"train", "underpromotion"}, kSolution).status, 0);
  std::ofstream(path("training.txt"), std::ios::app) << "a note\n";
  const Finished finished = run({"train", "underpromotion"}, kSolution);
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "lucena train: passed over what cannot be understood in " +
                              path("training.txt").string() + ": line 6\n");
  EXPECT_TRUE(contains(record(), "\na note\n")) << record();
}

/// What is over is on disk, whatever happens to the program afterwards.
TEST_F(Train, LosesNothingWhenItIsKilled) {
  Process program(command_line({"train", "underpromotion"}));
  program.send("c8=R");
  program.send("Ra8");
  program.receive_until("It comes again");
  program.send_signal(SIGKILL);
  EXPECT_TRUE(contains(record(), kSolvedLine)) << record();
}

TEST_F(Train, LeavesInOrderWhenItsTerminalGoes) {
  if (!Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  const ScopedVariable kind("TERM", "xterm");
  Terminal terminal(command_line({"train", "underpromotion"}));
  terminal.wait_for("White> ");
  terminal.type("c8=Q\r");
  terminal.wait_for("Not solved.");
  terminal.wait_for("training> ");
  EXPECT_EQ(terminal.hang_up(), 128 + SIGHUP);
  EXPECT_TRUE(contains(record(), "  underpromotion  failed  1  -  ")) << record();
}

/// The lines of the README that begin like this work as they stand.
TEST_F(Train, DoesWhatTheReadmeSays) {
  std::ifstream readme(std::filesystem::path(LUCENA_TEST_DATA) / ".." / ".." / "README.md");
  const std::string beginning = "$ ./lucena train";
  std::size_t examples = 0;
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with(beginning)) continue;
    std::istringstream rest(line.substr(beginning.size(), line.find('#') - beginning.size()));
    std::vector<std::string> words{"train"};
    for (std::string word; rest >> word;) words.push_back(word);
    const Finished finished = run(words, "quit\n");
    EXPECT_EQ(finished.status, 0) << line << finished.err;
    EXPECT_EQ(finished.err, "") << line;
    EXPECT_NE(finished.out, "") << line;
    ++examples;
  }
  EXPECT_GE(examples, 4u);
}

}  // namespace
}  // namespace lucena::test
