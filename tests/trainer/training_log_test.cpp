// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/training_log.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <thread>

#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::TemporaryFolder;

constexpr std::string_view kLine =
    "2024-02-29T18:05:30Z  underpromotion  solved  2  0  8/k1P5/2K5/8/8/8/8/8 w - - 0 1\n";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Attempts, AreLinesThatReadBack) {
  auto attempt = parse_attempt(kLine);
  ASSERT_TRUE(attempt);
  EXPECT_EQ(attempt->exercise, "underpromotion");
  EXPECT_EQ(attempt->grade, Grade::Solved);
  EXPECT_EQ(line_of(*attempt), kLine);
  for (const Grade grade : kGrades) {
    attempt->grade = grade;
    attempt->moves_lost.reset();
    EXPECT_EQ(parse_attempt(line_of(*attempt)), attempt);
  }
}

TEST(Attempts, AreNothingElse) {
  for (const std::string_view line :
       {"", "nonsense", "2024-02-30T18:05:30Z  a  solved  2  0  8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
        "2024-02-29 18:05:30Z  a  solved  2  0  8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
        "2024-02-29T25:05:30Z  a  solved  2  0  8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
        "2024-02-29T18:05:30Z  a  won  2  0  8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
        "2024-02-29T18:05:30Z  a  solved  two  0  8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
        "2024-02-29T18:05:30Z  a  solved  2  x  8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
        "2024-02-29T18:05:30Z  a  solved  2  0  8/k1P5", "2024-02-29T18:05:30Z  a  solved  2  0"}) {
    EXPECT_FALSE(parse_attempt(line)) << line;
  }
}

TEST(TrainingLog, HasNothingAsLongAsThereIsNoFile) {
  const TemporaryFolder folder;
  const TrainingLog log(folder.path() / "new" / "training.txt");
  const auto history = log.read();
  ASSERT_TRUE(history);
  EXPECT_TRUE(history->attempts.empty());
  EXPECT_FALSE(log.fault_in_adding());
  EXPECT_FALSE(std::filesystem::exists(log.path())) << "nothing was tried";
}

TEST(TrainingLog, ExplainsItselfAndGrowsLineByLine) {
  const TemporaryFolder folder;
  const TrainingLog log(folder.path() / "training.txt");
  const Attempt attempt = *parse_attempt(kLine);
  ASSERT_FALSE(log.add(attempt));
  const std::string first = text_of(log.path());
  EXPECT_TRUE(first.starts_with("# ")) << first;
  EXPECT_TRUE(first.ends_with("\n" + std::string(kLine))) << first;
  ASSERT_FALSE(log.add(attempt));
  EXPECT_EQ(text_of(log.path()), first + std::string(kLine));
  EXPECT_EQ(log.read()->attempts, (std::vector{attempt, attempt}));
}

TEST(TrainingLog, KeepsWhatItDoesNotUnderstandAndSaysWhere) {
  const TemporaryFolder folder;
  const TrainingLog log(folder.path() / "training.txt");
  ASSERT_FALSE(log.add(*parse_attempt(kLine)));
  const std::string before = text_of(log.path());
  // A note of the person's, and a line that was cut off.
  const std::string strange = "read chapter 3!\n2024-02-29T18:06:00Z  underprom";
  std::ofstream(log.path(), std::ios::app) << strange;
  ASSERT_FALSE(log.add(*parse_attempt(kLine)));
  EXPECT_EQ(text_of(log.path()), before + strange + "\n" + std::string(kLine));
  const auto history = log.read();
  EXPECT_EQ(history->attempts.size(), 2u);
  EXPECT_EQ(history->strange_lines, (std::vector<std::size_t>{6, 7}));
}

TEST(TrainingLog, LeavesOtherFilesAlone) {
  const TemporaryFolder folder;
  const TrainingLog log(folder.path() / "training.txt");
  std::ofstream(log.path()) << "Dear diary\n";
  const auto fault = log.add(*parse_attempt(kLine));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->message,
            "cannot add to " + log.path().string() + ": it is not a training record");
  EXPECT_TRUE(log.fault_in_adding());
  EXPECT_EQ(text_of(log.path()), "Dear diary\n");
}

TEST(TrainingLog, LosesNothingOfSeveralThatKeepItAtOnce) {
  const TemporaryFolder folder;
  constexpr std::size_t kWriters = 4, kLines = 25;
  std::vector<std::thread> writers;
  for (std::size_t i = 0; i < kWriters; ++i) {
    writers.emplace_back([&] {
      const TrainingLog log(folder.path() / "training.txt");
      for (std::size_t line = 0; line < kLines; ++line) {
        EXPECT_FALSE(log.add(*parse_attempt(kLine)));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  const auto history = TrainingLog(folder.path() / "training.txt").read();
  EXPECT_EQ(history->attempts.size(), kWriters * kLines);
  EXPECT_TRUE(history->strange_lines.empty());
}

}  // namespace
}  // namespace lucena
