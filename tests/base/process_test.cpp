// SPDX-License-Identifier: GPL-3.0-or-later
// The programs that tests start end with them, and nobody waits for them in vain.
#include "support/process.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

namespace lucena::test {
namespace {

using namespace std::chrono_literals;

/// What a call complains about.
template <class Call>
std::string complaint_of(Call&& call) {
  try {
    call();
  } catch (const std::exception& fault) {
    return fault.what();
  }
  return "";
}

TEST(Process, AnswersLineByLine) {
  Process cat({"cat"});
  cat.send("one");
  cat.send("two");
  EXPECT_EQ(cat.receive(), "one");
  cat.send("three");
  EXPECT_EQ(cat.receive_until("th"), (std::vector<std::string>{"two", "three"}));
}

TEST(Process, IsNotWaitedForInVain) {
  Process cat({"cat"});
  EXPECT_EQ(complaint_of([&] { cat.receive("a purr", 10ms); }),
            "waited in vain for 'a purr' from cat");
  Process truth({"sh", "-c", "echo nothing"});
  EXPECT_EQ(complaint_of([&] { truth.receive_until("bestmove"); }),
            "sh -c echo nothing has ended before it said 'bestmove'");
}

TEST(Process, ThatCannotBeStartedIsNamed) {
  EXPECT_EQ(complaint_of([] { Process({"/nowhere/fish"}); }),
            "cannot start /nowhere/fish: No such file or directory");
}

TEST(Process, IsKilledWhenItDoesNotEnd) {
  const pid_t id = fork();
  if (id == 0) {
    while (true) pause();
  }
  EXPECT_EQ(wait_for_end(id, 10ms), std::nullopt);
  EXPECT_EQ(kill(id, 0), -1);
}

TEST(BackgroundProgram, TellsItsStatusAndWhatItSaid) {
  const Finished finished = run_shell("cat; echo wrong >&2; exit 3", {});
  EXPECT_EQ(finished.status, 3);
  EXPECT_EQ(finished.err, "wrong\n");
  EXPECT_EQ(run_program({"cat"}, "input").out, "input");
  BackgroundProgram program({"sh", "-c", "echo ready >&2; exec sleep 100"});
  program.await_message("ready\n");
  program.send_signal(SIGTERM);
  EXPECT_EQ(program.wait().status, 128 + SIGTERM);
}

TEST(BackgroundProgram, IsNotWaitedForInVain) {
  BackgroundProgram program({"sh", "-c", "echo almost >&2"});
  EXPECT_EQ(complaint_of([&] { program.await_message("ready"); }),
            "waited in vain for 'ready' from sh -c echo almost >&2, which said: almost\n");
}

/// A test that is killed leaves no process behind.
TEST(Process, EndsWithTheTest) {
  // Whoever is there holds the pipe open.
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t test = fork();
  if (test == 0) {
    const Process child({"sleep", "1000"});
    kill(getpid(), SIGKILL);
  }
  close(ends[1]);
  EXPECT_EQ(wait_for_end(test), 128 + SIGKILL);
  pollfd closing{.fd = ends[0], .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&closing, 1, 60'000), 1);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

}  // namespace
}  // namespace lucena::test
