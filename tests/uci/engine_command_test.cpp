// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/engine_command.h"

#include <gtest/gtest.h>

namespace lucena {
namespace {

using Words = std::vector<std::string>;
using Settings = std::vector<EngineCommand::Setting>;

std::string fault(std::string_view text) {
  const auto command = parse_engine_command(text);
  return command ? "" : command.error().message;
}

TEST(EngineCommand, TellsTheProgramsWordsFromOptionsAndSettings) {
  const auto command = parse_engine_command(
      "/opt/fish --quiet option.Threads=1 tc=5+0.1 'option.Skill Level=3' x=1 name=Fish");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->words, (Words{"/opt/fish", "--quiet", "x=1"}));
  EXPECT_EQ(command->options, (Settings{{"Threads", "1"}, {"Skill Level", "3"}}));
  EXPECT_EQ(command->setting("tc"), "5+0.1");
  EXPECT_EQ(command->setting("nodes"), "");
  EXPECT_EQ(command->display_name(), "Fish");
}

TEST(EngineCommand, IsNamedByItsProgram) {
  EXPECT_EQ(parse_engine_command("/usr/games/stockfish")->display_name(), "stockfish");
}

TEST(EngineCommand, QuotesAsAShellDoes) {
  EXPECT_EQ(parse_engine_command(R"( 'a b'c "d \" e" f\ g  '' )")->words,
            (Words{"a bc", "d \" e", "f g", ""}));
}

TEST(EngineCommand, KeepsEqualsSignsInValues) {
  EXPECT_EQ(parse_engine_command("e option.Path=a=b option.Clear=")->options,
            (Settings{{"Path", "a=b"}, {"Clear", ""}}));
}

TEST(EngineCommand, SaysWhatIsWrong) {
  EXPECT_EQ(fault("fish 'name=x"), "a quote is not closed in 'fish 'name=x'");
  EXPECT_EQ(fault("fish option.Hash"), "'option.Hash' lacks its value: write option.NAME=VALUE");
  EXPECT_EQ(fault(""), "'' does not say which program to start");
  EXPECT_EQ(fault("name=x"), "'name=x' does not say which program to start");
}

}  // namespace
}  // namespace lucena
