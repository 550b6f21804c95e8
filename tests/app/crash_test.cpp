// SPDX-License-Identifier: GPL-3.0-or-later
// What is left when the program is killed.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "app/command_test.h"
#include "support/effort.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

using std::chrono::microseconds;
using std::chrono::steady_clock;
using test::BackgroundProgram;
using test::figures;
using test::Finished;
using test::run;

/// A table without what depends on when it was written: the time and the header's checksum.
std::vector<std::uint8_t> timeless(const std::filesystem::path& path) {
  std::vector<std::uint8_t> bytes = test::read_bytes(path);
  EXPECT_GT(bytes.size(), 128u) << path;
  std::fill_n(bytes.begin() + 40, 8, std::uint8_t{0});
  std::fill_n(bytes.begin() + 120, 8, std::uint8_t{0});
  return bytes;
}

class Crash : public test::CommandTest {};

TEST_F(Crash, LeavesWholeTablesAndTheNextRunGoesOn) {
  const std::vector<std::string> work{"solve", "--men", "4", "--json"};
  const test::TemporaryFolder reference;
  use(reference.path());
  const auto start = steady_clock::now();
  const Finished undisturbed = run(work);
  const auto duration = std::chrono::duration_cast<microseconds>(steady_clock::now() - start);
  ASSERT_EQ(undisturbed.status, 0) << undisturbed.err;

  use(folder().path());
  test::Random random(4);
  const int kills = test::by_effort(4, 10);
  int killed = 0;
  for (int i = 0; i < kills; ++i) {
    BackgroundProgram program(test::command_line(work));
    const auto share = static_cast<std::uint64_t>(duration.count()) / 7;
    std::this_thread::sleep_for(microseconds(test::below(share, random)));
    program.send_signal(SIGKILL);
    const Finished finished = program.wait();
    if (finished.status == 128 + SIGKILL) ++killed;
    const Finished verified = run({"tables", "--verify"});
    ASSERT_EQ(verified.status, 0) << verified.out << verified.err;
    if (finished.status != 0) continue;
    // It was done already: once more from the start.
    for (const std::string& name : folder().names()) std::filesystem::remove(path(name));
  }
  EXPECT_GE(killed, kills / 2);

  const Finished last = run(work);
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_EQ(figures(last.out), figures(undisturbed.out));
  EXPECT_EQ(run({"tables", "--verify"}).out, "70 tables whole, 0 damaged\n");
  // Nothing else is left behind either.
  ASSERT_EQ(folder().names(), reference.names());
  for (const std::string& name : reference.names()) {
    EXPECT_EQ(timeless(path(name)), timeless(reference.path() / name)) << name;
  }
}

}  // namespace
}  // namespace lucena
