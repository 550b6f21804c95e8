// SPDX-License-Identifier: GPL-3.0-or-later
// Laws: whatever a person types at `lucena play`, what is said is fit for a terminal, the position
// and the game can be read back, and the conversation ends when nobody answers any more.
#include <unistd.h>

#include <algorithm>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/pgn.h"
#include "console/play_session.h"
#include "console/setting_up.h"
#include "console/verdict.h"
#include "fuzz/fuzzer.h"
#include "support/temporary_folder.h"

namespace lucena::test {
namespace {

FuzzVerdict broken(std::string law) {
  return {.accepted = true, .broken_law = std::move(law)};
}

/// Types the lines of a text and then, during a game, "fen" and "pgn", whose answers it keeps.
class Typist final : public Conversation {
 public:
  explicit Typist(std::string_view text) : rest_(text) {}

  void say(std::string_view text) override {
    said_ += text;
    const auto is_unfit = [](unsigned char c) { return (c < ' ' && c != '\n') || c > '~'; };
    if (std::any_of(text.begin(), text.end(), is_unfit)) fit_ = false;
  }
  std::optional<std::string> ask(std::string_view prompt) override {
    is_resigning_ = prompt == "resign> ";
    if (last_question_ == "fen") fen_ = said_;
    if (last_question_ == "pgn") pgn_ = said_;
    said_.clear();
    last_question_.clear();
    while (!rest_.empty()) {
      if (const auto line = next_line()) return line;
    }
    return at_the_end();
  }

  void begin_game() { playing_ = true; }
  bool is_fit() const { return fit_; }
  std::size_t asked_in_vain() const { return asked_in_vain_; }
  const std::optional<std::string>& fen() const { return fen_; }
  const std::optional<std::string>& pgn() const { return pgn_; }

 private:
  /// Nothing for a line that would write a file.
  std::optional<std::string> next_line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = trim(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    const auto words = split_words(line);
    if (words.size() > 1 && lower_case(words.front()) == "pgn") return {};
    return std::string(line);
  }
  std::optional<std::string> at_the_end() {
    if (playing_ && is_resigning_) return "no";
    if (playing_ && !fen_) return last_question_ = "fen";
    if (playing_ && !pgn_) return last_question_ = "pgn";
    ++asked_in_vain_;
    return {};
  }

  std::string_view rest_;
  std::string said_, last_question_;
  bool playing_ = false, is_resigning_ = false, fit_ = true;
  std::size_t asked_in_vain_ = 0;
  std::optional<std::string> fen_, pgn_;
};

FuzzVerdict check_end(const Typist& typist) {
  if (!typist.is_fit()) return broken("something is not fit for a terminal");
  if (typist.asked_in_vain() > 3) return broken("it asks on though nobody answers");
  if (typist.fen() && !parse_fen(trim(*typist.fen()))) return broken("no FEN: " + *typist.fen());
  if (!typist.pgn()) return {.accepted = typist.fen().has_value()};
  PgnReader reader(*typist.pgn());
  const auto game = reader.next();
  if (!game || !*game) return broken("the game cannot be read back: " + *typist.pgn());
  if (reader.next()) return broken("one game has become two");
  return {.accepted = true};
}

/// The chances of a text are its own: which side the person plays, and by which rules.
FuzzVerdict check(Oracle& oracle, const std::string& text) {
  Typist typist(text);
  std::mt19937_64 random(text.size());
  SettingUp setting_up(typist, oracle, random);
  const auto start = setting_up.start({});
  if (!start) return check_end(typist);
  PlayOptions options;
  options.rules = {.fifty_moves = text.size() % 2 == 0,
                   .metric = text.size() % 7 == 0 ? Metric::Conversion : Metric::Mate};
  options.person = {text.size() % 3 != 0, text.size() % 3 != 1};
  options.hints = text.size() % 5 == 0;
  options.seed = text.size();
  options.opponent.depth = 1;  // of a game with many men, whose length counts and not its quality
  typist.begin_game();
  if (const auto sentence = verdict(oracle, start->position, options.rules)) typist.say(*sentence);
  PlaySession(typist, oracle, *start, options).run();
  return check_end(typist);
}

FuzzTarget target(Oracle& oracle) {
  return {.corpus =
              {"KQvK\nrandom\nwhite\nhint\nmoves\nwhy\nundo\nquit\n",
               "hardest KRvK\nKb2\nhint\nRh3\nd7\nflip\nboard\nfen\npgn\nresign\nno\nresign\nyes\n"
               "undo\nquit\n",
               "8/8/8/8/8/2k5/8/K6Q w - - 0 1\nQd5\nQh3+\nKb1\nundo\nundo\n?\nhelp\nexit\n",
               "Ke1 Rh1 / Ke8\nwhite\nyes\nO-O\ne1g1\nRh8+\nwhy\n",
               "Kg6 Qf7 / Kh8\nblack\nundo\nfen\n", "random draw KPvK\ne2e4\nK(4,7)\ne6-d7\n",
               "8/4P3/8/8/8/2k5/8/K7 w - - 98 80\ne8=Q\ne8Q\ne7e8r\nmoves\nhint\nwhy\n",
               "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\nhint\npgn\nundo\n",
               "KBNvK\nKRvKR\nKKvK\nx.K(1,4), x.R(3,5), y.K(7,7)\nwhite\n"},
          .tokens = {"\n",
                     "hint\n",
                     "moves\n",
                     "why\n",
                     "undo\n",
                     "redo\n",
                     "next\n",
                     "back\n",
                     "start\n",
                     "end\n",
                     "goto 2...\n",
                     "go\n",
                     "side both\n",
                     "flip\n",
                     "board\n",
                     "fen\n",
                     "pgn\n",
                     "resign\n",
                     "yes\n",
                     "no\n",
                     "help\n",
                     "quit\n",
                     "random ",
                     "hardest ",
                     "win ",
                     "draw ",
                     "KQvK",
                     "KRvK",
                     "KPvK",
                     "KvKP",
                     "Kd7",
                     "e6-d7",
                     "K(4,7)",
                     "O-O",
                     "e8=Q",
                     "Q",
                     "x",
                     "+",
                     "#",
                     "white\n",
                     "black\n",
                     "w - - 0 1",
                     "/",
                     "8/",
                     " / ",
                     "\t",
                     "\x1b[31m",
                     "\xc3\xa4",
                     "99999999999999999999",
                     "Ra1xa8",
                     "both\n"},
          .check = [&oracle](const std::string& text) { return check(oracle, text); }};
}

}  // namespace
}  // namespace lucena::test

/// Endings with few men alone fit into the memory; for others there is an excuse, which is as good
/// an answer to look at. They stay in a folder of the fuzzer's own.
int main(int argc, char** argv) {
  const lucena::test::TemporaryFolder folder;
  if (chdir(folder.path().c_str()) != 0) return 2;
  lucena::Oracle oracle({.folder = folder.path(), .threads = 1, .memory_bytes = 32u << 20});
  return lucena::test::fuzz(argc, argv, lucena::test::target(oracle));
}
