// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a person at a shell meets it.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/command_test.h"
#include "app/commands.h"
#include "cuda/gpu.h"
#include "support/terminal.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::run;

/// A line of shell in which "$1" is the program.
Finished shell(std::string_view script) {
  return test::run_shell(script, {LUCENA_PROGRAM});
}

TEST(Program, ShowsItsVersion) {
  const Finished finished = run({"--version"});
  EXPECT_TRUE(finished.out.starts_with("lucena " LUCENA_VERSION "\n")) << finished.out;
  EXPECT_EQ(test::lines_of(finished.out).size(), 1 + find_gpus().size());
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.status, 0);
}

TEST(Program, SaysWhatItIsAndWhatToTryWhenNothingIsAsked) {
  const Finished finished = run({});
  EXPECT_TRUE(contains(finished.out, "Lucena solves chess endings"));
  EXPECT_TRUE(contains(finished.out, "'lucena --help'"));
  const std::vector<std::string> lines = test::lines_of(finished.out);
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                          [](const std::string& line) { return line.starts_with("  lucena "); }),
            5);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(finished.status, 0);
}

TEST(Program, SuggestsTheCommandThatWasMeant) {
  expect_refusal(run({"prft", "3"}), "lucena: unknown command 'prft'; did you mean 'perft'?");
  expect_refusal(run({"hepl"}), "lucena: unknown command 'hepl'; did you mean 'help'?");
  expect_refusal(run({"help", "pertf"}), "lucena: unknown command 'pertf'; did you mean 'perft'?");
}

TEST(Program, PointsToTheHelpWhenNothingSimilarExists) {
  expect_refusal(run({"foo"}), "lucena: unknown command 'foo'; see 'lucena --help'");
  expect_refusal(run({"zugzwang"}), "lucena: unknown command 'zugzwang'; see 'lucena --help'");
  expect_refusal(run({""}), "lucena: unknown command ''; see 'lucena --help'");
  expect_refusal(run({"--zugzwang"}), "lucena: unknown option '--zugzwang'; see 'lucena --help'");
}

TEST(Program, SuggestsTheOptionThatWasMeant) {
  expect_refusal(run({"--versoin"}),
                 "lucena: unknown option '--versoin'; did you mean '--version'?");
  expect_refusal(run({"--hlep"}), "lucena: unknown option '--hlep'; did you mean '--help'?");
  expect_refusal(run({"perft", "3", "--devide"}),
                 "lucena perft: unknown option '--devide'; did you mean '--divide'?");
  expect_refusal(run({"perft", "--thread=2", "3"}),
                 "lucena perft: unknown option '--thread'; did you mean '--threads'?");
}

TEST(Program, ShowsUnprintableWordsHarmlessly) {
  expect_refusal(run({"\x1b[31mred"}), "lucena: unknown command '?[31mred'; see 'lucena --help'");
}

TEST(Help, ShowsExamplesThenCommandsThenOptions) {
  const Finished finished = run({"--help"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  const std::size_t examples = finished.out.find("Examples:");
  const std::size_t commands = finished.out.find("Commands:");
  const std::size_t options = finished.out.find("Options:");
  EXPECT_EQ(examples, 0u);
  EXPECT_LT(examples, commands);
  EXPECT_LT(commands, options);
  EXPECT_NE(options, std::string::npos);
  EXPECT_TRUE(contains(finished.out, "lucena perft 6"));
}

TEST(Help, IsTheSameHoweverItIsAskedFor) {
  const std::string program_help = run({"--help"}).out;
  EXPECT_EQ(run({"-h"}).out, program_help);
  EXPECT_EQ(run({"help"}).out, program_help);
  const std::string perft_help = run({"perft", "--help"}).out;
  EXPECT_EQ(run({"perft", "-h"}).out, perft_help);
  EXPECT_EQ(run({"help", "perft"}).out, perft_help);
  EXPECT_EQ(run({"--help", "perft"}).out, perft_help);
  EXPECT_EQ(run({"perft", "abc", "--devide", "--help"}).out, perft_help);
}

TEST(Help, OfACommandShowsExamplesFirstAndEveryOption) {
  const Finished finished = run({"perft", "--help"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(finished.out.starts_with("Examples:\n  lucena perft 6 "));
  for (const std::string_view part :
       {"Usage: lucena perft DEPTH [FEN] [options]", "DEPTH  ", "[FEN]  ", "--divide  ",
        "--threads N  ", "(default: 1)", "-h, --help  "}) {
    EXPECT_TRUE(contains(finished.out, part)) << part;
  }
}

/// In a pipe, 80 columns. Commands are never broken, so that they can be copied.
TEST(Help, IsAsWideAsTheTerminal) {
  const auto expect_within = [](const std::string& text, std::size_t columns) {
    for (const std::string& line : test::lines_of(text)) {
      if (!line.starts_with("  lucena ")) {
        EXPECT_LE(line.size(), columns) << line;
      }
    }
  };
  for (const Command& command : all_commands()) {
    expect_within(run({command.name, "--help"}).out, 80);
  }
  expect_within(run({}).out, 80);
  if (!test::Terminal::is_available()) GTEST_SKIP() << "there are no pseudo-terminals here";
  for (const int columns : {50, 120}) {
    test::Terminal terminal(test::command_line({"help", "match"}), columns);
    EXPECT_EQ(terminal.wait_for_end(), 0);
    const std::string text = terminal.text();
    expect_within(text, columns);
    EXPECT_EQ(contains(text, "crashes, hangs, floods, oversteps its time or plays"), columns == 120)
        << text;
  }
}

/// Who does what, and not "lists the tables".
TEST(Help, HasExamplesWithSubjects) {
  for (const Command& command : all_commands()) {
    for (const Example& example : command.examples) {
      const std::string first = example.meaning.substr(0, example.meaning.find(' '));
      const std::vector<std::string> subjects{"Lucena", "Stockfish", "you",  "your",   "two",
                                              "a",      "the",       "each", "another"};
      EXPECT_NE(std::find(subjects.begin(), subjects.end(), first), subjects.end())
          << example.line << ": " << example.meaning;
    }
  }
}

TEST(Help, TakesOneCommandAtMost) {
  expect_refusal(run({"help", "perft", "x"}),
                 "lucena help: unexpected argument 'x'; see 'lucena help --help'");
}

TEST(Colour, IsForTerminalsOnly) {
  EXPECT_FALSE(contains(run({"--help"}).out, "\x1b"));
  // script(1) runs the command on a terminal of its own.
  const std::string on_terminal = "TERM=xterm script -qec \"'$1' --help\" /dev/null";
  EXPECT_TRUE(contains(shell("unset NO_COLOR; " + on_terminal).out, "\x1b[1mExamples:\x1b[0m"));
  EXPECT_TRUE(contains(shell("NO_COLOR= " + on_terminal).out, "\x1b[1mExamples:\x1b[0m"));
  const std::string plain = shell("NO_COLOR=1 " + on_terminal).out;
  EXPECT_TRUE(contains(plain, "Examples:"));
  EXPECT_FALSE(contains(plain, "\x1b"));
}

TEST(PerftCommand, PrintsTheCountAloneAndTheSpeedOnStderr) {
  const Finished finished = run({"perft", "4"});
  EXPECT_EQ(finished.out, "197281\n");
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(finished.err.starts_with("197,281 nodes in ")) << finished.err;
  EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1);
}

TEST(PerftCommand, TakesAFenQuotedOrNot) {
  EXPECT_EQ(run({"perft", "3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"}).out, "2812\n");
  EXPECT_EQ(run({"perft", "3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-", "0", "1"}).out,
            "2812\n");
  EXPECT_EQ(run({"perft", "3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-"}).out, "2812\n");
}

TEST(PerftCommand, DividesByFirstMove) {
  // The order of the moves is the generator's own affair.
  const Finished sorted = shell("\"$1\" perft 2 --divide '8/P7/8/8/8/8/k7/2K5 w - - 0 1' | sort");
  EXPECT_EQ(sorted.out,
            "a7a8b: 3\na7a8n: 3\na7a8q: 1\na7a8r: 1\nc1c2: 2\nc1d1: 5\nc1d2: 5\ntotal: 20\n");
  EXPECT_TRUE(run({"perft", "2", "--divide"}).out.ends_with("\ntotal: 400\n"));
  EXPECT_EQ(run({"perft", "0", "--divide"}).out, "total: 1\n");
}

TEST(PerftCommand, CountsTheSameWithAnyNumberOfThreads) {
  EXPECT_EQ(run({"perft", "4", "--threads", "3"}).out, "197281\n");
  EXPECT_EQ(run({"perft", "--threads=2", "4"}).out, "197281\n");
  EXPECT_EQ(run({"perft", "3", "--divide", "--threads", "2"}).out,
            run({"perft", "3", "--divide"}).out);
}

TEST(PerftCommand, CountsTheSameWithEveryInstructionSet) {
  for (const std::string_view level : {"none", "avx2", "avx512"}) {
    const std::string variable = "LUCENA_SIMD=" + std::string(level);
    EXPECT_EQ(shell(variable + " \"$1\" perft 4").out, "197281\n") << level;
  }
}

TEST(PerftCommand, ReachesDepthZero) {
  EXPECT_EQ(run({"perft", "0"}).out, "1\n");
}

TEST(PerftCommand, RefusesAValueAndSaysWhichValuesItTakes) {
  for (const std::string word : {"abc", "31", "-1", "3.5", "", "99999999999999999999"}) {
    expect_refusal(run({"perft", word}),
                   "lucena perft: DEPTH must be a number from 0 to 30, not '" + word + "'");
  }
  expect_refusal(run({"perft", "3", "--threads", "0"}),
                 "lucena perft: --threads must be a number from 1 to 1024, not '0'");
  expect_refusal(run({"perft", "3", "--threads", "--divide"}),
                 "lucena perft: --threads must be a number from 1 to 1024, not '--divide'");
}

TEST(PerftCommand, RefusesAMissingOrUselessValue) {
  expect_refusal(run({"perft"}), "lucena perft: DEPTH is required; see 'lucena perft --help'");
  expect_refusal(run({"perft", "3", "--threads"}),
                 "lucena perft: --threads needs a value; see 'lucena perft --help'");
  expect_refusal(run({"perft", "3", "--threads="}),
                 "lucena perft: --threads needs a value; see 'lucena perft --help'");
  expect_refusal(run({"perft", "3", "--divide=yes"}),
                 "lucena perft: --divide takes no value; see 'lucena perft --help'");
}

TEST(PerftCommand, RefusesABadFenWithItsReason) {
  expect_refusal(run({"perft", "3", "8/8/8/8/8/8/8/4K3 w - - 0 1"}),
                 "lucena perft: Black has no king");
  expect_refusal(run({"perft", "3", "--divide", "start"}),
                 "lucena perft: 'start' is neither a FEN nor a list of men such as Ke1 Ra1 / Ke8");
  expect_refusal(run({"perft", "3", ""}),
                 "lucena perft: '' is neither a FEN nor a list of men such as Ke1 Ra1 / Ke8");
}

/// Writes every piece of output at once, so that the first write fails and not the last. The
/// address sanitizer does not like what stdbuf(1) preloads.
const std::string kUnbuffered = "ASAN_OPTIONS=verify_asan_link_order=0 stdbuf -o0 \"$1\" ";

/// None of them is a number to anybody who counts in decimal digits.
TEST(Numbers, ThatAreNoneAreRefusedByEveryOption) {
  const std::vector<std::vector<std::string>> commands{{"match", "--depth"},
                                                       {"match", "--games"},
                                                       {"match", "--margin"},
                                                       {"match", "--tc"},
                                                       {"match", "--patience"},
                                                       {"solve", "KQvK", "--memory"},
                                                       {"solve", "--men"},
                                                       {"probe", "--threads"},
                                                       {"review", "x", "--nodes"},
                                                       {"play", "--seed"},
                                                       {"book", "build", "x", "--plies"}};
  for (std::vector<std::string> words : commands) {
    words.emplace_back();
    for (const char* text : {"inf", "nan", "-inf", "1e999", "0x10", "1e3", "+1", "-1"}) {
      words.back() = text;
      const Finished finished = run(words);
      EXPECT_EQ(finished.status, 2) << words[words.size() - 2] << ' ' << text << finished.err;
    }
  }
}

TEST(Output, ThatCannotBeWrittenIsAFailure) {
  for (const std::string& command : {std::string("\"$1\" perft 3"), std::string("\"$1\" --help"),
                                     kUnbuffered + "perft 3 --divide"}) {
    const Finished finished = shell(command + " >/dev/full");
    EXPECT_EQ(finished.status, 1) << command;
    EXPECT_TRUE(
        contains(finished.err, "lucena: cannot write the output: No space left on device\n"))
        << command;
  }
}

TEST(Output, ToAClosedStreamIsAFailure) {
  const Finished finished = shell("\"$1\" perft 3 >&-");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(contains(finished.err, "lucena: cannot write the output: Bad file descriptor\n"));
}

TEST(Output, ThatNobodyReadsEndsTheProgramQuietly) {
  // The reader has gone before the program writes: the status comes through another descriptor.
  for (const std::string_view command : {"perft 3 --divide", "--version"}) {
    const Finished finished =
        shell("(sleep 0.1; " + kUnbuffered + std::string(command) + "; echo $? >&2) | true");
    EXPECT_EQ(finished.err, "1\n") << command;
  }
}

TEST(Output, WithoutStderrStillArrives) {
  const Finished finished = shell("\"$1\" perft 3 2>&-");
  EXPECT_EQ(finished.out, "8902\n");
  EXPECT_EQ(finished.status, 0);
}

}  // namespace
}  // namespace lucena
