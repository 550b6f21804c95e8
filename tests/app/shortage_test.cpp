// SPDX-License-Identifier: GPL-3.0-or-later
// What the program does with fewer threads and less memory than it asks for, and what it leaves
// behind in memory when it is killed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>

#include "app/command_test.h"
#include "support/fake_engine.h"
#include "support/limited_memory.h"

namespace lucena::test {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kNoThread =
    "lucena: cannot start a thread: Resource temporarily unavailable\n";

/// The program on a system that gives it few threads; see tests/support/few_threads.cpp.
Words with_threads(unsigned most, const Words& words) {
  Words command{"env", "LD_PRELOAD=" LUCENA_FEW_THREADS, "ASAN_OPTIONS=verify_asan_link_order=0",
                "LUCENA_MOST_THREADS=" + std::to_string(most), LUCENA_PROGRAM};
  command.insert(command.end(), words.begin(), words.end());
  return command;
}

/// Returns once lines have come that start like this and like that, in any order.
void receive_both(Process& engine, std::string_view one, std::string_view other) {
  const Words lines = engine.receive_until(one);
  const bool has_other = std::any_of(
      lines.begin(), lines.end(), [&](const std::string& line) { return line.starts_with(other); });
  if (!has_other) engine.receive_until(other);
}

class FewThreads : public CommandTest {};

TEST_F(FewThreads, SearchNevertheless) {
  // One reads, one searches, and two help it.
  Process engine(with_threads(3, {"uci"}));
  engine.send("setoption name Threads value 256");
  EXPECT_EQ(engine.receive(), "info string 3 threads instead of 256: the system gives no more");
  engine.send("setoption name LucenaSolve value true");
  EXPECT_EQ(engine.receive(),
            "info string no ending is solved: the system gives no thread for that");
  for (const std::string_view go : {"go movetime 20", "go depth 4", "bench 1", "go nodes 2000"}) {
    engine.send(go);
    engine.receive_until(go.starts_with("go") ? "bestmove " : "nodes ");
  }
  engine.send("go infinite");
  engine.receive_until("info depth 4 ");
  engine.send("stop");
  engine.receive_until("bestmove ");
  engine.send("isready");
  EXPECT_EQ(engine.receive(), "readyok");
}

TEST_F(FewThreads, AreTooFewIfThereIsNoneToSearch) {
  for (const Words& words :
       {Words{"uci"}, Words{"match", "--engine", fake_engine(LUCENA_TEST_DATA), "--engine",
                            fake_engine(LUCENA_TEST_DATA), "--depth", "1"}}) {
    const Finished finished = run_program(with_threads(0, words));
    EXPECT_EQ(finished.status, 1);
    EXPECT_EQ(finished.err, kNoThread);
  }
}

/// The same figures with any number of threads.
TEST_F(FewThreads, SolveNevertheless) {
  const Words work{"solve", "KPvK", "--json", "--castling", "--no-save", "--threads", "4"};
  const Finished all = run(work);
  EXPECT_EQ(all.err, "");
  for (const unsigned most : {0u, 1u, 2u, 3u, 5u, 8u, 12u}) {
    const Finished finished = run_program(with_threads(most, work));
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(figures(finished.out), figures(all.out)) << most;
    const std::string message = most < 3 ? "lucena solve: " + std::to_string(most + 1) +
                                               (most == 0 ? " thread" : " threads") +
                                               " instead of 4: the system gives no more\n"
                                         : "";
    EXPECT_EQ(finished.err, message) << most;
  }
}

TEST_F(FewThreads, AreSaidByEveryCommandThatAsksForMore) {
  constexpr std::string_view kTwo = "2 threads instead of 4: the system gives no more\n";
  for (const Words& words :
       {Words{"perft", "3"}, Words{"bench", "--depth", "1"}, Words{"verify", "KRvK"},
        Words{"probe", "8/8/8/8/8/2k5/8/K6R w - - 0 1"}}) {
    Words all = words;
    all.insert(all.begin() + 1, {"--threads", "4"});
    const Finished finished = run_program(with_threads(1, all));
    EXPECT_EQ(finished.status, 0) << words.front();
    EXPECT_TRUE(contains(finished.err, "lucena " + words.front() + ": " + std::string(kTwo)))
        << finished.err;
  }
}

TEST_F(FewThreads, PlayFewerGamesAtATime) {
  std::ofstream(path("shuffle.epd")) << kShufflePosition << "\n";
  const std::string engine = fake_engine(LUCENA_TEST_DATA);
  const Finished finished = run_program(with_threads(
      2, {"match", "--engine", engine, "--engine", engine, "--openings",
          path("shuffle.epd").string(), "--depth", "1", "--games", "4", "--concurrency", "3"}));
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(contains(finished.out, " 2 of 4 (50.0 %), 0 won, 4 drawn, 0 lost\n")) << finished.out;
  EXPECT_EQ(finished.err, "lucena match: 2 threads instead of 3: the system gives no more\n");
}

class LittleMemory : public CommandTest {
 protected:
  /// The program with 400 MB of addresses.
  static Words limited(const Words& words) {
    Words command{"sh", "-c", "ulimit -v 400000; exec \"$0\" \"$@\"", LUCENA_PROGRAM};
    command.insert(command.end(), words.begin(), words.end());
    return command;
  }
  void SetUp() override {
    if (!kCanLimitMemory) GTEST_SKIP() << "sanitizers know no limit of memory";
  }
};

TEST_F(LittleMemory, IsEnoughForAnEngineThatAsksForMore) {
  Process engine(limited({"uci"}));
  engine.send("setoption name Hash value 65536");
  EXPECT_TRUE(engine.receive()->starts_with("info string the hash table has "));
  engine.send("setoption name Hash value 16");
  engine.send("setoption name Threads value 256");
  EXPECT_TRUE(contains(engine.receive().value(), " instead of 256: the system gives no more"));
  engine.send("go movetime 50");
  const auto lines = engine.receive_until("bestmove ");
  EXPECT_TRUE(lines.front().starts_with("info depth 1 ")) << lines.front();
  engine.send("setoption name LucenaSolve value true");
  engine.send("position fen 8/8/8/8/8/2k5/5P2/K3r2R w - - 0 1");
  engine.send("go movetime 50");
  receive_both(engine, "bestmove ", "info string KRPvKR is not solved: ");
  engine.send("isready");
  engine.receive_until("readyok");
}

TEST_F(LittleMemory, IsSaidInOneLineWhenItIsTooLittleToSolve) {
  const Finished finished = run_program(limited({"solve", "KRPvKR", "--threads", "256"}));
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(finished.err.starts_with("lucena solve: this needs ")) << finished.err;
  EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
}

/// Paths of the table files that a process has mapped, whether they have a name or not.
std::set<std::string> mapped_tables(pid_t id) {
  std::set<std::string> paths;
  std::ifstream maps("/proc/" + std::to_string(id) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t begin = line.find('/');
    const bool is_table = contains(line, ".mate") || contains(line, ".zeroing");
    if (begin == std::string::npos || !is_table) continue;
    paths.insert(line.substr(begin, line.find(" (deleted)") - begin));
  }
  return paths;
}

/// An engine whose folder of tables cannot be made solves an ending and uses its tables. The
/// settings are for faulty_disk.cpp.
class TablesInMemory : public CommandTest {
 protected:
  static Words engine(const Words& settings) {
    Words command{"env", "LUCENA_TABLES=/dev/null/nowhere"};
    command.insert(command.end(), settings.begin(), settings.end());
    const Words rest{"sh", "-c", "ulimit -c 0; exec \"$0\" uci", LUCENA_PROGRAM};
    command.insert(command.end(), rest.begin(), rest.end());
    return command;
  }
  static void expect_gone_after(int signal, const Words& settings = {}) {
    Process program(engine(settings));
    program.send("setoption name LucenaSolve value true");
    program.send("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1");
    program.send("go depth 2");
    receive_both(program, "bestmove ", "info string the tables of KRvK are there");
    program.send("go depth 2");
    EXPECT_TRUE(contains(program.receive().value(), " score mate 14 "));
    const std::set<std::string> tables = mapped_tables(program.id());
    kill(program.id(), signal);
    while (program.receive("the end")) continue;
    if (settings.empty()) {
      EXPECT_EQ(tables.size(), 2u);
    }
    for (const std::string& path : tables) EXPECT_FALSE(std::filesystem::exists(path)) << path;
  }
};

TEST_F(TablesInMemory, AreGoneWithTheirProcessHoweverItEnds) {
  for (const int signal : {SIGHUP, SIGQUIT, SIGTERM, SIGKILL}) expect_gone_after(signal);
}

TEST_F(TablesInMemory, AreTemporaryFilesWhereThereAreNoFilesInMemory) {
  const ScopedVariable temporary("TMPDIR", folder().path().string());
  const Words settings{"LD_PRELOAD=" LUCENA_FAULTY_DISK, "ASAN_OPTIONS=verify_asan_link_order=0",
                       "LUCENA_NO_MEMFD=1"};
  const int nameless = open(folder().path().c_str(), O_RDWR | O_TMPFILE, 0600);
  if (nameless < 0) GTEST_SKIP() << "the file system has no files without a name";
  close(nameless);
  expect_gone_after(SIGKILL, settings);
  EXPECT_EQ(folder().names(), Words{});
}

}  // namespace
}  // namespace lucena::test
