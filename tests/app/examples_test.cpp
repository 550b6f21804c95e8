// SPDX-License-Identifier: GPL-3.0-or-later
// Every example that the README and the help show is run as it is shown: whoever copies one finds
// that it works. What takes too long for that has a stand-in below, with the reason; with every
// effort only matches have one.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "app/command_test.h"
#include "app/commands.h"
#include "base/text.h"
#include "support/effort.h"

namespace lucena::test {
namespace {

/// A line of shell that somebody is told to try, and what the same place shows below it.
struct ShownExample {
  std::string where;
  std::string line;
  std::vector<std::string> shown{};
};

/// What is run instead of an example, and why.
struct StandIn {
  std::string_view line, reason;
};
constexpr std::string_view kFiveMen = "five men take seconds and half a gigabyte";
constexpr std::string_view kFourMen = "four men with pawns take half a minute on a busy machine";
constexpr std::string_view kLongMatch = "matches take minutes";
constexpr std::string_view kServing = "a server runs until Ctrl-C, and there is no browser";
constexpr std::string_view kDeepReview = "the usual depth takes seconds a game";

/// In the foreground it gets the signal once; twice would end it the hard way.
constexpr std::string_view kServeASecond =
    "timeout --foreground --preserve-status --signal INT 1 lucena serve --port 0";

const std::map<std::string_view, StandIn> kStandIns{
    {"lucena solve KRBvKR", {"lucena solve KRvK", kFiveMen}},
    {"lucena solve --men 4", {"lucena solve --men 3", kFourMen}},
    {"lucena verify KRvKP", {"lucena verify KRvK", kFourMen}},
    {"lucena solve KRPvKR", {"lucena solve KPvK", kFiveMen}},
    {"lucena verify KRPvKR --sample 100000", {"lucena verify KRvK --sample 1000", kFiveMen}},
    {"lucena search KPvKP --en-passant only-move=en-passant --count",
     {"lucena search KPvK --en-passant only-move=en-passant --count", kFourMen}},
    {"lucena tables --remove KRPvKR",
     {"lucena solve KQvK && lucena tables --remove KQvK", kFiveMen}},
    {"lucena match --engine stockfish --tc 10+0.1",
     {"lucena match --engine stockfish --tc 0.2+0.01 --games 2", kLongMatch}},
    {"lucena match --engine stockfish --tc 5+0.1",
     {"lucena match --engine stockfish --tc 0.1+0.01 --games 2", kLongMatch}},
    {"lucena match --engine ./a --engine ./b --depth 8 --sprt elo1=5",
     {"lucena match --engine ./a --engine ./b --depth 1 --sprt elo1=5 --games 2", kLongMatch}},
    {"lucena match --engine 'stockfish option.Threads=2' --depth 8",
     {"lucena match --engine 'stockfish option.Threads=2' --depth 1 --games 2", kLongMatch}},
    {"lucena match --engine 'lucena depth=4' --engine 'lucena depth=6'",
     {"lucena match --engine 'lucena depth=1' --engine 'lucena depth=2' --games 2", kLongMatch}},
    {"lucena serve --open", {kServeASecond, kServing}},
    {"lucena serve --port 8080", {kServeASecond, kServing}},
    {"lucena review games.pgn --judge stockfish",
     {"lucena review games.pgn --judge stockfish --depth 4", kDeepReview}},
    {"lucena review games.pgn --judge stockfish --out commented.pgn",
     {"lucena review games.pgn --judge stockfish --depth 4 --out commented.pgn", kDeepReview}},
};

/// What a person types where an example asks; everything else finds nobody at its standard input.
const std::map<std::string_view, std::string_view> kTyped{
    {"lucena play", "random win KQvK\nwhite\nmoves\nquit\n"},
    {"lucena play Ke1 Ra1 h2 / Ke8", "white\nyes\nwhite\nquit\n"},
    {"lucena play 8/8/8/8/8/2k5/8/K6R w - - 0 1", "white\nquit\n"},
    {"lucena play hardest KBNvK --side white", "quit\n"},
    {"lucena play hardest KBNvK --side white --seed 3", "Kb2\nquit\n"},
    {"lucena play random win KQvK --side white", "quit\n"},
    {"lucena train underpromotion trebuchet", "c8=R\nRa8\nagain\nc8=Q\nnext\nresign\nyes\nquit\n"},
};

/// "./lucena solve KRvK   # a comment" without the comment, and as it is called once installed.
std::string command_of(std::string_view text) {
  text = trim(text.substr(0, text.find("  #")));
  return std::string(text.starts_with("./") ? text.substr(2) : text);
}

/// The commands in the README's blocks of code, which begin with "$ ".
std::vector<ShownExample> examples_of_readme() {
  std::ifstream file(std::filesystem::path(LUCENA_TEST_DATA) / ".." / ".." / "README.md");
  std::vector<ShownExample> examples;
  bool in_block = false, in_example = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      in_block = !in_block;
      in_example = false;
    } else if (in_block && line.starts_with("$ ")) {
      examples.push_back({"README.md", command_of(std::string_view(line).substr(2))});
      in_example = true;
    } else if (in_example) {
      examples.back().shown.push_back(line);
    }
  }
  return examples;
}

std::vector<ShownExample> all_examples() {
  std::vector<ShownExample> examples = examples_of_readme();
  EXPECT_GT(examples.size(), 10u) << "the README is not where it should be, or has changed";
  for (const Example& example : first_steps()) examples.push_back({"lucena", example.line});
  for (const Command& command : all_commands()) {
    EXPECT_FALSE(command.examples.empty()) << command.name;
    for (const Example& example : command.examples) {
      examples.push_back({"lucena help " + command.name, example.line});
    }
  }
  return examples;
}

/// A folder with the files that examples take for granted, in which they run.
class Examples : public CommandTest {
 protected:
  Examples() {
    const std::string game =
        "[Event \"Example\"]\n[White \"Anna\"]\n[Black \"Nobody\"]\n[Result \"1-0\"]\n\n"
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";
    write("games.pgn", game + game + game);  // as often as a move must occur to get into a book
    write("positions.txt", std::string(kRookFen) + "\n8/8/8/8/8/2k5/8/K6Q w - - 0 1\n");
    for (const char* engine : {"a", "b"}) {
      write(engine, "#!/bin/sh\nexec lucena uci\n");
      std::filesystem::permissions(path(engine), std::filesystem::perms::owner_all);
    }
    const Finished built = shell("lucena book build games.pgn", "");
    EXPECT_EQ(built.status, 0) << built.err;
  }

  void write(std::string_view name, std::string_view text) const {
    std::ofstream(path(name)) << text;
  }

  Finished shell(std::string_view line, std::string_view typed) const {
    write("typed", typed);
    const std::string programs = std::filesystem::path(LUCENA_PROGRAM).parent_path().string();
    return run_shell(R"(cd "$1" && PATH="$2:$PATH:/usr/games" && exec <typed && eval "$3")",
                     {folder().path().string(), programs, std::string(line)});
  }
};

std::string line_to_run(const std::string& shown) {
  const auto found = kStandIns.find(shown);
  if (found == kStandIns.end()) return shown;
  const auto& [line, reason] = found->second;
  return effort() == Effort::Everything && reason != kLongMatch && reason != kServing
             ? shown
             : std::string(line);
}

/// Whether text has the lines in their order, whatever is in between; "..." stands for anything.
void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  std::size_t begin = 0;
  for (const std::string& line : lines) {
    if (line == "..." || line.empty()) continue;
    const std::size_t found = text.find(line + "\n", begin);
    ASSERT_NE(found, std::string::npos) << "not shown: " << line << "\n" << text;
    begin = found + line.size();
  }
}

TEST_F(Examples, OfTheReadmeAndOfTheHelpWork) {
  const bool has_stockfish = find_program("stockfish").has_value();
  std::set<std::string_view> unused;
  for (const auto& [line, instead] : kStandIns) unused.insert(line);
  for (const auto& [line, typed] : kTyped) unused.insert(line);
  for (const ShownExample& example : all_examples()) {
    SCOPED_TRACE(example.where + ": " + example.line);
    unused.erase(example.line);
    const std::string line = line_to_run(example.line);
    if (!has_stockfish && contains(line, "stockfish")) continue;
    const auto typed = kTyped.find(example.line);
    const Finished finished = shell(line, typed == kTyped.end() ? "" : typed->second);
    EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
    expect_lines(finished.out, example.shown);
    std::filesystem::remove(path("commented.pgn"));
  }
  for (const std::string_view line : unused) ADD_FAILURE() << "no longer an example: " << line;
}

}  // namespace
}  // namespace lucena::test
