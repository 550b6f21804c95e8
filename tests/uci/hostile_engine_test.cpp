// SPDX-License-Identifier: GPL-3.0-or-later
// Engines that mean harm: whatever they write or leave behind costs bounded time and memory.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

#include "support/temporary_folder.h"
#include "uci/engine_process.h"

namespace lucena {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// The greeting of an engine in words of the shell, and what comes before its answer to a "go".
constexpr std::string_view kGreets = "read l; echo uciok; read l; echo readyok; ";
constexpr std::string_view kHearsGo = "read l; read l; ";

class HostileEngine : public testing::Test {
 protected:
  HostileEngine() { signal(SIGPIPE, SIG_IGN); }

  /// A script of these commands, as an engine.
  Result<std::unique_ptr<EngineProcess>, EngineFault> start(std::string_view commands) {
    const std::string name = (folder_.path() / "engine.sh").string();
    std::ofstream(name) << commands << "\n";
    constexpr EnginePatience kLittle{.ready = 300ms, .quit = 100ms, .stop = 200ms};
    return EngineProcess::start({{"/bin/sh", name}, {}, {{"name", "Hostile"}}}, stopped_, kLittle);
  }
  /// What is wrong with an engine that does this from the start.
  EngineFault fault_at_start(std::string_view commands) {
    const auto engine = start(commands);
    EXPECT_FALSE(engine);
    return engine ? EngineFault{} : engine.error();
  }
  /// What is wrong with an engine that is asked for a move and does this.
  EngineFault fault_of_move(std::string_view commands, double limit_seconds = 20) {
    const auto engine = start(fmt::format("{}{}{}", kGreets, kHearsGo, commands));
    EXPECT_TRUE(engine) << engine.error().message;
    if (!engine) return engine.error();
    const auto report = (*engine)->think("position startpos", "go depth 1", limit_seconds);
    EXPECT_FALSE(report);
    return report ? EngineFault{} : report.error();
  }

  const test::TemporaryFolder folder_;
  std::atomic<bool> stopped_{false};
};

/// On a busy machine; without limits it would be for ever.
constexpr auto kSoon = 15s;

TEST_F(HostileEngine, ThatFloodsWithLinesIsFoundOut) {
  const EngineFault fault = fault_of_move("exec yes info string x");
  EXPECT_EQ(fault.message, "it writes more than 100,000 lines and no answer");
  EXPECT_EQ(fault.code, EngineError::Flood);
}

TEST_F(HostileEngine, ThatFloodsIsStillHeldToItsTime) {
  // So long that the time is over before there are too many of them.
  const auto begin = Clock::now();
  const EngineFault fault =
      fault_of_move("exec yes \"$(head -c 60000 /dev/zero | tr '\\0' x)\"", 0.2);
  EXPECT_LT(Clock::now() - begin, kSoon);
  EXPECT_EQ(fault.code, EngineError::Silent) << fault.message;
}

TEST_F(HostileEngine, ThatFloodsWithEmptyLinesCostsNoMoreThanThat) {
  const auto begin = Clock::now();
  EXPECT_EQ(fault_of_move("exec yes ''").code, EngineError::Flood);
  EXPECT_LT(Clock::now() - begin, kSoon);
}

TEST_F(HostileEngine, ThatFloodsItsErrorsIsStillHeldToItsTime) {
  const auto begin = Clock::now();
  EXPECT_EQ(fault_of_move("yes complaint >&2", 0.2).code, EngineError::Silent);
  EXPECT_LT(Clock::now() - begin, kSoon);
}

TEST_F(HostileEngine, ThatWritesZerosWithoutALineFeedIsFoundOut) {
  EXPECT_EQ(fault_of_move("exec cat /dev/zero").message,
            "it writes a line of more than 65,536 bytes");
  EXPECT_EQ(fault_at_start("exec cat /dev/zero").message,
            "Hostile: it writes a line of more than 65,536 bytes");
}

TEST_F(HostileEngine, ThatFloodsWithOptionsIsFoundOut) {
  EXPECT_EQ(fault_at_start("exec yes option name x type button").message,
            "Hostile: it lists more than 1,000 options");
}

TEST_F(HostileEngine, ThatNeverGetsReadyIsNotWaitedForLong) {
  const EngineFault fault = fault_at_start("read l; echo uciok; exec sleep 100");
  EXPECT_EQ(fault.message, "Hostile: it does not answer 'isready' within 0.3 s");
}

TEST_F(HostileEngine, ThatClosesItsOutputAndStaysIsEnded) {
  const auto begin = Clock::now();
  EXPECT_EQ(fault_of_move("exec sleep 100 >&-").message, "it closed its output");
  EXPECT_LT(Clock::now() - begin, kSoon);
}

TEST_F(HostileEngine, LeavesNothingBehindInAnotherSession) {
  const std::string file = (folder_.path() / "child").string();
  // One child of the engine's, and one that has no parent any more.
  auto engine = start(fmt::format(
      "setsid sleep 100 </dev/null >/dev/null 2>&1 & echo $! >{0}\n"
      "sh -c 'setsid sleep 100 </dev/null >/dev/null 2>&1 & echo $! >>{0}'\n{1} read l; read l",
      file, kGreets));
  ASSERT_TRUE(engine) << engine.error().message;
  std::ifstream numbers(file);
  std::array<pid_t, 2> children{};
  for (pid_t& child : children) ASSERT_TRUE(numbers >> child);
  const auto is_running = [](pid_t child) {
    std::ifstream status("/proc/" + std::to_string(child) + "/stat");
    std::string number, name, state;
    return status >> number >> name >> state && state != "Z";
  };
  for (const pid_t child : children) EXPECT_TRUE(is_running(child));
  engine->reset();
  for (const pid_t child : children) EXPECT_FALSE(is_running(child));
}

TEST_F(HostileEngine, CannotFillMemoryWithItsLines) {
  std::string line = "info depth 1 score cp 0 pv";
  for (int i = 0; i < 10'000; ++i) line += " e2e4";
  EngineReport report;
  read_info(line, report);
  EXPECT_EQ(report.line.size(), 500u);
  read_info("info depth 1 score cp 0 pv e2e4 " + std::string(60'000, 'x') + " e7e5", report);
  EXPECT_EQ(report.line, std::vector<std::string>{"e2e4"});
  read_info("info depth 1 score cp 0 pv", report);
  EXPECT_TRUE(report.line.empty());
}

}  // namespace
}  // namespace lucena
