// SPDX-License-Identifier: GPL-3.0-or-later
// Laws: whatever a GUI says, in whatever order and while endings are solved in the background,
// "isready" is answered, no line keeps anybody waiting, there are no more best moves than searches,
// and the engine plays on afterwards. Tables are removed now and then, as others may do.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "base/text.h"
#include "chess/move_text.h"
#include "fuzz/fuzzer.h"
#include "support/temporary_folder.h"
#include "uci/protocol.h"

namespace lucena::test {
namespace {

using Clock = std::chrono::steady_clock;

/// Much longer than any line takes on a busy machine, and shorter than for ever.
constexpr std::chrono::seconds kTooLong{60};

FuzzVerdict broken(std::string law) {
  return {.accepted = true, .broken_law = std::move(law)};
}

/// Counts what matters of what the engine says.
class Listener final : public UciOutput {
 public:
  void write(std::string_view lines) override {
    const std::lock_guard lock(mutex_);
    if (lines == "readyok") ++ready_;
    if (lines.starts_with("info string the tables of ")) ++solved_;
    const std::size_t best = lines.rfind("bestmove ");
    if (best == std::string_view::npos) return;
    ++best_moves_;
    last_best_ = lines.substr(best + 9, lines.find(' ', best + 9) - best - 9);
  }
  std::size_t ready() const { return locked(ready_); }
  std::size_t solved() const { return locked(solved_); }
  std::size_t best_moves() const { return locked(best_moves_); }
  std::string last_best() const { return locked(last_best_); }

 private:
  template <class T>
  T locked(const T& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }

  mutable std::mutex mutex_;
  std::size_t ready_ = 0, solved_ = 0, best_moves_ = 0;
  std::string last_best_;
};

/// Whether all numbers among the words are small.
bool are_small(const std::vector<std::string_view>& words, std::uint64_t largest) {
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return word.find_first_not_of("0123456789") != std::string_view::npos ||
           parse_number(word, largest);
  });
}

/// What would take much time, memory or disk is not tried: large numbers in options, files
/// elsewhere, deep counts, which run to their end, and endings with five men, which take minutes to
/// solve here.
bool is_affordable(std::string_view line) {
  const auto words = split_words(line);
  if (words.empty()) return true;
  if (lower_case(words.front()) == "setoption") {
    const bool threads = lower_case(line).find("threads") != std::string::npos;
    return line.find('/') == std::string_view::npos && are_small(words, threads ? 3 : 64);
  }
  const bool counts =
      words.front() == "bench" || std::find(words.begin(), words.end(), "perft") != words.end();
  if (counts && (words.size() == 1 || !are_small(words, 3))) return false;
  return std::none_of(words.begin(), words.end(), [](std::string_view word) {
    if (word.find('/') == std::string_view::npos) return false;
    const auto men = std::count_if(word.begin(), word.end(),
                                   [](unsigned char c) { return std::isalpha(c) != 0; });
    return men >= 5 && men <= 7;
  });
}

/// Some table, as if by `lucena tables --remove`.
void remove_a_table(const std::filesystem::path& folder, std::size_t choice) {
  std::vector<std::filesystem::path> tables;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".mate") tables.push_back(entry.path());
  }
  std::error_code ignored;
  if (!tables.empty()) std::filesystem::remove(tables[choice % tables.size()], ignored);
}

/// One session; the chances that the text does not decide come from its length, so that the same
/// text is treated in the same way.
class Session {
 public:
  explicit Session(const std::filesystem::path& folder) : folder_(folder) {
    protocol_.handle("setoption name LucenaSolve value true");
  }

  FuzzVerdict check(std::string_view text) {
    std::size_t number = 0;  // of the line
    for (; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!is_affordable(line)) continue;
      if ((number + text.size()) % 97 == 0) remove_a_table(folder_, text.size());
      if (trim(line).starts_with("go")) ++searches_;
      const auto begin = Clock::now();
      if (!protocol_.handle(line)) break;
      protocol_.handle("isready");
      if (Clock::now() - begin > kTooLong) return broken("a line takes too long");
      if (listener_.ready() <= ready_) return broken("'isready' is not answered");
      ready_ = listener_.ready();
    }
    if (number % 4 == 0) linger();
    return end();
  }

 private:
  /// Gives the solver in the background a chance to finish something; else the end of the session
  /// would always come first.
  void linger() const {
    const auto deadline = Clock::now() + std::chrono::milliseconds(500);
    while (listener_.solved() == 0 && Clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  FuzzVerdict end() {
    const auto begin = Clock::now();
    protocol_.handle("stop");
    protocol_.wait();
    if (Clock::now() - begin > kTooLong) return broken("'stop' takes too long");
    const std::size_t found = listener_.best_moves();
    if (found > searches_) return broken("there are more best moves than searches");
    protocol_.handle("setoption name OwnBook value false");
    protocol_.handle("position startpos");
    protocol_.handle("go nodes 50");
    protocol_.wait();
    if (listener_.best_moves() != found + 1) return broken("it does not play on");
    if (!parse_uci(Position::initial(), listener_.last_best())) return broken("an illegal move");
    return {.accepted = found > 0};
  }

  const std::filesystem::path& folder_;
  Listener listener_;
  UciProtocol protocol_{"fuzz", listener_};
  std::size_t searches_ = 0, ready_ = 0;
};

FuzzTarget target(const std::filesystem::path& folder) {
  return {
      .corpus =
          {"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 300\nstop\nd\n",
           "position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1\ngo nodes 200\ngo movetime 20\nisready\n",
           "position fen 8/8/8/8/8/2k5/8/K6Q b - - 0 1 moves c3d3\ngo infinite\nisready\nstop\n",
           "position fen 8/4P3/8/8/8/2k5/8/K7 w - - 90 80\ngo depth 4\nposition startpos\ngo depth "
           "3\n",
           "setoption name Hash value 2\nsetoption name Threads value 2\ngo depth 4\nstop\n"
           "setoption name Clear Hash\nsetoption name MultiPV value 3\ngo nodes 400\n",
           "setoption name LucenaSolve value false\nposition fen 8/8/8/8/8/2k5/8/K6R w - - 0 1\n"
           "go nodes 100\nstop\nsetoption name LucenaSolve value true\ngo nodes 100\n",
           "setoption name UCI_LimitStrength value true\nsetoption name UCI_ShowWDL value true\n"
           "position startpos\ngo wtime 100 btime 100 winc 1 binc 1 movestogo 3\nisready\n",
           "go ponder wtime 50 btime 50\nponderhit\nstop\ngo mate 2\nstop\neval\ngo perft 2\n",
           "setoption name BookFile value book.bin\nsetoption name OwnBook value true\ngo depth "
           "2\n",
           "setoption name LucenaTables value other\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
           "go nodes 50\nbench 1\nstop\ngo searchmoves e1g1 h1h8 depth 3\nquit\n"},
      .tokens = {"go ",
                 "stop\n",
                 "position ",
                 "startpos ",
                 "fen ",
                 "moves ",
                 "e2e4 ",
                 "isready\n",
                 "ucinewgame\n",
                 "setoption name ",
                 " value ",
                 "true",
                 "false",
                 "infinite",
                 "depth 3",
                 "nodes 100",
                 "movetime 5",
                 "perft 3",
                 "ponder ",
                 "ponderhit\n",
                 "searchmoves ",
                 "LucenaSolve",
                 "LucenaTables",
                 "OwnBook",
                 "<empty>",
                 "Hash",
                 "Threads",
                 "MultiPV",
                 "\n",
                 "quit\n",
                 "bench 2\n",
                 "d\n",
                 "eval\n",
                 "\x01\xff",
                 "99999999999999999999",
                 "-1",
                 "8/8/8/8/8/2k5/8/K6Q w - - 0 1",
                 "8/8/8/8/8/2k5/1p6/K7 b - - 99 1",
                 "KQkq",
                 "mate 1",
                 "wtime 10 btime 10 "},
      .check = [&folder](const std::string& text) { return Session(folder).check(text); }};
}

}  // namespace
}  // namespace lucena::test

/// In a folder of its own, so that whatever is named as a folder or file is there.
int main(int argc, char** argv) {
  const lucena::test::TemporaryFolder folder;
  if (chdir(folder.path().c_str()) != 0) return 2;
  setenv("LUCENA_TABLES", folder.path().c_str(), 1);
  return lucena::test::fuzz(argc, argv, lucena::test::target(folder.path()));
}
