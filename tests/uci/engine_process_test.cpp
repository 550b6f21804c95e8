// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/engine_process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

#include "support/fake_engine.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using namespace std::chrono_literals;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class EngineProcessTest : public testing::Test {
 protected:
  EngineProcessTest() { signal(SIGPIPE, SIG_IGN); }

  Result<std::unique_ptr<EngineProcess>, EngineFault> start(const std::string& text) {
    return EngineProcess::start(*parse_engine_command(text), stopped_);
  }
  std::unique_ptr<EngineProcess> fake(const std::string& arguments) {
    auto engine = start(test::fake_engine(LUCENA_TEST_DATA, arguments));
    EXPECT_TRUE(engine) << engine.error().message;
    return std::move(*engine);
  }
  /// What becomes of the question for a move.
  EngineFault fault(EngineProcess& engine, double limit_seconds = 10) {
    const auto report = engine.think(position_text(*start_, {}), "go depth 1", limit_seconds);
    EXPECT_FALSE(report);
    return report ? EngineFault{} : report.error();
  }

  std::atomic<bool> stopped_{false};
  const Result<Position, ChessFault> start_ = parse_fen(test::kShufflePosition);
  const test::TemporaryFolder folder_;
};

TEST_F(EngineProcessTest, AsksForAMove) {
  const auto engine = fake("");
  EXPECT_FALSE(engine->new_game());
  const auto report = engine->think(position_text(*start_, {}), "go depth 1", 10);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->best_move, "g1f1");
  EXPECT_EQ(report->score, (EngineScore{EngineScore::Kind::Centipawns, 25}));
  EXPECT_EQ(report->depth, 7u);
  EXPECT_EQ(report->nodes, 99u);
  EXPECT_EQ(report->line, std::vector<std::string>{"g1f1"});
}

TEST_F(EngineProcessTest, TellsTheEngineItsOptionsAndPositions) {
  const std::string log = (folder_.path() / "log").string();
  {
    const auto engine = fake("option.Hash=4 'option.skill level=9' log:" + log);
    EXPECT_FALSE(engine->new_game());
    const Move move("g1"_sq, "f1"_sq);
    ASSERT_TRUE(engine->think(position_text(*start_, {move}), "go nodes 5", 10));
    ASSERT_TRUE(engine->think(position_text(Position::initial(), {}), "go nodes 5", 10));
  }
  std::ifstream file(log);
  const std::string heard((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(heard,
            "uci\nsetoption name Hash value 4\nsetoption name skill level value 9\nisready\n"
            "ucinewgame\nisready\n"
            "position fen r5k1/6pp/8/8/8/8/6PP/R5K1 w - - 0 1 moves g1f1\ngo nodes 5\n"
            "position startpos\ngo nodes 5\nstop\nquit\n");
}

TEST_F(EngineProcessTest, RefusesWhatCannotPlay) {
  const auto refusal = [&](const std::string& text) {
    const auto engine = start(text);
    return engine ? "" : engine.error().message;
  };
  EXPECT_EQ(refusal("/nowhere/fish"),
            "'/nowhere/fish' cannot be started: No such file or directory");
  EXPECT_EQ(refusal("false"), "false: it ended with status 1");
  EXPECT_EQ(refusal("sh -c 'echo no >&2; exit 7'"), "sh: it ended with status 7: 'no'");
  EXPECT_EQ(refusal(test::fake_engine(LUCENA_TEST_DATA, "name=Fake option.Hsh=1")),
            "Fake has no option 'Hsh'; did you mean 'Hash'?");
}

TEST_F(EngineProcessTest, SaysHowTheEngineEnded) {
  const EngineFault crash = fault(*fake("crash"));
  EXPECT_EQ(crash.code, EngineError::Ended);
  EXPECT_EQ(crash.message, "it ended with status 3: 'the bishop has left the building'");
}

TEST_F(EngineProcessTest, SaysWhichSignalEndedTheEngine) {
  const auto engine =
      start("sh -c 'read a; echo uciok; read a; echo readyok; read a; read a; kill -SEGV $$'");
  ASSERT_TRUE(engine);
  EXPECT_EQ(fault(**engine).message, "it was ended by signal 11 (Segmentation fault)");
}

TEST_F(EngineProcessTest, StopsAnEngineThatIsLateAndGoesOn) {
  const auto engine = fake("late");
  EXPECT_EQ(fault(*engine, 0.1).code, EngineError::Late);
  EXPECT_EQ(fault(*engine, 0.1).code, EngineError::Late);
  EXPECT_FALSE(engine->new_game());
}

TEST_F(EngineProcessTest, KillsAnEngineThatHangs) {
  auto engine = fake("hang");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(fault(*engine, 0.1).code, EngineError::Silent);
  engine.reset();
  EXPECT_LT(seconds_since(begin), 10);
}

TEST_F(EngineProcessTest, GivesUpOnALineWithoutAnEnd) {
  const auto engine = fake("flood");
  EXPECT_EQ(fault(*engine, 20).message, "it writes a line of more than 65,536 bytes");
}

TEST_F(EngineProcessTest, ReturnsSoonWhenStopped) {
  const auto engine = fake("hang");
  const auto begin = std::chrono::steady_clock::now();
  const std::jthread stopper([this] {
    std::this_thread::sleep_for(100ms);
    stopped_ = true;
  });
  EXPECT_EQ(fault(*engine, 60).code, EngineError::Stopped);
  EXPECT_LT(seconds_since(begin), 10);
}

TEST_F(EngineProcessTest, NothingOfAnEngineOutlivesIt) {
  const std::string file = (folder_.path() / "child").string();
  auto engine = fake("crash child:" + file);
  pid_t child = 0;
  std::ifstream(file) >> child;
  ASSERT_GT(child, 0);
  EXPECT_EQ(kill(child, 0), 0);
  EXPECT_EQ(fault(*engine).code, EngineError::Ended);
  engine.reset();
  // Whoever adopts it may need a moment to notice that it is dead.
  const auto is_running = [&] {
    std::ifstream status("/proc/" + std::to_string(child) + "/stat");
    std::string number, name, state;
    return status >> number >> name >> state && state != "Z";
  };
  for (int i = 0; i < 100 && is_running(); ++i) std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(is_running());
}

TEST(EngineReport, TakesOverInfoLines) {
  EngineReport report;
  read_info("info depth 9 seldepth 12 multipv 1 score mate -3 nodes 50 pv e2e4 e7e5", report);
  EXPECT_EQ(report.score, (EngineScore{EngineScore::Kind::Mate, -3}));
  EXPECT_EQ(report.depth, 9u);
  EXPECT_EQ(report.line, (std::vector<std::string>{"e2e4", "e7e5"}));
  read_info("info depth 10 multipv 2 score cp 77 nodes 60 pv d2d4", report);
  read_info("info depth 11 score cp 88 lowerbound nodes 70 pv d2d4", report);
  read_info("info string depth 12 score cp 99 pv d2d4", report);
  read_info("info depth 13 score cp", report);
  read_info("info depth 14 score cp many", report);
  read_info("info", report);
  EXPECT_EQ(report.score, (EngineScore{EngineScore::Kind::Mate, -3}));
  EXPECT_EQ(report.nodes, 70u);
  EXPECT_EQ(report.line, (std::vector<std::string>{"e2e4", "e7e5"}));
}

}  // namespace
}  // namespace lucena
