// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged tables: whoever needs one solves it again and replaces it, where that is possible.
#include <unistd.h>

#include "app/command_test.h"

namespace lucena::test {
namespace {

/// KRvK on disk, with wrong bytes in the middle of its packets.
class Mending : public CommandTest {
 protected:
  Mending() {
    EXPECT_EQ(run({"solve", "KRvK"}).status, 0);
    right_ = run({"probe", kRookFen}).out;
  }
  void damage(std::string_view name) const {
    std::vector<std::uint8_t> bytes = read_bytes(path(name));
    std::fill(bytes.begin() + 128, bytes.begin() + 1000, std::uint8_t{0x55});
    write_bytes(path(name), bytes);
  }
  /// Every table passes the check that reads all of it.
  static void expect_whole() {
    const Finished checked = run({"tables", "--verify"});
    EXPECT_EQ(checked.status, 0) << checked.err;
    EXPECT_TRUE(contains(checked.out, " whole, 0 damaged\n")) << checked.out;
  }
  /// One sentence that names the file and says what is done about it.
  void expect_told(const Finished& finished, std::string_view name) const {
    EXPECT_TRUE(contains(finished.err, path(name).string() + " is damaged: ")) << finished.err;
    EXPECT_TRUE(contains(finished.err, "; it is solved again and replaced\n")) << finished.err;
    EXPECT_FALSE(contains(finished.err, "remove it")) << finished.err;
  }

  std::string right_;
};

TEST_F(Mending, HappensWhenSomebodyAsks) {
  for (const std::string_view name : {"KRvK.mate", "KRvK.zeroing"}) {
    damage(name);
    const Finished finished = run({"probe", kRookFen});
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_EQ(finished.out, right_);
    expect_told(finished, name);
    expect_whole();
    EXPECT_EQ(run({"probe", kRookFen}).err, "") << "it is mended for good";
  }
}

TEST_F(Mending, HappensInAGame) {
  damage("KRvK.mate");
  const Finished finished = run({"play", kRookFen, "--side", "white"}, "Rh4\nquit\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(contains(finished.out, "White wins in at most 14 moves.\n")) << finished.out;
  expect_told(finished, "KRvK.mate");
  expect_whole();
}

TEST_F(Mending, HappensToWhatAnotherEndingNeeds) {
  damage("KRvK.mate");
  const Finished finished = run({"probe", "8/8/8/8/8/2k5/1n6/K6R w - - 0 1"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  expect_told(finished, "KRvK.mate");
  expect_whole();
}

/// A header that makes no sense is seen when the file is opened, and statistics are another part.
TEST_F(Mending, HappensToEveryPartOfAFile) {
  std::vector<std::uint8_t> bytes = read_bytes(path("KRvK.mate"));
  bytes[20] ^= 1;
  write_bytes(path("KRvK.mate"), bytes);
  expect_told(run({"stats", "KRvK"}), "KRvK.mate");
  bytes = read_bytes(path("KRvK.mate"));
  write_bytes(path("KRvK.mate"), {bytes.begin(), bytes.end() - 10});
  expect_told(run({"longest", "KRvK"}), "KRvK.mate");
  expect_whole();
}

TEST_F(Mending, IsSafeWhileOthersDoIt) {
  damage("KRvK.mate");
  damage("KRvK.zeroing");
  std::vector<std::unique_ptr<BackgroundProgram>> askers;
  for (int i = 0; i < 4; ++i) {
    askers.push_back(std::make_unique<BackgroundProgram>(command_line({"probe", kRookFen})));
  }
  for (const auto& asker : askers) {
    const Finished finished = asker->wait();
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_EQ(finished.out, right_);
  }
  expect_whole();
}

/// Where the folder takes no files, the fault says what to do, and nothing is touched.
TEST_F(Mending, NeverHappensInAFolderThatIsReadOnly) {
  damage("KRvK.mate");
  const std::vector<std::uint8_t> before = read_bytes(path("KRvK.mate"));
  const Finished finished = run_on_faulty_disk({"LUCENA_FAULTY_FOLDER=" + folder().path().string()},
                                               {"probe", std::string(kRookFen)});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(finished.err.ends_with("; remove it, and it is solved again when needed\n"))
      << finished.err;
  EXPECT_EQ(read_bytes(path("KRvK.mate")), before);
}

}  // namespace
}  // namespace lucena::test
