// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/protocol.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "support/temporary_folder.h"
#include "uci/info_line.h"

namespace lucena {
namespace {

/// Keeps what was written, and waits for what is still to come.
class Recorder final : public UciOutput {
 public:
  void write(std::string_view lines) override {
    const std::lock_guard lock(mutex_);
    text_ += lines;
    text_ += '\n';
    changed_.notify_all();
  }
  /// Waits until the text holds this; false after a long time.
  bool wait_for(std::string_view part) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30),
                             [&] { return text_.find(part) != std::string::npos; });
  }
  std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(text_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
};

class Protocol : public testing::Test {
 protected:
  Protocol() : protocol_("Lucena test", recorder_) {
    // No tables of whoever runs the test.
    protocol_.handle("setoption name LucenaTables value " + folder_.path().string());
  }
  /// What a line is answered with, once no search runs any more.
  std::string answer(std::string_view line) {
    EXPECT_TRUE(protocol_.handle(line));
    protocol_.wait();
    return recorder_.take();
  }
  static bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  }

  const test::TemporaryFolder folder_;
  Recorder recorder_;
  UciProtocol protocol_;
};

TEST_F(Protocol, IntroducesItself) {
  const std::string text = answer("uci");
  EXPECT_TRUE(text.starts_with("id name Lucena test\nid author "));
  EXPECT_TRUE(text.ends_with("\nuciok\n"));
  for (const std::string_view name :
       {"Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "OwnBook", "BookFile",
        "UCI_LimitStrength", "UCI_Elo", "UCI_ShowWDL", "UCI_AnalyseMode", "LucenaTables",
        "LucenaSolve"}) {
    EXPECT_TRUE(contains(text, "option name " + std::string(name) + " type ")) << name;
  }
  EXPECT_EQ(answer("isready"), "readyok\n");
}

TEST_F(Protocol, FindsAMate) {
  answer("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
  const std::string text = answer("go depth 4");
  EXPECT_TRUE(contains(text, "score mate 1 "));
  EXPECT_TRUE(contains(text, " pv d1d8\n"));
  EXPECT_TRUE(text.ends_with("bestmove d1d8\n"));
}

TEST_F(Protocol, HasNoMoveInMateAndStalemate) {
  answer("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(answer("go depth 4"), "info depth 0 score mate 0\nbestmove (none)\n");
  answer("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(answer("go movetime 10"), "info depth 0 score cp 0\nbestmove (none)\n");
}

TEST_F(Protocol, ReportsEverythingAGuiShows) {
  answer("setoption name UCI_ShowWDL value true");
  answer("setoption name multipv value 2");
  const std::string text = answer("go depth 5");
  for (const std::string_view part :
       {"info depth 5 seldepth ", " multipv 1 score cp ", " multipv 2 score cp ", " wdl ",
        " nodes ", " nps ", " hashfull ", " tbhits 0 time ", " pv "}) {
    EXPECT_TRUE(contains(text, part)) << part << text;
  }
}

TEST_F(Protocol, KeepsThePositionWhenTheNextOneIsNone) {
  answer("position startpos moves e2e4 e7e5");
  const std::string before = answer("d");
  EXPECT_TRUE(
      contains(before, "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
  for (const std::string_view line : {"position", "position nowhere", "position fen",
                                      "position fen 8/8/8 w - - 0 1", "position fen KRvK"}) {
    EXPECT_TRUE(answer(line).starts_with("info string ")) << line;
    EXPECT_EQ(answer("d"), before) << line;
  }
}

TEST_F(Protocol, MakesTheMovesBeforeOneThatIsNotLegal) {
  answer("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1");
  EXPECT_EQ(
      answer("position startpos moves e2e5"),
      "info string the moves end before 'e2e5': a pawn does not move like that from e2 to e5\n");
  EXPECT_TRUE(contains(answer("d"), "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
  EXPECT_EQ(answer("position startpos moves e2e4 nonsense e7e5"),
            "info string the moves end before 'nonsense': 'nonsense' is not a move such as e2e4 or "
            "e7e8q\n");
  EXPECT_TRUE(contains(answer("d"), "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"));
}

TEST_F(Protocol, TakesPositionsAsOtherCommandsDo) {
  for (const std::string_view line :
       {"position fen \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"", "position fen 8/8/8/8/8/2k5/8/K6R",
        "position fen 8/8/8/8/8/2k5/8/K6R w", "position fen Ka1 Rh1 / Kc3 w",
        "position fen '8/8/8/8/8/2k5/8/K5R1 w - - 0 1' moves g1h1"}) {
    answer("position startpos");
    const std::string said = answer(line);
    EXPECT_TRUE(said.empty()) << said;
    EXPECT_TRUE(contains(answer("d"), "Fen: 8/8/8/8/8/2k5/8/K6R ")) << line;
  }
}

TEST_F(Protocol, CommentsOnWhatItDoesNotUnderstand) {
  EXPECT_EQ(answer("xyzzy"), "info string unknown command 'xyzzy'\n");
  EXPECT_EQ(answer("go depth"), "info string 'go depth' needs a number\n");
  EXPECT_EQ(answer("setoption name Hash value 0"),
            "info string Hash must be a number from 1 to 65536, not '0'\n");
  EXPECT_EQ(answer("setoption name Ponder value maybe"),
            "info string Ponder must be true or false, not 'maybe'\n");
  EXPECT_EQ(answer("setoption name Nothing value 1"), "info string there is no option 'Nothing'\n");
  EXPECT_EQ(answer("setoption"), "info string 'setoption' needs a name\n");
  EXPECT_EQ(answer(""), "");
  EXPECT_EQ(answer("   \t "), "");
}

TEST_F(Protocol, AnswersWhileItSearches) {
  protocol_.handle("go infinite");
  ASSERT_TRUE(recorder_.wait_for("info depth 3 "));
  protocol_.handle("isready");
  ASSERT_TRUE(recorder_.wait_for("readyok"));
  EXPECT_FALSE(contains(recorder_.take(), "bestmove"));
  protocol_.handle("setoption name Hash value 2");
  ASSERT_TRUE(recorder_.wait_for("info string options cannot be changed while a search runs"));
  EXPECT_TRUE(contains(answer("stop"), "bestmove "));
}

TEST_F(Protocol, StopsASearchBeforeItHasBegun) {
  for (int i = 0; i < 50; ++i) {
    protocol_.handle("go infinite");
    EXPECT_TRUE(contains(answer("stop"), "bestmove ")) << i;
  }
}

TEST_F(Protocol, WaitsForThePonderedMove) {
  answer("position startpos moves e2e4 e7e5");
  protocol_.handle("go ponder wtime 200 btime 200");
  ASSERT_TRUE(recorder_.wait_for("info depth 4 "));
  EXPECT_FALSE(contains(recorder_.take(), "bestmove"));
  EXPECT_TRUE(contains(answer("ponderhit"), "bestmove "));
}

TEST_F(Protocol, EndsARunningSearchForANewOne) {
  protocol_.handle("go infinite");
  EXPECT_TRUE(contains(answer("go depth 2"), "bestmove "));
}

TEST_F(Protocol, LimitsItsStrength) {
  answer("setoption name UCI_LimitStrength value true");
  answer("setoption name UCI_Elo value 1000");
  EXPECT_TRUE(contains(answer("go movetime 100000"), "bestmove "));
}

TEST_F(Protocol, PondersWithLimitedStrength) {
  answer("setoption name UCI_LimitStrength value true");
  answer("setoption name UCI_Elo value 1000");
  answer("position startpos moves e2e4 e7e5");
  protocol_.handle("go ponder wtime 200 btime 200");
  ASSERT_TRUE(recorder_.wait_for("info depth 1 "));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(contains(recorder_.take(), "bestmove"));
  EXPECT_TRUE(contains(answer("ponderhit"), "bestmove "));
}

TEST_F(Protocol, CountsMovesAndCanBeStopped) {
  EXPECT_TRUE(contains(answer("go perft 3"), "e2e4: 600\n"));
  EXPECT_TRUE(contains(answer("go perft 3"), "\nNodes searched: 8902\n"));
  protocol_.handle("go perft 12");
  const std::string stopped = answer("stop");
  EXPECT_TRUE(contains(stopped, "info string perft was stopped and has no count\n")) << stopped;
  EXPECT_FALSE(contains(stopped, "Nodes searched")) << "a part of a count";
  protocol_.handle("bench 30");
  EXPECT_EQ(answer("stop"), "info string bench was stopped and has no result\n");
}

/// Whatever comes next; the answers stay in their order.
TEST_F(Protocol, CountsToTheEndUnlessItIsStopped) {
  constexpr std::string_view kWhole = "\nNodes searched: 4865609\n";
  protocol_.handle("go perft 5");
  const std::string counted = answer("go depth 2");
  EXPECT_TRUE(contains(counted, kWhole)) << counted;
  EXPECT_LT(counted.find(kWhole), counted.find("bestmove "));
  protocol_.handle("go perft 5");
  EXPECT_TRUE(contains(answer("position startpos moves e2e4"), kWhole));
  protocol_.handle("position startpos");
  protocol_.handle("go perft 5");
  protocol_.handle("go perft 3");
  EXPECT_TRUE(contains(answer("isready"), kWhole));
  protocol_.handle("go perft 5");
  EXPECT_FALSE(protocol_.handle("quit"));
  EXPECT_TRUE(contains(recorder_.take(), kWhole));
}

TEST_F(Protocol, PlaysFromItsBookUnlessItAnalyses) {
  // One entry: in the initial position, a2 to a4 (0x0218) with weight 1.
  constexpr std::array<unsigned char, 16> kEntry{0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                                 0x02, 0x18, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00};
  const std::filesystem::path path = folder_.path() / "one move.bin";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(kEntry.data()), kEntry.size());
  answer("setoption name BookFile value " + path.string());
  EXPECT_NE(answer("go depth 2").find("info depth"), std::string::npos);
  EXPECT_EQ(answer("setoption name OwnBook value true"), "");
  EXPECT_EQ(answer("go depth 2"), "bestmove a2a4\n");
  answer("setoption name UCI_LimitStrength value true");
  EXPECT_EQ(answer("go depth 2"), "bestmove a2a4\n");
  EXPECT_EQ(answer("setoption name BestBookMove value true"), "");
  EXPECT_EQ(answer("go depth 2"), "bestmove a2a4\n");
  answer("setoption name UCI_AnalyseMode value true");
  EXPECT_NE(answer("go depth 2").find("info depth"), std::string::npos);
  EXPECT_TRUE(
      answer("setoption name BookFile value /nowhere").starts_with("info string no book: "));
}

/// The figures stand below their headings: "White" and "Black" end where their second columns do.
TEST_F(Protocol, ExplainsItsEvaluationInColumns) {
  const std::string text = answer("eval");
  EXPECT_TRUE(contains(text, "evaluation: "));
  const std::string sides = text.substr(0, text.find('\n'));
  const std::string columns =
      text.substr(sides.size() + 1, text.find('\n', sides.size() + 1) - sides.size() - 1);
  EXPECT_EQ(sides.find("White") + 5, columns.find("ending") + 6) << text;
  EXPECT_EQ(sides.find("Black") + 5, columns.rfind("ending") + 6) << text;
}

TEST(InfoLine, CountsMatesInMoves) {
  EXPECT_EQ(score_text(mate_in(1)), "mate 1");
  EXPECT_EQ(score_text(mate_in(5)), "mate 3");
  EXPECT_EQ(score_text(mated_in(2)), "mate -1");
  EXPECT_EQ(score_text(mated_in(0)), "mate 0");
  EXPECT_EQ(score_text(-37), "cp -37");
}

TEST(InfoLine, SharesAThousandGames) {
  for (const Value value : {-5000, -150, 0, 10, 150, 5000, mate_in(3), mated_in(3)}) {
    const WinDrawLoss shares = win_draw_loss(value);
    EXPECT_EQ(shares.win + shares.draw + shares.loss, 1000);
    EXPECT_GE(shares.draw, 0);
    EXPECT_EQ(shares.win, win_draw_loss(-value).loss);
  }
  EXPECT_EQ(win_draw_loss(150).win, 500);
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++times;
  return times;
}

/// Every packet of the file is damaged, and a search asks many times for several of them.
TEST_F(Protocol, SaysOnceThatATableIsDamaged) {
  const std::filesystem::path tables = folder_.path() / "tables", file = tables / "KQvK.mate";
  ASSERT_FALSE(Oracle({.folder = tables}).prepare(*Material::parse("KQvK")));
  std::vector<std::uint8_t> bytes = test::read_bytes(file);
  for (std::size_t i = 200; i < bytes.size() / 2; i += 50) bytes[i] ^= 0x55;
  test::write_bytes(file, bytes);
  answer("setoption name LucenaTables value " + tables.string());
  answer("position fen 8/8/8/8/8/2k5/8/K6Q w - - 0 1");
  std::string said = answer("go depth 4");
  EXPECT_EQ(count(said, "info string " + file.string() + " is damaged: "), 1u) << said;
  EXPECT_TRUE(contains(said, "\nbestmove ")) << said;
  said = answer("go depth 4");
  EXPECT_FALSE(contains(said, "damaged")) << said;
}

/// Neither of them is waited for, and the one with the name of a table is named, once.
TEST_F(Protocol, DoesNotWaitForPipes) {
  const std::filesystem::path tables = folder_.path() / "tables", pipe = tables / "KQvK.mate";
  std::filesystem::create_directory(tables);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string refusal = "cannot read " + pipe.string() + ": it is a pipe, not a file\n";
  answer("setoption name OwnBook value true");
  EXPECT_EQ(answer("setoption name BookFile value " + pipe.string()),
            "info string no book: " + refusal);
  EXPECT_EQ(answer("setoption name LucenaTables value " + tables.string()), "");
  EXPECT_EQ(answer("isready"), "readyok\n");
  answer("position fen 8/8/8/8/8/2k5/8/K6Q w - - 0 1");
  EXPECT_EQ(count(answer("go depth 3"), "info string " + refusal), 1u);
  EXPECT_EQ(count(answer("go depth 3"), refusal), 0u);
}

}  // namespace
}  // namespace lucena
