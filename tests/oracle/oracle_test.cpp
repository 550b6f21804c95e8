// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/oracle.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <new>
#include <thread>

#include "chess/fen.h"
#include "support/given.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::position;

/// Counts what an oracle has to solve.
class Counter final : public CampaignObserver {
 public:
  bool finished(const FinishedEnding& ending) override {
    if (ending.effort) ++endings;
    return true;
  }
  void warn(const std::string& message) override { warnings.push_back(message); }

  std::size_t endings = 0;
  std::vector<std::string> warnings;
};

TEST(Oracle, SolvesWhatIsMissingAndKeepsIt) {
  const test::TemporaryFolder folder;
  const std::filesystem::path tables = folder.path() / "a" / "b";
  {
    Oracle oracle({.folder = tables});
    Counter counter;
    oracle.observe(&counter);
    const auto answer = oracle.answer(position("8/8/8/8/4k3/8/1P6/K7 w - - 0 1"));
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(counter.endings, 5u);
    EXPECT_TRUE(std::filesystem::exists(tables / "KPvK.mate"));
    EXPECT_TRUE(std::filesystem::exists(tables / "KPvK.zeroing"));
    EXPECT_FALSE(std::filesystem::exists(tables / "KPvK.conversion"));
  }
  Oracle again({.folder = tables});
  Counter counter;
  again.observe(&counter);
  ASSERT_TRUE(again.answer(position("8/8/8/8/4k3/8/1P6/K7 w - - 0 1")));
  EXPECT_EQ(counter.endings, 0u);
}

TEST(Oracle, SolvesNothingThatIsThere) {
  const test::TemporaryFolder folder;
  const Position rook = position("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  const Position pawn = position("8/8/8/8/4k3/8/1P6/K7 w - - 0 1");
  ASSERT_TRUE(Oracle({.folder = folder.path()}).answer(rook));
  Oracle oracle({.folder = folder.path()});
  Counter counter;
  oracle.observe(&counter);
  const auto answer = oracle.answer(pawn);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(counter.endings, 4u);  // KQvK, KBvK, KNvK and KPvK
}

/// Whoever asks for what is there does not wait for whoever has something solved.
TEST(Oracle, AnswersWhileSomethingElseIsSolved) {
  class Gate final : public CampaignObserver {
   public:
    void begin(const Solver&, const CampaignPlan&) override {
      std::unique_lock lock(mutex);
      is_solving = true;
      changed.notify_all();
      changed.wait_for(lock, std::chrono::seconds(60), [&] { return may_go_on; });
    }

    std::mutex mutex;
    std::condition_variable changed;
    bool is_solving = false, may_go_on = false;
  };
  const test::TemporaryFolder folder;
  const Position rook = position("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  Oracle oracle({.folder = folder.path()});
  ASSERT_TRUE(oracle.answer(rook));
  Gate gate;
  oracle.observe(&gate);
  std::jthread solving(
      [&] { EXPECT_TRUE(oracle.answer(position("8/8/8/8/8/2k5/8/K6Q w - - 0 1"))); });
  {
    std::unique_lock lock(gate.mutex);
    ASSERT_TRUE(
        gate.changed.wait_for(lock, std::chrono::seconds(60), [&] { return gate.is_solving; }));
  }
  EXPECT_TRUE(oracle.answer(rook));
  const std::lock_guard lock(gate.mutex);
  EXPECT_FALSE(gate.may_go_on);
  gate.may_go_on = true;
  gate.changed.notify_all();
}

TEST(Oracle, SolvesTheDistanceToConversionWhenAskedFor) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  const auto answer =
      oracle.answer(position("8/8/8/3k4/8/8/8/KQ5r w - - 0 1"), {.metric = Metric::Conversion});
  ASSERT_TRUE(answer) << answer.error().message;
  // 1. Qxh1+ takes the rook.
  EXPECT_EQ(answer->distance, Worth::win(1));
  EXPECT_EQ(answer->moves.front().distance, Worth::win(1));
  EXPECT_GT(answer->mate.plies(), 10u);
}

TEST(Oracle, StillAnswersWhenTablesCannotBeKept) {
  const test::TemporaryFolder folder;
  const std::filesystem::path tables = folder.path() / "file";
  std::ofstream(tables) << "a file where a folder should be";
  Oracle oracle({.folder = tables});
  Counter counter;
  oracle.observe(&counter);
  const auto answer = oracle.answer(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->mate, Worth::win(27));
  EXPECT_EQ(counter.warnings.size(), 1u);
}

TEST(Oracle, RefusesTooManyMen) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  const auto answer = oracle.answer(Position::initial());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, OracleError::TooManyMen);
}

/// What takes long is told beforehand, and left alone unless somebody says yes. Where there is too
/// little memory for it, nobody is asked.
TEST(Oracle, AsksBeforeItSolvesSixMen) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  const Position six = position("8/8/8/3k4/8/2rn4/4R3/K1B5 w - - 0 1");
  EXPECT_FALSE(oracle.is_at_hand(six));
  const auto unasked = oracle.answer(six);
  ASSERT_FALSE(unasked);
  EXPECT_TRUE(unasked.error().message.starts_with("KRBvKRN ")) << unasked.error().message;
  if (unasked.error().code == OracleError::NotEnoughMemory) return;
  EXPECT_EQ(unasked.error().code, OracleError::NotSolved);
  std::vector<std::string> questions;
  oracle.ask_before_long_work([&](const Material& material, const Forecast& forecast) {
    questions.push_back(material.name());
    EXPECT_GT(forecast.memory_bytes, std::uint64_t{8} << 30);
    EXPECT_GT(forecast.scratch_bytes, std::uint64_t{1} << 30);
    return false;
  });
  const auto refused = oracle.answer(six);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, OracleError::NotSolved);
  EXPECT_EQ(questions, std::vector<std::string>{"KRBvKRN"});
  EXPECT_TRUE(folder.names().empty()) << "nothing was solved for nothing";
  EXPECT_TRUE(oracle.answer(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"))) << "nobody is asked";
  EXPECT_EQ(questions.size(), 1u);
}

TEST(Oracle, AsksForSixMenWithCastlingRightsAlike) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  std::vector<std::string> questions;
  oracle.ask_before_long_work([&](const Material& material, const Forecast&) {
    questions.push_back(material.name());
    return false;
  });
  const auto rights = oracle.answer(position("4k3/8/8/8/8/2rn4/8/2B1K2R w K - 0 1"));
  ASSERT_FALSE(rights);
  if (rights.error().code == OracleError::NotEnoughMemory) return;
  EXPECT_EQ(rights.error().code, OracleError::NotSolved);
  EXPECT_EQ(questions, std::vector<std::string>{"KRBvKRN"});
}

TEST(Oracle, SaysHowMuchMemoryItWouldNeed) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path(), .memory_bytes = 1000});
  const auto answer = oracle.answer(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, OracleError::NotEnoughMemory);
}

/// Memory runs out when the first ending is done, once in a stage of its own and once not.
TEST(Oracle, SaysSoWhenMemoryRunsOutAndIsStillOfUse) {
  class Forgetful final : public CampaignObserver {
   public:
    bool finished(const FinishedEnding&) override { throw std::bad_alloc(); }
    void end() override { ++ends; }
    int ends = 0;
  };
  for (const unsigned threads : {1u, 2u}) {
    const test::TemporaryFolder folder;
    const Position pawn = position("8/8/8/8/4k3/8/1P6/K7 w - - 0 1");
    Oracle oracle({.folder = folder.path(), .threads = threads});
    Forgetful forgetful;
    oracle.observe(&forgetful);
    const auto answer = oracle.answer(pawn);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, OracleError::NotEnoughMemory);
    EXPECT_EQ(answer.error().message, "the memory that was available at first has run out");
    EXPECT_EQ(forgetful.ends, 1);
    oracle.observe(nullptr);
    EXPECT_TRUE(oracle.answer(pawn));
  }
}

TEST(Oracle, GivesUpWhenCancelled) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  const std::atomic<bool> raised{true};
  oracle.cancel_on(raised);
  const auto answer = oracle.answer(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, OracleError::Cancelled);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Oracle, NeverAnswersFromADamagedTable) {
  const test::TemporaryFolder folder;
  const Position rook = position("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  ASSERT_TRUE(Oracle({.folder = folder.path()}).answer(rook));
  std::fstream file(folder.path() / "KRvK.mate", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(200);
  file.put('\x55');
  file.close();
  const auto answer = Oracle({.folder = folder.path()}).answer(rook);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, OracleError::Table);
  EXPECT_NE(answer.error().message.find("KRvK.mate"), std::string::npos);
}

/// As `lucena tables --remove` may do at any moment: between the look into the folder and the
/// opening of the file.
TEST(Oracle, AnswersThoughATableIsRemovedMeanwhile) {
  const test::TemporaryFolder folder;
  const Position rook = position("8/8/8/8/8/2k5/8/K6R w - - 0 1");
  Oracle oracle({.folder = folder.path()});
  ASSERT_FALSE(oracle.prepare(Material::of(rook)));
  ASSERT_TRUE(std::filesystem::remove(folder.path() / "KRvK.mate"));
  ASSERT_TRUE(std::filesystem::remove(folder.path() / "KRvK.zeroing"));
  const auto answer = oracle.answer(rook);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->moves.front().mate.plies(), 27u);
  const auto worth = oracle.worth(rook, Metric::Conversion);
  ASSERT_TRUE(worth) << worth.error().message;
}

/// Removes a table when it is about to be read.
class Remover final : public CampaignObserver {
 public:
  explicit Remover(std::filesystem::path table) : table_(std::move(table)) {}
  void next(std::size_t, bool is_read) override {
    if (is_read) removed += std::filesystem::remove(table_) ? 1 : 0;
  }
  void warn(const std::string&) override {}

  int removed = 0;

 private:
  const std::filesystem::path table_;
};

TEST(Oracle, SolvesAnewWhatIsRemovedBeforeItIsRead) {
  for (const std::string name : {"KQvK.mate", "KQvK.zeroing"}) {
    const test::TemporaryFolder folder;
    Oracle oracle({.folder = folder.path()});
    Remover remover(folder.path() / name);
    oracle.observe(&remover);
    ASSERT_FALSE(oracle.prepare(*Material::parse("KQvK")));
    const auto answer = oracle.answer(position("8/8/8/8/4k3/8/1P6/K7 w - - 0 1"));
    ASSERT_TRUE(answer) << name << ": " << answer.error().message;
    EXPECT_GT(remover.removed, 0);
  }
}

/// It is neither opened, which would wait for its writer, nor replaced by a table.
TEST(Oracle, PassesOverAPipeWithTheNameOfATable) {
  const test::TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "KRvK.mate";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Oracle oracle({.folder = folder.path()});
  Counter counter;
  oracle.observe(&counter);
  const auto answer = oracle.answer(position("8/8/8/8/8/2k5/8/K6R w - - 0 1"));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->moves.front().mate.plies(), 27u);
  EXPECT_EQ(counter.warnings,
            std::vector<std::string>{"the tables cannot be kept: cannot write " + pipe.string() +
                                     ": it is a pipe, not a file"});
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(oracle.tables().obstacles(), std::vector<std::string>{"cannot read " + pipe.string() +
                                                                  ": it is a pipe, not a file"});
}

TEST(TablesFolder, IsTheOneAskedForElseOfTheEnvironmentElseTheUsers) {
  ::setenv("LUCENA_TABLES", "/from/environment", 1);
  EXPECT_EQ(tables_folder("/asked/for"), "/asked/for");
  EXPECT_EQ(tables_folder({}), "/from/environment");
  ::unsetenv("LUCENA_TABLES");
  ::setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(tables_folder({}), "/data/lucena");
  ::setenv("HOME", "/home/somebody", 1);
  // As the XDG specification says of a path that is not absolute.
  for (const char* relative : {"data", "./data", "../data", "~/data"}) {
    ::setenv("XDG_DATA_HOME", relative, 1);
    EXPECT_EQ(tables_folder({}), "/home/somebody/.local/share/lucena") << relative;
  }
  ::unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(tables_folder({}), "/home/somebody/.local/share/lucena");
  ::unsetenv("HOME");
  EXPECT_FALSE(tables_folder({}));
}

}  // namespace
}  // namespace lucena
